package retrieve

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/locimem/loci"
)

// talk indexes conversations, one turn a line, and ranks them for a query.
type talk struct {
	index
	names map[loci.Doc]string
	rows  map[loci.Doc]loci.Turn
}

func newTalk(conversations ...string) *talk {
	x := &talk{names: map[loci.Doc]string{}, rows: map[loci.Doc]loci.Turn{}}
	var greatest loci.Doc
	for _, conversation := range conversations {
		var latest loci.Doc
		for line := range strings.Lines(conversation) {
			speaker, said, _ := strings.Cut(strings.TrimSpace(line), ": ")
			latest = loci.NextTurn(latest, greatest)
			greatest = max(greatest, latest)
			t := loci.Turn{Speaker: speaker, Text: said}
			terms, length := TurnTerms(t, "en")
			x.addAt(latest, terms, length)
			x.names[latest], x.rows[latest] = said, t
		}
	}
	return x
}

func (x *talk) find(query string) []Scored {
	a := Analyse(query, "en")
	return Turns(a, RankTurns(x.index.find(a), 50), x.rows)
}

func TestTurnsLeanOnWhatWasSaidAround(t *testing.T) {
	x := newTalk(
		"Ana: Did you adopt the kitten from the shelter?\nBen: Yes, last Friday! She is so small",
		"Ana: The shelter was closed\nBen: What a pity\nAna: We went home\nBen: Rain all day",
		"Ana: My kitten sleeps\nBen: Mine too",
	)
	for query, want := range map[string][]string{
		"When was the kitten adopted from the shelter?": {"Did you adopt the kitten from the shelter?", "Yes, last Friday! She is so small"},
		"was the shelter closed":                        {"The shelter was closed", "What a pity"},
		"sleeping kitten":                               {"My kitten sleeps", "Mine too"},
	} {
		var got []string
		for _, s := range x.find(query)[:2] {
			got = append(got, x.names[s.Doc])
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", query, diff)
		}
	}
}

func TestTurnsOfWhomTheQueryNames(t *testing.T) {
	x := newTalk("Ana: I like tea a lot\nBen: I like tea a lot")
	for query, want := range map[string]string{"does Ana like tea?": "Ana", "does Ben like tea?": "Ben"} {
		if got := x.find(query); x.rows[got[0].Doc].Speaker != want {
			t.Errorf("%q: got %v", query, x.rows[got[0].Doc])
		}
	}
}

func TestConversationsDoNotLeanOnEachOther(t *testing.T) {
	x := newTalk("A: tea", "A: milk\nB: bread")
	for _, s := range x.find("tea") {
		if x.names[s.Doc] != "tea" {
			t.Errorf("found %q", x.names[s.Doc])
		}
	}
}

func TestTime(t *testing.T) {
	now := time.Date(2026, 10, 15, 12, 0, 0, 0, time.FixedZone("", 5*3600))
	day := func(d int) *loci.When { w := loci.Day(time.Date(2026, 10, d, 0, 0, 0, 0, now.Location())); return &w }
	rows := map[loci.Doc]loci.Memory{
		1: {Text: "dentist", Due: day(16), Said: now.AddDate(0, -1, 0)},
		2: {Text: "dentist", Event: day(14), Said: now.AddDate(0, -1, 0)},
		3: {Text: "dentist", Said: now.AddDate(0, -1, 0)},
	}
	scored := []Scored{{Doc: 3, Score: 1}, {Doc: 2, Score: 1}, {Doc: 1, Score: 1}}
	for query, want := range map[string]loci.Doc{
		"the dentist tomorrow": 1, "o dentista de amanhã": 1, "the dentist yesterday": 2, "dentist": 3,
		"dentist in September 2026": 3,
	} {
		if got := Memories(Analyse(query, "en", "pt").At(now), scored, rows)[0]; got.Doc != want {
			t.Errorf("%q: got %v, want %d", query, got, want)
		}
	}
	if a := Analyse("what did we do?").At(now); a.Dated() { // FieldBug D29, hs#2768
		t.Errorf("read a date: %v", a.dates)
	}
}

func TestAsks(t *testing.T) {
	for s, want := range map[string]bool{
		"Did you go?": true, "«Правда?» ": true, "本当？": true, "هل ذهبت؟": true, "I went. Did you? Fine": false, "": false,
	} {
		if got := asks(s); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}

func TestSpread(t *testing.T) {
	first := func(s string) string { return strings.Trim(s[:1], "-") }
	got := Spread([]string{"a1", "a2", "a3", "b1", "-1", "-2", "-3", "a4", "b2"}, 2, first)
	if diff := cmp.Diff([]string{"a1", "a2", "b1", "-1", "-2", "-3", "b2", "a3", "a4"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestRankTurnsIsATotalOrderWhoseSharesAddUp(t *testing.T) { rapid.Check(t, rankTurns) }

func FuzzRankTurns(f *testing.F) { f.Fuzz(rapid.MakeFuzz(rankTurns)) }

func rankTurns(t *rapid.T) {
	p := postings(t)
	for _, list := range p.Terms { // conversations of eight turns
		for i := range list {
			n := int64(list[i].Doc)
			list[i].Doc = loci.Doc((n/8+1)<<20 + n%8)
		}
	}
	n := rapid.IntRange(0, 300).Draw(t, "n")
	got := RankTurns(p, n)
	if len(got) > n {
		t.Fatalf("%d of %d", len(got), n)
	}
	seen := map[loci.Doc]bool{}
	for i, s := range got {
		sum := 0.0
		for _, share := range s.Shares() {
			sum += share
		}
		if math.Abs(sum-s.Score) > 1e-9 || s.Score <= 0 || seen[s.Doc] {
			t.Fatalf("%v: shares add up to %v", s, sum)
		}
		if i > 0 && byScore(got[i-1], s) >= 0 {
			t.Fatalf("not in order: %v", got)
		}
		seen[s.Doc] = true
	}
	if again := RankTurns(p, n); !slices.Equal(got, again) {
		t.Fatalf("%v, then %v", got, again)
	}
}

func TestFuse(t *testing.T) {
	words := []Scored{{Doc: 1, Score: 4}, {Doc: 2, Score: 2}, {Doc: 3, Score: 1}}
	near := []loci.Near{{Doc: 9, Cosine: 0.9}, {Doc: 2, Cosine: 0.8}, {Doc: 8, Cosine: 0.4}}
	got := map[loci.Doc]map[string]float64{}
	last := math.Inf(1)
	for _, s := range Fuse(words, near) {
		got[s.Doc] = s.Shares()
		if s.Score > last {
			t.Errorf("not in order at %v", s)
		}
		last = s.Score
	}
	want := map[loci.Doc]map[string]float64{
		1: {"words": 0.6}, 2: {"words": 0.3, "meaning": 0.32}, 3: {"words": 0.15}, 9: {"meaning": 0.4},
	}
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-9 })); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(words, Fuse(words, nil)); diff != "" {
		t.Error("without vectors:", diff)
	}
}
