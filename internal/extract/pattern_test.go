package extract

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// testPack compiles a pack of one frame.
func testPack(t *testing.T, words []wordList, pattern string) *pack {
	t.Helper()
	src := &source{words: words, frames: map[string]string{"test": pattern}}
	facts := []*fact{{Name: "test"}}
	p, err := decodePack(string(compiled(t, src, facts)), facts)
	if err != nil {
		t.Fatal(err)
	}
	p.lang = "en"
	return p
}

// findIn runs a frame's first pattern over a text and returns the captures.
func findIn(t *testing.T, p *pack, src string) (map[string]string, bool) {
	t.Helper()
	m := newMatcher(p, Input{Time: monday}, src)
	m.segment()
	m.skipLeads()
	m.forget()
	if _, ok := m.find(p.compiled(&p.frames[0].pattern)[0].start, 0, len(m.tokens)); !ok {
		return nil, false
	}
	b := builder{matcher: m}
	got := map[string]string{}
	for _, c := range m.caps {
		got[c.name] = b.captured(c)
		if c.label != "" {
			got[c.name] = c.label
		}
	}
	return got, true
}

func TestPatterns(t *testing.T) {
	words := []wordList{
		{"split", "", "but, and @subject"},
		{"lead", "", "so, by the way"},
		{"love", "", "love, really like, ador*"},
		{"kin", "child", "son, daughter"},
		{"kin", "sibling", "big brother, sister"},
		{"subject", "", "i, we"},
	}
	type caps = map[string]string
	tests := []struct {
		pattern, text string
		want          caps // nil: no match
	}{
		{"i @love {x}", "I love tea", caps{"x": "tea"}},
		{"i @love {x}", "I really like green tea", caps{"x": "green tea"}},
		{"i @love {x}", "I adored tea", caps{"x": "tea"}},
		{"i @love {x}", "we love tea", nil},
		{"i|we @love {x}", "we love tea", caps{"x": "tea"}},
		{"(i am|im) {x}", "I’m Ana", caps{"x": "Ana"}},
		{"i @love {x}", "I love tea but", caps{"x": "tea"}}, // "but" begins a clause
		{"i @love {x}", "I love tea, cake", caps{"x": "tea"}},
		{"i @love {x} , {y}", "I love tea, cake", caps{"x": "tea", "y": "cake"}},
		{"i @love {x:1}", "I love green tea", caps{"x": "green"}},
		{"{x} @love tea", "my cat and my dog love tea", caps{"x": "my cat and my dog"}},
		{"my {k:@kin} {x:<proper>}", "my big brother Ivo", caps{"k": "sibling", "x": "Ivo"}},
		{"my {k:@kin} {x:<proper>}", "my sister is", nil},
		{"my @kin is {x:<num>}", "my son is 7", caps{"x": "7"}},
		{"^ tea", "so by the way tea", caps{}},
		{"^ tea", "green tea", nil},
		{"tea $", "tea is", nil},
		{"tea $", "tea, is", caps{}},
		{"i .. tea", "I drink much tea", caps{}},
		{"i ..1 tea", "I drink much tea", nil},
		{"i really? @love", "I love", caps{}},
		{"i !not", "I not", nil},
		{"i !!not {x}", "I not", caps{"x": "not"}},
		{"*ing {x}", "going home", caps{"x": "home"}},
		{"ge*t {x}", "gesagt das", caps{"x": "das"}},
		{"=é {x}", "é tarde", caps{"x": "tarde"}},
		{"=é {x}", "e tarde", nil},
		{"{x:-da|-dan} yasha*", "Toshkentda yashayman", caps{"x": "Toshkent"}},
		{"过敏 {x}", "过敏花", caps{"x": "花"}},
		{"first-person {x}", "first person view", caps{"x": "view"}},
		{"<date>", "tomorrow", caps{}},
		{"@nowhere", "nowhere", nil},
	}
	for _, tt := range tests {
		t.Run(tt.pattern+"/"+tt.text, func(t *testing.T) {
			got, ok := findIn(t, testPack(t, words, tt.pattern), tt.text)
			if ok != (tt.want != nil) {
				t.Fatalf("matched: %v", ok)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestBadPatterns(t *testing.T) {
	for _, src := range []string{"", "(a", "a)", "{x:(a}", "a & ", "<nothing>", "a | b", "?", strings.Repeat("{x:", 1000)} {
		if _, err := parsePattern(src); err == nil {
			t.Errorf("%q was accepted", src)
		}
	}
}

func FuzzPattern(f *testing.F) {
	for _, s := range []string{"i @love {x}", "(a b|c)? ..3 !d & <date>", "{x:-da|-dan}", "^ =é *ing$", "a|b|(c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		bag, err := parsePattern(src)
		if err != nil {
			return
		}
		a := newAssembler(&source{})
		for _, seq := range bag {
			a.needs(seq, nil)
			a.firsts(seq, nil)
			a.pack.compile(seq, &node{op: opAccept})
		}
	})
}

// In scripts without spaces a space is a comma left out, and an ideograph half
// a word.
func TestSpacesBetweenIdeographs(t *testing.T) {
	for src, want := range map[string]string{
		"我住杭州 养猫":        "我 住 杭 州 , 养 猫",
		"我用 VS Code 写代码": "我 用 vs code 写 代 码",
		"コーヒー　好き":        "コーヒー , 好 き",
		"30 岁":           "30 岁",
		"저는 학생":          "저는 학생",
	} {
		var got []string
		for _, tok := range lex(src, false) {
			got = append(got, tok.norm)
		}
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%q: %s", src, diff)
		}
	}
	for src, want := range map[string]int{"猫": 1, "cat": 2, "コーヒー": 2, "고양이": 2, "7": 2} {
		if got := lex(src, false)[0].weight(); got != want {
			t.Errorf("%q weighs %d halves, want %d", src, got, want)
		}
	}
}

// What spares most literals the lexer gives what the lexer would.
func TestPlainLiteralsLexAlike(t *testing.T) {
	for name, data := range packSources(t) {
		for lit := range strings.FieldsFuncSeq(data, func(r rune) bool { return strings.ContainsRune(" \t\n|?؟،(){}<>,=*!\"#", r) }) {
			want := 1
			switch {
			case ideographs(lit):
				want = utf8.RuneCountInString(lit)
			case !oneWord(lit), utf8.RuneCountInString(lit) == 1 && !unicode.IsLetter([]rune(lit)[0]):
				continue
			}
			if got := len(lex(lit, false)); got != want {
				t.Errorf("%s: %q is %d tokens, read as %d", name, lit, got, want)
			}
		}
	}
}
