package local_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/childtest"
	"github.com/locimem/loci/local"
)

// patience is that of the hook.
const patience = 40 * time.Millisecond

// lock keeps a plain memory file busy until the returned function is called:
// for writers, or with everything for readers too.
func lock(t *testing.T, path, how string) (release func()) {
	t.Helper()
	c, err := sqlite3.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, sql := range strings.Split(how, ";") {
		if err := c.Exec(sql); err != nil {
			t.Fatal(err)
		}
	}
	return func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
}

const (
	writers    = "BEGIN IMMEDIATE"
	everything = "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE x (y); ROLLBACK"
)

// hurried opens a file as a hook does.
func hurried(t *testing.T, path string, secret loci.SecretSource) *local.Memory {
	t.Helper()
	return opened(t, local.Options{Path: path, Secret: secret, Patience: patience})
}

// unhurried opens the file for who takes the time to take in what waits.
func unhurried(t *testing.T, path string, secret loci.SecretSource) *local.Memory {
	t.Helper()
	return opened(t, local.Options{Path: path, Secret: secret})
}

func opened(t *testing.T, options local.Options) *local.Memory {
	t.Helper()
	mem, err := local.Open(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { mem.Close() })
	return mem
}

func said(t *testing.T, mem *local.Memory, id, text string) loci.IngestResult {
	t.Helper()
	r, err := mem.Ingest(t.Context(), loci.Turn{ID: loci.TurnID(id), Conversation: "c", Role: loci.RoleUser, Text: text})
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return r
}

// waiting returns what is beside the file, as bytes.
func waiting(t *testing.T, path string) (turns int, all []byte) {
	t.Helper()
	found, err := filepath.Glob(path + "-spool/*.turn")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, data...)
	}
	return len(found), all
}

// What is said while the file is busy is kept beside it, guarded, and every kind
// of call takes it in, once.
func TestSpool(t *testing.T) {
	calls := map[string]func(context.Context, *local.Memory) error{
		"block": func(ctx context.Context, m *local.Memory) error {
			block, err := m.ContextBlock(ctx, loci.BlockRequest{})
			if err == nil && !strings.Contains(block, "allergic to peanuts") {
				err = fmt.Errorf("not in the block: %s", block)
			}
			return err
		},
		"ingest": func(ctx context.Context, m *local.Memory) error {
			_, err := m.Ingest(ctx, loci.Turn{Role: loci.RoleUser, Text: "hello"})
			return err
		},
		"remember": func(ctx context.Context, m *local.Memory) error {
			_, err := m.Service().Remember(ctx, loci.RememberRequest{Text: "the boat is blue"})
			return err
		},
		"maintain": func(ctx context.Context, m *local.Memory) error {
			_, err := m.Service().Maintain(ctx)
			return err
		},
	}
	for _, held := range []string{writers, everything} {
		for name, call := range calls {
			t.Run(held[:6]+name, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "memory.db")
				first := hurried(t, path, nil)
				said(t, first, "0", "I prefer tea")
				first.Close()
				release := lock(t, path, held)
				mem := hurried(t, path, nil)
				if _, err := mem.Active(t.Context()); held == everything && (loci.CodeOf(err) != loci.Unavailable || !strings.Contains(err.Error(), "busy for 40ms")) {
					t.Errorf("locked for readers too: %v", err)
				}
				r := said(t, mem, "1", "I'm allergic to peanuts. My password is hunter2-Xy77q")
				if r.Spooled != 1 || r.Turns+r.Known+r.Refused != 0 || len(r.Outcomes) != 1 {
					t.Errorf("%+v", r)
				}
				if n, all := waiting(t, path); n != 1 || !bytes.Contains(all, []byte("peanuts")) || bytes.Contains(all, []byte("hunter2")) {
					t.Errorf("%d files: %s", n, all)
				}
				release()
				later, err := local.Open(t.Context(), local.Options{Path: path})
				if err != nil {
					t.Fatal(err)
				}
				defer later.Close()
				if err := call(t.Context(), later); err != nil {
					t.Error(err)
				}
				if n, _ := waiting(t, path); n != 0 {
					t.Errorf("%d files still wait", n)
				}
				if r := said(t, later, "1", "I'm allergic to peanuts. My password is hunter2-Xy77q"); r.Known != 1 {
					t.Errorf("said again: %+v", r)
				}
				all, err := later.Active(t.Context())
				if err != nil || len(all) < 2 || len(all) > 3 {
					t.Errorf("%d memories, %v", len(all), err)
				}
			})
		}
	}
}

// A store that is free is written at once, and what waits beside a busy one does
// not double the wait.
func TestSpoolKeepsOrder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	if r := said(t, hurried(t, path, nil), "0", "I live in Porto"); r.Turns != 1 {
		t.Errorf("%+v", r)
	}
	release := lock(t, path, writers)
	mem := hurried(t, path, nil)
	for i, city := range []string{"Braga", "Faro"} {
		began := time.Now()
		if r := said(t, mem, strconv.Itoa(i+1), "I live in "+city); r.Spooled != 1 {
			t.Errorf("%+v", r)
		}
		t.Logf("spooled in %v", time.Since(began)) // 40 ms of waiting, and the disk
	}
	release()
	active, err := unhurried(t, path, nil).Active(t.Context())
	if err != nil || len(active) != 1 || !strings.Contains(active[0].Text, "Faro") {
		t.Errorf("%+v %v", active, err)
	}
}

func TestSpoolIsSealedAsTheFileIs(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	one, two := loci.Secret{Key: [32]byte{1}}, loci.Secret{Passphrase: "a longer passphrase"}
	source := func(s ...loci.Secret) loci.SecretSource {
		return func(context.Context) ([]loci.Secret, error) { return s, nil }
	}
	plain := hurried(t, path, source())
	plain.Close()
	release := lock(t, path, writers)
	mem := hurried(t, path, source())
	said(t, mem, "1", "I'm allergic to peanuts")
	mem.Close()
	release()
	if n, all := waiting(t, path); n != 1 || !bytes.Contains(all, []byte("peanuts")) {
		t.Fatalf("%d: %s", n, all)
	}
	from := source()
	for _, to := range []loci.Secret{one, two, one} {
		if err := local.Convert(t.Context(), path, from, to); err != nil {
			t.Fatal(err)
		}
		if n, all := waiting(t, path); n != 1 || bytes.Contains(all, []byte("peanuts")) {
			t.Fatalf("%d: %s", n, all)
		}
		from = source(to)
	}
	if _, err := local.Open(t.Context(), local.Options{Path: path, Secret: source(two)}); loci.CodeOf(err) != loci.Denied {
		t.Errorf("%v", err)
	}
	sealed := unhurried(t, path, source(one))
	if block, err := sealed.ContextBlock(t.Context(), loci.BlockRequest{}); !strings.Contains(block, "peanuts") {
		t.Errorf("%s %v", block, err)
	}
	if n, _ := waiting(t, path); n != 0 {
		t.Errorf("%d wait", n)
	}
}

// What somebody puts into the spool is no more believed than what is said: beside
// an encrypted file it must be sealed, and the guard sees it.
func TestSpoolIsNotBelieved(t *testing.T) {
	const key = "sk-proj-Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3dEf6hIj9kLm2n"
	planted := `{"scope":{"org":"local","user":"me"},"via":"hook","turn":{"id":"c/1","conversation":"c","role":"user",` +
		`"text":"I am allergic to eggs, and my key is ` + key + `","time":"2026-10-07T09:00:00Z"}}`
	for name, secrets := range map[string][]loci.Secret{"plain": nil, "encrypted": {{Key: [32]byte{1}}}} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "memory.db")
			source := func(context.Context) ([]loci.Secret, error) { return secrets, nil }
			hurried(t, path, source).Close()
			if err := os.Mkdir(path+"-spool", 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path+"-spool/00000000000000000001-x.turn", []byte(planted), 0o600); err != nil {
				t.Fatal(err)
			}
			mem := unhurried(t, path, source)
			active, err := mem.Active(t.Context())
			if want := map[string]int{"plain": 1}[name]; err != nil || len(active) != want {
				t.Errorf("%+v %v", active, err)
			}
			if n, _ := waiting(t, path); (n == 0) != (name == "plain") {
				t.Errorf("%d wait", n)
			}
			if all := dumped(t, mem); strings.Contains(all, key) {
				t.Errorf("the secret was stored: %s", all)
			}
		})
	}
}

// TestSpoolForgets: what waits is forgotten with the rest, whether it waited
// before or came while it was being forgotten.
func TestSpoolForgets(t *testing.T) {
	for _, what := range []loci.ForgetRequest{{Query: "Porto", Messages: "Porto"}, {Everything: true}} {
		t.Run(fmt.Sprint("everything ", what.Everything), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "memory.db")
			said(t, hurried(t, path, nil), "0", "I live in Porto")
			spool := func(id, text string) {
				release := lock(t, path, writers)
				defer release()
				if r := said(t, hurried(t, path, nil), id, text); r.Spooled != 1 {
					t.Errorf("%+v", r)
				}
			}
			spool("1", "Good morning! I live in Porto.")
			meanwhile := &afterwards{do: func() { spool("2", "By the way, I live in Porto. I prefer tea") }}
			soon := func() time.Time { return time.Now().Add(time.Hour) } // all of it was said before that
			mem, err := local.Open(t.Context(), local.Options{Path: path, Via: loci.ViaTerminal, Now: soon, Holders: []loci.Holder{meanwhile}})
			if err != nil {
				t.Fatal(err)
			}
			defer mem.Close()
			r, err := mem.Service().Forget(t.Context(), what)
			if err != nil || r.State != loci.ForgetErased || meanwhile.do != nil {
				t.Errorf("%+v %v", r, err)
			}
			again := hurried(t, path, nil)
			active, err := again.Active(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range active {
				if what.Everything || strings.Contains(m.Text, "Porto") {
					t.Errorf("came back: %s", m.Text)
				}
			}
			if !what.Everything && len(active) != 1 {
				t.Errorf("the tea has gone too: %+v %s", active, dumped(t, again))
			}
			if r := said(t, again, "2", "By the way, I live in Porto. I prefer tea"); r.Known != 1 {
				t.Errorf("a replay is not known: %+v", r)
			}
			mem.Close()
			for name, data := range contents(t, filepath.Dir(path)) {
				if bytes.Contains(data, []byte("porto")) {
					t.Errorf("still in %s", name)
				}
			}
		})
	}
}

// What somebody else has said waits on as it was said.
func TestSpoolForgetsOnlyOnesOwn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.db")
	said(t, hurried(t, path, nil), "0", "I live in Porto")
	eve := local.Options{Path: path, User: "eve", Patience: patience}
	meanwhile := &afterwards{do: func() {
		release := lock(t, path, writers)
		defer release()
		mem, err := local.Open(t.Context(), eve)
		if err != nil {
			t.Fatal(err)
		}
		defer mem.Close()
		if r := said(t, mem, "0", "I live in Porto"); r.Spooled != 1 {
			t.Errorf("%+v", r)
		}
	}}
	soon := func() time.Time { return time.Now().Add(time.Hour) }
	mem, err := local.Open(t.Context(), local.Options{Path: path, Via: loci.ViaTerminal, Now: soon, Holders: []loci.Holder{meanwhile}})
	if err != nil {
		t.Fatal(err)
	}
	defer mem.Close()
	if _, err := mem.Service().Forget(t.Context(), loci.ForgetRequest{Query: "Porto", Messages: "Porto"}); err != nil || meanwhile.do != nil {
		t.Fatal(err)
	}
	hers, err := local.Open(t.Context(), eve)
	if err != nil {
		t.Fatal(err)
	}
	defer hers.Close()
	active, err := hers.Active(t.Context())
	if err != nil || len(active) != 1 || active[0].Text != "I live in Porto" {
		t.Errorf("%+v %v", active, err)
	}
}

func dumped(t *testing.T, mem *local.Memory) string {
	t.Helper()
	var out bytes.Buffer
	if _, err := mem.Service().Export(t.Context(), &out, loci.ExportRequest{Turns: true}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// afterwards is a holder that does something once, when a forgetting that has
// drained the spool asks it.
type afterwards struct{ do func() }

func (*afterwards) Name() string { return "nothing" }

func (a *afterwards) Holds(context.Context, loci.Scope, []string) (bool, error) {
	if a.do != nil {
		a.do()
		a.do = nil
	}
	return false, nil
}

func (*afterwards) Erase(context.Context, loci.Scope, []string) error { return nil }

// spooling says things to a busy file and prints the number of each that was
// kept, until it is killed.
func spooling(path, from string) error {
	mem, err := local.Open(context.Background(), local.Options{Path: path, Patience: time.Millisecond})
	if err != nil {
		return err
	}
	for i, _ := strconv.Atoi(from); ; i++ {
		r, err := mem.Ingest(context.Background(), loci.Turn{
			ID: loci.TurnID(strconv.Itoa(i)), Conversation: "c", Role: loci.RoleUser, Text: fmt.Sprintf("the number of day %d is %d", i, i*7),
		})
		if err != nil || r.Spooled != 1 {
			return fmt.Errorf("%+v %w", r, err)
		}
		fmt.Println(i)
	}
}

// draining takes in what waits.
func draining(path, _ string) error {
	mem, err := local.Open(context.Background(), local.Options{Path: path})
	if err != nil {
		return err
	}
	if _, err := mem.Service().Maintain(context.Background()); err != nil {
		return err
	}
	return mem.Close()
}

// TestSpoolKilled kills those who spool, and those who drain, at random: what was
// acknowledged is there, and once.
func TestSpoolKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("kills are for the run without -race")
	}
	rounds := 5
	if os.Getenv("LOCI_NIGHTLY") != "" {
		rounds = 50
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	path := filepath.Join(t.TempDir(), "memory.db")
	hurried(t, path, nil).Close()
	release := lock(t, path, writers)
	next, acknowledged := 0, 0
	for range rounds {
		c := childtest.Command(t, "spooling", path, next)
		if _, err := childtest.Live(c, 4+rng.IntN(20), time.Duration(rng.IntN(3000))*time.Microsecond, func(line string) {
			i, err := strconv.Atoi(line)
			if err != nil {
				t.Fatal(err)
			}
			next, acknowledged = i+1, acknowledged+1
		}); err != nil {
			t.Fatal(err)
		}
	}
	release()
	for kills := 0; ; kills++ {
		a, b := childtest.Command(t, "draining", path, ""), childtest.Command(t, "draining", path, "")
		if err := errors.Join(a.Start(), b.Start()); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(time.Duration(50+rng.IntN(50)*(kills+1))*time.Millisecond, func() { a.Process.Kill() })
		a.Wait()
		b.Process.Kill()
		b.Wait()
		if n, _ := waiting(t, path); n == 0 || kills == 100 {
			t.Logf("%d turns, drained with %d kills", acknowledged, kills)
			break
		}
	}
	count := map[string]int{}
	mem := hurried(t, path, nil)
	for line := range strings.Lines(dumped(t, mem)) {
		var r struct{ Turn *loci.Turn }
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		if r.Turn != nil {
			count[r.Turn.Text]++
		}
	}
	for i := range next {
		if n := count[fmt.Sprintf("the number of day %d is %d", i, i*7)]; n != 1 {
			t.Errorf("turn %d is there %d times", i, n)
		}
	}
	if len(count) < next || len(count) > next+rounds {
		t.Errorf("%d turns for %d", len(count), next)
	}
}
