package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/transcript"
)

// faulty is a service that fails on turns and memories that say so.
type faulty struct {
	loci.Service
	fail map[string]error
}

func (f faulty) Ingest(ctx context.Context, r loci.IngestRequest) (loci.IngestResult, error) {
	for i, t := range r.Turns {
		if err := f.fail[t.Text]; err != nil {
			res, _ := f.Service.Ingest(ctx, loci.IngestRequest{Turns: r.Turns[:i]})
			return res, err
		}
	}
	return f.Service.Ingest(ctx, r)
}

func (f faulty) Import(ctx context.Context, r loci.ImportRequest) (loci.ImportResult, error) {
	for _, m := range r.Memories {
		if err := f.fail[m.Text]; err != nil {
			return loci.ImportResult{}, err
		}
	}
	return f.Service.Import(ctx, r)
}

// runFaulty returns what a person and a program see of a command that works with a
// faulty service.
func runFaulty(t *testing.T, fail map[string]error, asJSON bool, f func(context.Context, *app, loci.Service) error) (stdout, stderr string, exit int) {
	t.Helper()
	var out, errs bytes.Buffer
	a := &app{flags: globalFlags{json: asJSON}, sys: System{
		Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" }, Now: time.Now,
	}}
	svc, clean, err := temporary(t.Context(), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	ctx := loci.WithPrincipal(t.Context(), loci.Principal{Via: loci.ViaTerminal})
	exit = a.report(f(ctx, a, faulty{svc, fail}), "loci ingest")
	if err := clean(); err != nil {
		t.Fatal(err)
	}
	return out.String(), errs.String(), exit
}

var (
	errTurn = loci.Errorf(loci.Internal, "this one cannot be kept")
	errFull = loci.Errorf(loci.Unavailable, "no space is left").WithHint("free some space and try again")
)

// chat writes a file of n messages of which each has a text of its own.
func chat(t *testing.T, n int) string {
	t.Helper()
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `{"role":"user","text":"line %d","time":"2026-05-04T09:%02d:%02dZ"}`+"\n", i+1, i/60, i%60)
	}
	path := filepath.Join(t.TempDir(), "chat.jsonl")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A message that makes the service fail is left out; what cannot get better
// stops the command, which then tells what was done.
func TestIngestGoesOn(t *testing.T) {
	for _, c := range []struct {
		name     string
		fail     map[string]error
		turns    int
		problems []string
		stderr   string
	}{
		{"first and last of a batch", map[string]error{"line 1": errTurn, "line 50": errTurn}, 118,
			[]string{":1: this one cannot be kept", ":50: this one cannot be kept"}, `"code":"partial"`},
		{"full", map[string]error{"line 3": errTurn, "line 60": errFull}, 58,
			[]string{":3: this one cannot be kept"}, "what was read before stays"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := chat(t, 120)
			stdout, stderr, exit := runFaulty(t, c.fail, true, func(ctx context.Context, a *app, svc loci.Service) error {
				in := &ingestion{app: a, svc: svc, bar: a.progress("message")}
				return in.run(ctx, []string{path}, transcript.Auto)
			})
			var got ingestReport
			if err := json.Unmarshal([]byte(stdout), &got); err != nil || exit != exitFailed {
				t.Fatalf("exit %d, %v: %s%s", exit, err, stdout, stderr)
			}
			for i, p := range got.Problems {
				got.Problems[i] = strings.TrimPrefix(p, path)
			}
			if diff := cmp.Diff(c.problems, got.Problems); diff != "" || got.Turns != c.turns {
				t.Errorf("%d turns, %s", got.Turns, diff)
			}
			if !strings.Contains(stderr, c.stderr) || strings.Contains(stderr, "nothing was changed") {
				t.Errorf("stderr: %s", stderr)
			}
		})
	}
}

// A wish is read with the message before it, wherever a batch would end: what is
// off the record already is all that it takes.
func TestAWishEndsNoBatch(t *testing.T) {
	path := chat(t, ingestBatch-1)
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = fmt.Fprint(f, `{"role":"user","text":"Off the record: I have cancer"}`+"\n"+`{"role":"user","text":"Don't remember that."}`+"\n")
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	stdout, stderr, _ := runFaulty(t, nil, true, func(ctx context.Context, a *app, svc loci.Service) error {
		in := &ingestion{app: a, svc: svc, bar: a.progress("message")}
		return in.run(ctx, []string{path}, transcript.Auto)
	})
	var got ingestReport
	if err := json.Unmarshal([]byte(stdout), &got); err != nil || got.Off != 2 || got.Turns != ingestBatch-1 {
		t.Errorf("%v: %s%s", err, stdout, stderr)
	}
}

// Who speaks in a conversation shows when a second one does: no batch ends before.
func TestABeginningEndsNoBatch(t *testing.T) {
	turns := func(conversation string, n int) (out []transcript.Item) {
		for range n {
			out = append(out, transcript.Item{Turn: loci.Turn{Conversation: conversation, Role: loci.RoleUser}})
		}
		return out
	}
	for _, c := range []struct {
		name  string
		batch []transcript.Item
		next  string
		full  bool
	}{
		{"too few", turns("a", ingestBatch-1), "b", false},
		{"a new conversation", turns("a", ingestBatch), "b", true},
		{"within a conversation", turns("a", ingestBatch), "a", true},
		{"a conversation that has just begun", append(turns("a", ingestBatch-1), turns("b", 1)...), "b", false},
		{"one that has gone on for a while", append(turns("a", ingestBatch), turns("b", opening)...), "b", true},
		{"turns of no conversation", turns("", ingestBatch), "", true},
	} {
		in := &ingestion{batch: c.batch}
		if full := in.full(loci.Turn{Conversation: c.next, Role: loci.RoleUser}); full != c.full {
			t.Errorf("%s: full is %t", c.name, full)
		}
	}
}

func TestIngestTellsWhatWasReadBeforeAnInterrupt(t *testing.T) {
	path := chat(t, 120)
	stdout, stderr, exit := runFaulty(t, nil, false, func(ctx context.Context, a *app, svc loci.Service) error {
		ctx, cancel := context.WithCancel(ctx)
		in := &ingestion{app: a, svc: cancelAfter{svc, cancel}, bar: a.progress("message")}
		return in.run(ctx, []string{path}, transcript.Auto)
	})
	if exit != exitFailed || !strings.Contains(stdout, "50 messages read") || !strings.Contains(stderr, "error: interrupted") {
		t.Errorf("exit %d: %s%s", exit, stdout, stderr)
	}
}

// cancelAfter is interrupted when the first batch is in.
type cancelAfter struct {
	loci.Service
	cancel func()
}

func (c cancelAfter) Ingest(ctx context.Context, r loci.IngestRequest) (loci.IngestResult, error) {
	defer c.cancel()
	return c.Service.Ingest(ctx, r)
}

func TestImportGoesOn(t *testing.T) {
	memory := func(text string) loci.Memory {
		return loci.Memory{Kind: loci.Semantic, Category: loci.Preferences, Importance: loci.Medium, Status: loci.Active,
			Origin: loci.UserStated, Tier: loci.TierStated, Text: text, Said: time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)}
	}
	req := loci.ImportRequest{Memories: []loci.Memory{memory("one"), memory("two"), memory("three")}}
	for _, c := range []struct {
		name  string
		fail  error
		added string
		want  string
	}{
		{"one fails", errTurn, "2 memories added, 0 known already, 1 refused\nx refused     record 2\n              because this one cannot be kept\n", ""},
		{"full", errFull, "1 memory added, 0 known already\n", "what was read before stays"},
		{"not allowed", loci.Errorf(loci.Denied, "only a person may"), "1 memory added, 0 known already\n", "error: only a person may"},
	} {
		stdout, stderr, exit := runFaulty(t, map[string]error{"two": c.fail}, false, func(ctx context.Context, a *app, svc loci.Service) error {
			return a.importAll(ctx, svc, req, importReport{})
		})
		if exit != exitFailed || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: exit %d, %s", c.name, exit, stderr)
		}
		if diff := cmp.Diff(c.added, stdout); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}
