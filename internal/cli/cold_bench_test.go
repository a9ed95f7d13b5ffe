package cli_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/retrieve"
	"github.com/locimem/loci/sqlite"
)

// BenchmarkCold runs, by turns, a fresh process of loci on a file of 10,000
// memories of about 80 bytes, and a fresh process of a bare program that opens
// the file and reads one row (sqlite/testdata/bare). The bar is a ratio of 4.
func BenchmarkCold(b *testing.B) {
	dir := b.TempDir()
	loci := build(b, dir, "loci", "../../cmd/loci")
	bare := build(b, dir, "bare", "../../sqlite/testdata/bare")
	path := filepath.Join(dir, "m.db")
	fill(b, path, 10_000)
	env := append(os.Environ(), "LOCI_DB="+path, "HOME="+dir)
	for _, bench := range []struct{ name, args string }{
		{"block", "block"},
		{"block_query", "block coffee river garden"},
		{"recall", "recall coffee river garden"},
	} {
		b.Run(bench.name, func(b *testing.B) {
			var ratios []float64
			for b.Loop() {
				a := wall(b, env, loci, strings.Fields(bench.args)...)
				z := wall(b, env, bare, path)
				ratios = append(ratios, float64(a)/float64(z))
			}
			slices.Sort(ratios)
			b.ReportMetric(ratios[len(ratios)/2], "ratio")
		})
	}
}

func build(b testing.TB, dir, name, pkg string) string {
	b.Helper()
	out := filepath.Join(dir, name)
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", out, pkg)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0") // as it is released: nothing is linked at the start
	if msg, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, msg)
	}
	return out
}

func wall(b *testing.B, env []string, name string, args ...string) time.Duration {
	b.Helper()
	cmd := exec.Command(name, args...)
	cmd.Env = env
	start := time.Now()
	if msg, err := cmd.CombinedOutput(); err != nil || len(msg) == 0 {
		b.Fatalf("%s %q: %v: %s", name, args, err, msg)
	}
	return time.Since(start)
}

// fill writes n memories with their index, a thousand to a transaction.
func fill(b testing.TB, path string, n int) {
	b.Helper()
	ctx := context.Background()
	s, err := sqlite.Open(ctx, path, sqlite.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	rng := rand.New(rand.NewPCG(1, 1))
	words := strings.Fields("coffee river garden piano winter market bread train silver orange letter window forest camera bridge")
	at := time.Now().Add(-time.Hour).UTC()
	for from := 0; from < n; from += 1000 {
		var c loci.Changeset
		for i := from; i < from+1000; i++ {
			m := memory(i, rng, words, at)
			terms, length := retrieve.MemoryTerms(m)
			c.Memories = append(c.Memories, loci.MemoryWrite{Memory: m, Index: loci.IndexEntry{
				Kind: loci.DocMemory, Terms: terms, Len: length, Digest: retrieve.Digest(m)}})
		}
		c.Change, c.At = loci.ChangeID(fmt.Sprint("fill", from)), at
		if _, err := s.Apply(ctx, c); err != nil {
			b.Fatal(err)
		}
	}
}

func memory(i int, rng *rand.Rand, words []string, at time.Time) loci.Memory {
	text := fmt.Sprintf("number %d:", i)
	for len(text) < 75 {
		text += " " + words[rng.IntN(len(words))] + fmt.Sprint(rng.IntN(200))
		text += " " + words[rng.IntN(len(words))]
	}
	return loci.Memory{
		ID: loci.ID(uuid.Must(uuid.NewV7()).String()), Scope: loci.Scope{Org: loci.DefaultOrg, User: loci.DefaultUser},
		Kind: loci.Semantic, Category: loci.Categories()[rng.IntN(7)], Importance: loci.Importances()[rng.IntN(4)],
		Status: loci.Active, Text: text, Lang: "en", Origin: loci.UserStated, Tier: loci.TierStated, Confidence: 0.8,
		Said: at.Add(time.Duration(i) * time.Millisecond), Created: at, Updated: at.Add(time.Duration(i) * time.Millisecond), Version: 1,
	}
}
