package service_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/retrieve"
	"github.com/locimem/loci/service"
	"github.com/locimem/loci/sqlite"
)

// prose draws words with the frequencies of a language: the i-th about 1/i as
// often as the first.
type prose struct {
	rng  *rand.Rand
	zipf *rand.Zipf
}

func newProse(seed uint64) prose {
	rng := rand.New(rand.NewPCG(seed, seed))
	return prose{rng, rand.NewZipf(rng, 1.1, 4, 20_000)}
}

// word returns one of 20,000 words without meaning.
func (p prose) word() string {
	n := p.zipf.Uint64()
	var b strings.Builder
	for range 3 {
		b.WriteByte("bdfgklmnprtvz"[n%13])
		b.WriteByte("aou"[n/13%3])
		n /= 39
	}
	return b.String()
}

func (p prose) words(n int) string {
	out := make([]string, n)
	for i := range out {
		out[i] = p.word()
	}
	return strings.Join(out, " ")
}

// fill writes n memories of about 80 bytes in the scope of each user.
func fill(b *testing.B, s loci.Store, users, n int) {
	b.Helper()
	text := newProse(1)
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var c loci.Changeset
	flush := func() {
		if _, err := s.Apply(b.Context(), c); err != nil {
			b.Fatal(err)
		}
		c = loci.Changeset{}
	}
	for i := range users * n {
		m := loci.Memory{
			ID: loci.ID(fmt.Sprintf("01999e2a-7c00-7000-8000-%012x", i)), Version: 1,
			Scope: loci.Scope{Org: loci.DefaultOrg, User: fmt.Sprint("user", i/n)},
			Kind:  loci.Semantic, Category: loci.Preferences, Importance: loci.Medium, Status: loci.Active, Lang: "en",
			Text: text.words(12), Origin: loci.UserStated, Tier: loci.TierStated, Confidence: 1, Evidence: 1,
			Slot: loci.Slot{Subject: loci.SelfSubject}, Days: []string{"2026-01-01"}, Created: at, Updated: at, Said: at,
		}
		terms, length := retrieve.MemoryTerms(m)
		c.Memories = append(c.Memories, loci.MemoryWrite{Memory: m, Index: loci.IndexEntry{Kind: loci.DocMemory, Terms: terms, Len: length}})
		if len(c.Memories) == 1000 {
			flush()
		}
	}
	flush()
}

// BenchmarkRecall asks for six words, and for a prompt of four hundred, drawn
// like those of the memories, in a file of one user or of many. LOCI_BENCH_ROWS
// is how many memories the largest have; 1,000,000 is what the budget is about.
func BenchmarkRecall(b *testing.B) {
	rows := 100_000
	if n, err := strconv.Atoi(os.Getenv("LOCI_BENCH_ROWS")); err == nil {
		rows = n
	}
	for _, c := range []struct {
		name     string
		users, n int
	}{
		{"10k", 1, 10_000},
		{"100k", 1, 100_000},
		{fmt.Sprintf("100-of-%dk", rows/1000), rows / 100, 100},
		{fmt.Sprintf("all-of-%dk", rows/1000), 1, rows},
	} {
		b.Run(c.name, func(b *testing.B) {
			store, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "memory.db"), sqlite.Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer store.Close()
			fill(b, store, c.users, c.n)
			me := loci.Principal{Scope: loci.Scope{Org: loci.DefaultOrg, User: fmt.Sprint("user", c.users/2)}, Via: loci.ViaTerminal}
			svc, err := service.New(store, service.Options{Principal: me})
			if err != nil {
				b.Fatal(err)
			}
			b.Run("question", func(b *testing.B) { ask(b, svc, 6) })
			b.Run("prompt", func(b *testing.B) { ask(b, svc, 400) })
		})
	}
}

func ask(b *testing.B, svc *service.Service, words int) {
	questions := newProse(2)
	var took []time.Duration
	for b.Loop() {
		q := questions.words(words)
		start := time.Now()
		if _, err := svc.Recall(context.Background(), loci.RecallRequest{Query: q}); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(start))
	}
	b.ReportMetric(percentile(took, 0.5), "µs/p50")
	b.ReportMetric(percentile(took, 0.95), "µs/p95")
	b.ReportMetric(percentile(took, 1), "µs/max")
}

func percentile(all []time.Duration, p float64) float64 {
	sorted := slices.Sorted(slices.Values(all))
	return float64(sorted[int(p*float64(len(sorted)-1))].Nanoseconds()) / 1000
}
