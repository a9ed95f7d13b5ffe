package guard

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestRuleFiles reads every rule file and compiles every expression, which
// otherwise happens when a rule is first needed.
func TestRuleFiles(t *testing.T) {
	for _, p := range secretRules().Patterns {
		if p.re() == nil || p.Kind == "" || len(p.Literals) == 0 {
			t.Errorf("pattern %+v", p)
		}
		for _, l := range p.Literals {
			if l != foldString(l) {
				t.Errorf("%s: the literal %q is not folded and never found", p.Kind, l)
			}
		}
	}
	for _, r := range secretRules().Tokens {
		if inClass('1', r.Chars) == false || r.Min == 0 || r.Kind == "" || len(r.Prefix) == 0 {
			t.Errorf("token %+v", r)
		}
	}
	for _, id := range identities().IDs {
		if id.re() == nil || id.Rule != "" && checkRules[id.Rule] == nil || len(id.Words) == 0 {
			t.Errorf("identity %+v", id)
		}
	}
	for _, b := range cardRules().Brands {
		for _, r := range b.Ranges {
			if lo, hi, ok := strings.Cut(r, "-"); !ok || len(lo) != len(hi) || lo > hi {
				t.Errorf("%s: range %q", b.Kind, r)
			}
		}
	}
	for i, r := range injections().Rules {
		if (r.re == nil) == (len(r.Words) == 0) || r.re != nil && r.re() == nil {
			t.Errorf("rule %d: %+v", i, r)
		}
		for _, l := range r.Literals {
			if l != foldString(l) {
				t.Errorf("%s: the literal %q is not folded and never found", r.Kind, l)
			}
		}
	}
	for i, c := range proseWords().credentials {
		if wordKinds[c.class] == "" {
			t.Errorf("%q stands in a list %q that nothing reads", proseWords().words[i].text, c.class)
		}
	}
	for lang, states := range proseWords().state {
		for _, end := range slices.Concat(slices.Collect(maps.Values(states.ends))...) {
			if len(end) < 2 {
				t.Errorf("%s: the ending *%s, folded, is that of any word", lang, end)
			}
		}
	}
	if len(seedWords()) != 2048 {
		t.Errorf("%d seed words", len(seedWords()))
	}
	if n := len(moods().langs); n < 22 {
		t.Errorf("moods in %d languages", n)
	}
}

func TestViewKeepsOffsets(t *testing.T) {
	for _, text := range []string{"abc", "é\u200bｋ ‘x’", "١٢٣ ۴۵", "한국어 ｱ", "a\xffb\x00c", "ﬁx ﷺ"} {
		v := newView(text, nil)
		if len(v.text) != len(v.lower) {
			t.Errorf("%q: %q and %q differ in length", text, v.text, v.lower)
		}
		if end := v.source(0, len(v.text)); end.start != 0 && !strings.HasPrefix(text, "\u200b") || end.end != len(text) {
			t.Errorf("%q: the whole is %v", text, end)
		}
	}
	if got := newView("ＡＢ ٣۴ – “x” о‘з é", nil).lower; got != "ab 34 - \"x\" о'з e" {
		t.Errorf("folded to %q", got)
	}
}
