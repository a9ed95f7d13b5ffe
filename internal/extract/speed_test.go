package extract

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/locimem/loci/internal/text"
)

// The bars of docs/benchmarks.md. They hold on a quiet machine, so only
// LOCI_NIGHTLY asks for them; the gate compares within one run.
const (
	barTurn = time.Millisecond      // a turn, half of them
	barLong = 5 * time.Millisecond  // 8 KiB, 99 of 100
	barLoad = 15 * time.Millisecond // all packs
)

// TestReadingIsFast reads single turns, and many texts of 8 KiB put together of
// turns drawn at random, in every language: those of the data sets where
// LOCI_DATA names them, else the paraphrases.
func TestReadingIsFast(t *testing.T) {
	nightly(t)
	const texts = 200
	e := newEngine(t)
	for lang := range e.shelf.slots {
		t.Run(lang, func(t *testing.T) {
			said, r := turnsIn(t, lang), rand.New(rand.NewPCG(1, 2))
			var turns, longs []time.Duration
			for range texts {
				var long strings.Builder
				for long.Len() < longText {
					long.WriteString(said[r.IntN(len(said))] + "\n")
				}
				src, _ := clip(long.String(), longText)
				longs = append(longs, least(barLong, func() { e.Extract(Input{Text: src, Lang: lang, Time: monday}) }))
				turn := said[r.IntN(len(said))]
				turns = append(turns, least(barTurn, func() { e.Extract(Input{Text: turn, Time: monday}) }))
			}
			slices.Sort(turns)
			slices.Sort(longs)
			p99 := (texts*99+99)/100 - 1
			bar(t, "a turn, p50", turns[texts/2], barTurn)
			bar(t, "8 KiB, p50", longs[texts/2], barLong)
			bar(t, "8 KiB, p99", longs[p99], barLong)
		})
	}
}

func TestLoadingIsFast(t *testing.T) {
	nightly(t)
	e := newEngine(t)
	bar(t, "all packs", least(barLoad, func() { loadAll(t, e.shelf) }), barLoad)
}

// Reading a turn takes no more than so many times what it takes to cut it into
// words, whatever the machine.
func TestReadingIsCheap(t *testing.T) {
	e := newEngine(t)
	for _, lang := range []string{"en", "de", "zh"} {
		src := longTurn(t, lang)
		ratio(t, 80, func() { text.Split(src) }, func() { e.Extract(Input{Text: src, Lang: lang, Time: monday}) })
	}
}

// nightly skips what takes minutes, and more than that in the race detector.
func nightly(t *testing.T) {
	t.Helper()
	if os.Getenv("LOCI_NIGHTLY") == "" {
		t.Skip("LOCI_NIGHTLY is not set")
	}
}

// bar compares a figure with its bar.
func bar(t *testing.T, what string, took, limit time.Duration) {
	t.Helper()
	if t.Logf("%s: %v", what, took); took > limit {
		t.Errorf("%s: %v, want at most %v", what, took, limit)
	}
}

// least is how long f computes when nothing disturbs it. On a busy machine it
// looks again before it says that a bar is not met.
func least(limit time.Duration, f func()) time.Duration {
	best := time.Hour
	for round := 0; round < 5 || round < 40 && best > limit; round++ {
		start := cpuTime()
		f()
		best = min(best, cpuTime()-start)
	}
	return best
}

// turnsIn returns turns in a language.
func turnsIn(t *testing.T, lang string) []string {
	t.Helper()
	dir := os.Getenv("LOCI_DATA")
	if dir == "" {
		return paraphrases(t, lang)
	}
	var said []string
	for _, set := range []string{"dev", "train"} {
		data, err := os.ReadFile(filepath.Join(dir, "extract", set, lang+".jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			var turn struct{ User string }
			if err := json.Unmarshal([]byte(line), &turn); err != nil {
				t.Fatal(err)
			}
			said = append(said, turn.User)
		}
	}
	if lang == "en" {
		said = append(said, conversations(t, dir)...)
	}
	return said
}

// conversations returns the turns of LoCoMo.
func conversations(t *testing.T, dir string) (said []string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "locomo", "locomo10.json"))
	if err != nil {
		t.Fatal(err)
	}
	var samples []struct {
		Conversation map[string]json.RawMessage
	}
	if err := json.Unmarshal(data, &samples); err != nil {
		t.Fatal(err)
	}
	for _, sample := range samples {
		for _, session := range sample.Conversation {
			var turns []struct{ Text string }
			if json.Unmarshal(session, &turns) != nil {
				continue // a name or a date
			}
			for _, turn := range turns {
				said = append(said, turn.Text)
			}
		}
	}
	slices.Sort(said)
	return said
}
