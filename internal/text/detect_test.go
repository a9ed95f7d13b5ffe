package text

import (
	_ "embed"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

//go:embed testdata/detect.txt
var detectCases string

func TestDetect(t *testing.T) {
	count := map[string]int{}
	for line := range strings.Lines(detectCases) {
		lang, sentence, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok {
			continue
		}
		count[lang]++
		if got := Candidates(sentence); got[0] != lang {
			t.Errorf("%s: %q is taken for %q", lang, sentence, got)
		}
	}
	for _, l := range languages {
		if count[l.code] < 4 {
			t.Errorf("only %d sentences of %s", count[l.code], l.code)
		}
	}
}

func TestDetectUsual(t *testing.T) {
	for name, c := range map[string]struct {
		in    string
		usual []string
		want  string
	}{
		"nothing to go by":            {"", nil, "und"},
		"digits only":                 {"20.04", nil, "und"},
		"digits, usual":               {"20.04", []string{"uz"}, "uz"},
		"a name":                      {"Zxqr", nil, "und"},
		"a name, usual":               {"Zxqr", []string{"pt", "en"}, "pt"},
		"usual of another script":     {"Zxqr", []string{"ru", "de"}, "de"},
		"usual tag with region":       {"Zxqr", []string{"pt-BR"}, "pt"},
		"evidence beats usual":        {"I would like to know what this is", []string{"de", "fr"}, "en"},
		"shared word":                 {"la", []string{"fr"}, "fr"},
		"Han only is Chinese":         {"東京", nil, "zh"},
		"Han only, usually Japanese":  {"東京", []string{"ja"}, "ja"},
		"brand names in Russian":      {"ставлю PostgreSQL и Kubernetes", nil, "ru"},
		"one kana in Chinese":         {"我最喜欢喝的饮料是优の良品茶", nil, "zh"},
		"unknown script, usual":       {"สวัสดีครับ", []string{"en"}, "und"},
		"unknown script":              {"שלום עולם", nil, "und"},
		"Uzbek with any apostrophe":   {"koʻp oʻqiyman", nil, "uz"},
		"Cyrillic without clues, tg":  {"панир", []string{"tg", "ru"}, "tg"},
		"quoted English inside Uzbek": {"menga “hello world” yozib ber", nil, "uz"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Detect(c.in, c.usual...); got != c.want {
				t.Errorf("Detect(%q, %q) = %s, want %s (%q)", c.in, c.usual, got, c.want, Candidates(c.in, c.usual...))
			}
		})
	}
}

func TestCandidates(t *testing.T) {
	got := Candidates("no", "es", "pt")
	if len(got) < 2 || len(got) > 3 || got[0] != "es" {
		t.Errorf("Candidates(no) = %q, want Spanish first and others", got)
	}
	if diff := cmp.Diff([]string{"ko"}, Candidates("안녕하세요", "en")); diff != "" {
		t.Error(diff)
	}
}

func TestPossible(t *testing.T) {
	for s, want := range map[string]string{"odeio coentro": "pt", "odio cilantro": "es", "обожаю": "uk", "پسند": "ur"} {
		if got := Possible(s); !slices.Contains(got, want) {
			t.Errorf("%q may be %v, but not %s", s, got, want)
		}
	}
	if got := Possible("42"); len(got) != 0 {
		t.Errorf("a number may be %v", got)
	}
}
