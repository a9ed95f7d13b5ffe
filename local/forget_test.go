package local_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
	"github.com/locimem/loci/internal/childtest"
	"github.com/locimem/loci/internal/vector"
	"github.com/locimem/loci/local"
)

// canaryName is a word that nothing else has, and whose stem is its beginning.
func canaryName(i int) string {
	name := []byte("zanquor")
	for range 4 {
		name = append(name, "bdfgklmprt"[i%10])
		i /= 10
	}
	return string(name)
}

// hashing embeds a text as numbers that only this text has.
type hashing struct{}

func (hashing) Model() string { return "hashing" }

func (hashing) Embed(_ context.Context, texts []string) ([][]float32, error) {
	var out [][]float32
	for _, text := range texts {
		h := fnv.New64a()
		h.Write([]byte(text))
		rng := rand.New(rand.NewPCG(h.Sum64(), 1))
		v := make([]float32, 32)
		for i := range v {
			v[i] = float32(rng.NormFloat64())
		}
		out = append(out, v)
	}
	return out, nil
}

func openCanaries(ctx context.Context, path string) (*local.Memory, context.Context, error) {
	mem, err := local.Open(ctx, local.Options{Path: path, Embedder: hashing{}})
	return mem, loci.WithPrincipal(ctx, loci.Principal{Scope: loci.Scope{Org: loci.DefaultOrg, User: loci.DefaultUser}, Via: loci.ViaTerminal}), err
}

// release lets a canary into everything that keeps words.
func release(ctx context.Context, mem *local.Memory, i int) error {
	name, svc := canaryName(i), mem.Service()
	said := "I live in " + strings.ToUpper(name[:1]) + name[1:] + ". What is the weather like?"
	if _, err := mem.Ingest(ctx, loci.Turn{Role: loci.RoleUser, Text: said, Conversation: "c" + strconv.Itoa(i/10)}); err != nil {
		return err
	}
	m, err := svc.Remember(ctx, loci.RememberRequest{Text: "the boat lies at " + name, Key: name, Metadata: []byte(`{"at":"` + name + `"}`)})
	if err != nil {
		return err
	}
	if _, err := svc.Change(ctx, loci.ChangeRequest{Op: loci.ChangeRetract, Ref: string(m.Memory.ID), Why: name + " has sunk"}); err != nil {
		return err
	}
	saver, err := mem.Saver(checkpoint.Options{})
	if err != nil {
		return err
	}
	start := checkpoint.Checkpoint{Thread: checkpoint.Thread{Org: loci.DefaultOrg, User: loci.DefaultUser, ID: "t" + strconv.Itoa(i)}}
	next, err := start.Next(checkpoint.Step{At: time.Now(), Source: checkpoint.Input, Changes: map[string]checkpoint.Change{"said": checkpoint.Set(said)}})
	if err == nil {
		_, err = saver.Put(ctx, next)
	}
	if err == nil && i%10 == 0 {
		_, err = svc.Maintain(ctx) // embeds
	}
	if err == nil && i%20 == 0 {
		_, err = svc.Compact(ctx, loci.CompactRequest{})
	}
	return err
}

// forgetting releases canaries, forgets them, and says which it has forgotten.
func forgetting(path, arg string) error {
	first, last, _ := strings.Cut(arg, "-")
	from, _ := strconv.Atoi(first)
	to, _ := strconv.Atoi(last)
	fmt.Println("started")
	mem, ctx, err := openCanaries(context.Background(), path)
	if err != nil {
		return err
	}
	for i := from; i < to; i++ {
		// What a killed forgetting has begun, the next one finishes.
		if err := release(ctx, mem, i); err != nil && !errors.Is(err, loci.Conflict) && !errors.Is(err, loci.NotFound) {
			return err
		}
		name := canaryName(i)
		r, err := mem.Service().Forget(ctx, loci.ForgetRequest{Query: name, Messages: name, Threads: true})
		if err != nil && !errors.Is(err, loci.NotFound) {
			return err
		}
		if err == nil && r.State == loci.ForgetErased {
			fmt.Println(i)
		} else {
			return fmt.Errorf("canary %d: %+v %w", i, r, err)
		}
	}
	return mem.Close()
}

// TestForgottenCanaries forgets 200 canaries (2,000 nightly) in processes that
// are killed at random, and then looks for them in the file and in everything
// beside it: as text, stem and UTF-16, and as the bytes of their vectors.
func TestForgottenCanaries(t *testing.T) {
	if testing.Short() {
		t.Skip("kills and timings are for the run without -race")
	}
	n := 200
	if os.Getenv("LOCI_NIGHTLY") != "" {
		n = 2000
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	dir := t.TempDir()
	path := filepath.Join(dir, "memory.db")
	var log bytes.Buffer
	kept := n // one more, which nobody forgets, shows that the search finds
	keepOne(t, path, kept)
	kills := 0
	for done := 0; done < n; {
		c := childtest.Command(t, "forgetting", path, done, "-", n)
		c.Stderr = io.MultiWriter(os.Stderr, &log)
		killed, err := childtest.Live(c, rng.IntN(15), time.Duration(rng.IntN(20))*time.Millisecond, func(line string) {
			if i, err := strconv.Atoi(line); err == nil {
				done = i + 1
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if killed {
			kills++
		}
	}
	t.Logf("%d canaries forgotten, %d kills", n, kills)

	mem, ctx, err := openCanaries(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer mem.Close()
	if r, err := mem.Service().Maintain(ctx); err != nil || r.Pending {
		t.Fatalf("%+v %v", r, err)
	}
	if err := mem.Backup(ctx, filepath.Join(dir, "backup.db")); err != nil {
		t.Fatal(err)
	}
	export, err := os.Create(filepath.Join(dir, "export.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer export.Close()
	if _, err := mem.Service().Export(ctx, export, loci.ExportRequest{Turns: true, History: true}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "stderr.log"), log.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	files := contents(t, dir)
	for i := range n {
		if found := traces(files, i); len(found) > 0 {
			t.Errorf("canary %d (%s) is still in %q", i, canaryName(i), found)
		}
	}
	if found := traces(files, kept); len(found) < 4 || !strings.Contains(strings.Join(found, "\n"), "vector") {
		t.Errorf("the one that was kept is only in %q: the search does not find", found)
	}
	if r, err := mem.Service().Audit(ctx); err != nil || len(r.Problems) > 0 {
		t.Errorf("audit: %q %v", r.Problems, err)
	}
}

// keepOne stores what is not to be forgotten, outside what the others replace.
func keepOne(t *testing.T, path string, i int) {
	t.Helper()
	mem, ctx, err := openCanaries(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := mem.Service().Remember(ctx, loci.RememberRequest{Text: "the boat lies at " + canaryName(i)}); err != nil {
		t.Fatal(err)
	}
	if _, err := mem.Service().Maintain(ctx); err != nil {
		t.Fatal(err)
	}
	if err := mem.Close(); err != nil {
		t.Fatal(err)
	}
}

func contents(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		out[d.Name()] = bytes.ToLower(data)
		out[d.Name()+" "] = data // vectors are bytes
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// traces says where a canary is, and as what.
func traces(files map[string][]byte, i int) []string {
	name := canaryName(i)
	forms := map[string][]byte{"text": []byte(name)}
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		var wide []byte
		for _, u := range utf16.Encode([]rune(name)) {
			wide = order.AppendUint16(wide, u)
		}
		forms["UTF-16 "+order.String()] = wide
	}
	upper := strings.ToUpper(name[:1]) + name[1:]
	for _, text := range []string{"the boat lies at " + name, "I live in " + upper} {
		floats, _ := hashing{}.Embed(context.Background(), []string{text})
		_, v := vector.Quantise(vector.Unit(floats[0]))
		whole := make([]byte, len(v))
		for i, x := range v {
			whole[i] = byte(x)
		}
		forms["vector of "+text[:6]] = whole
	}
	var out []string
	for file, data := range files {
		for form, want := range forms {
			if bytes.Contains(data, want) && strings.HasSuffix(file, " ") == strings.HasPrefix(form, "vector") {
				out = append(out, file+": "+form)
			}
		}
	}
	return out
}
