package extract

import (
	"math"
	"strings"
	"testing"
	"time"
	"unicode"
)

var benchTurns = map[string]string{
	"en": "Hey, so I finally paid off the car loan last month! My sister Dana is visiting next week, and honestly I can't wait. Could you suggest three places where we could eat, nothing too fancy? She loves spicy food.",
	"pt": "Oi, tudo bem? Preciso entregar o relatório até sexta e ainda não comecei. Me dá uma ideia de estrutura em cinco tópicos, por favor, e usa uma linguagem simples.",
	"ru": "Слушай, завтра еду к брату в Тверь, он недавно переехал туда с семьёй. Подскажи, что взять в подарок детям, им пять и семь лет, бюджет небольшой.",
}

// BenchmarkExtract measures one turn of a chat, its pack read before.
func BenchmarkExtract(b *testing.B) {
	for lang, turn := range benchTurns {
		b.Run(lang, func(b *testing.B) { benchmark(b, Input{Text: turn, Time: monday}) })
	}
}

// BenchmarkLong measures 8 KiB of prose, and of words that no mark separates.
func BenchmarkLong(b *testing.B) {
	for lang, turn := range benchTurns {
		prose, _ := clip(strings.Repeat(turn+" ", longText/len(turn)+1), longText)
		words := strings.Map(func(r rune) rune {
			if unicode.IsPunct(r) {
				return -1
			}
			return r
		}, prose)
		b.Run(lang+"/prose", func(b *testing.B) { benchmark(b, Input{Text: prose, Lang: lang, Time: monday}) })
		b.Run(lang+"/words", func(b *testing.B) { benchmark(b, Input{Text: words, Lang: lang, Time: monday}) })
	}
}

func benchmark(b *testing.B, in Input) {
	e := newEngine(b)
	e.Extract(in)
	b.SetBytes(int64(len(in.Text)))
	for b.Loop() {
		e.Extract(in)
	}
}

// BenchmarkPacks measures what a process pays when it first meets a language.
func BenchmarkPacks(b *testing.B) {
	e := newEngine(b)
	for lang := range e.shelf.slots {
		b.Run(lang, func(b *testing.B) {
			for b.Loop() {
				if _, err := readPack(lang); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// monday is when the sentences of the tests are said.
var monday = time.Date(2026, 4, 13, 13, 0, 0, 0, time.UTC)

func newEngine(t testing.TB) *Engine {
	t.Helper()
	e, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// BenchmarkLoadAll measures what all the packs together cost a process.
func BenchmarkLoadAll(b *testing.B) {
	e := newEngine(b)
	for b.Loop() {
		loadAll(b, e.shelf)
	}
}

func loadAll(t testing.TB, s *shelf) {
	for lang := range s.slots {
		if _, err := readPack(lang); err != nil {
			t.Fatal(err)
		}
	}
}

// Benchmark8KiB measures long turns in which people say a lot about themselves:
// the paraphrases of a language, one after the other, dense with claims.
func Benchmark8KiB(b *testing.B) {
	for lang := range newEngine(b).shelf.slots {
		b.Run(lang, func(b *testing.B) { benchmark(b, Input{Text: longTurn(b, lang), Lang: lang, Time: monday}) })
	}
}

// longText is how long a long turn is.
const longText = 8 << 10

// longTurn returns 8 KiB of the paraphrases of a language.
func longTurn(t testing.TB, lang string) string {
	t.Helper()
	text := strings.Join(paraphrases(t, lang), ". ") + ". "
	text, _ = clip(strings.Repeat(text, longText/len(text)+1), longText)
	return text
}

// paraphrases returns the sentences of testdata/paraphrases.
func paraphrases(t testing.TB, lang string) []string {
	t.Helper()
	var sentences []string
	for _, turn := range turnsOf(t, "testdata/paraphrases/"+lang+".txt") {
		sentences = append(sentences, turn.said)
	}
	return sentences
}

// Loading every pack takes less than counting the words of their sources does,
// on a busy machine as well.
func TestLoadingIsCheap(t *testing.T) {
	e := newEngine(t)
	var words strings.Builder
	for _, text := range packSources(t) {
		words.WriteString(text)
	}
	ratio(t, 1, func() { count(words.String()) }, func() { loadAll(t, e.shelf) })
}

// A turn four times as long takes about four times as long to read, in every
// language: nothing grows with the square.
func TestReadingIsLinear(t *testing.T) {
	e := newEngine(t)
	for lang := range e.shelf.slots {
		t.Run(lang, func(t *testing.T) { linear(t, e, lang, longTurn(t, lang)) })
	}
}

// Nor does what is made to be slow to read: what the engine looks around for,
// over and over.
func TestRepetitionIsLinear(t *testing.T) {
	e := newEngine(t)
	for _, said := range []string{"Kale? ", "Not true:\n", "I hate:\n- tea\n", "~~no~~ ", "I live in Porto, not. "} {
		t.Run(said, func(t *testing.T) { linear(t, e, "en", strings.Repeat(said, longText/len(said))) })
	}
}

// linear fails if a turn takes much more than four times as long as its first quarter.
func linear(t *testing.T, e *Engine, lang, long string) {
	t.Helper()
	short, _ := clip(long, len(long)/4)
	read := func(text string) func() {
		return func() { e.Extract(Input{Text: text, Lang: lang, Time: monday}) }
	}
	ratio(t, 12, read(short), read(long))
}

// count counts the words of a text.
func count(text string) map[string]int {
	seen := map[string]int{}
	for word := range strings.FieldsSeq(text) {
		seen[word]++
	}
	return seen
}

// ratio fails if other takes more than limit times as long as base, both at
// their fastest, in turn. Short work is repeated, since the time of a process
// is told in steps. On a busy machine it looks again before it fails.
func ratio(t *testing.T, limit float64, base, other func()) {
	t.Helper()
	took := func(f func()) time.Duration {
		start := cpuTime()
		for runs := time.Duration(1); ; runs++ {
			f()
			if all := cpuTime() - start; all >= 20*time.Millisecond {
				return all / runs
			}
		}
	}
	b, o := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	for round := range 30 {
		b, o = min(b, took(base)), min(o, took(other))
		if round >= 4 && float64(o) <= limit*float64(b) {
			break
		}
	}
	got := float64(o) / float64(b)
	t.Logf("%v ÷ %v = %.1f", o, b, got)
	if got > limit {
		t.Errorf("%v is %.1f times %v, want at most %v", o, got, b, limit)
	}
}
