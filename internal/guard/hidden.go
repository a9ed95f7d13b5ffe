package guard

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/locimem/loci"
)

// escapeOpen begins the visible escape of a character that cannot be seen:
// \u{202E}. Rules read an escape as the character it stands for, so that
// escaping a text changes no later verdict.
const escapeOpen = `\u{`

func escape(r rune) string { return fmt.Sprintf(`\u{%X}`, r) }

// escaped returns the rune of the escape that s starts with, and its length.
func escaped(s string) (rune, int) {
	if !strings.HasPrefix(s, escapeOpen) {
		return 0, 0
	}
	end := strings.IndexByte(s[:min(len(s), 12)], '}')
	if end < 0 {
		return 0, 0
	}
	n, err := strconv.ParseUint(s[len(escapeOpen):end], 16, 32)
	if err != nil || n > unicode.MaxRune {
		return 0, 0
	}
	return rune(n), end + 1
}

// invisible reports whether r shows nothing by itself or has no agreed
// meaning. Whether it may stand in a text depends on its neighbours: scan
// decides.
func invisible(r rune) bool {
	switch {
	case r < 0x20:
		return r != 0 && !unicode.IsSpace(r)
	case r < 0x7f, r == 0x85:
		return false
	case r < 0xa0, r == 0x3164, r == 0xFFA0:
		return true
	case isVariation(r), isNoncharacter(r), unicode.Is(unicode.Co, r):
		return true
	}
	return unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

func isVariation(r rune) bool {
	return r >= 0xFE00 && r <= 0xFE0F || r >= 0xE0100 && r <= 0xE01EF || r >= 0x180B && r <= 0x180D || r == 0x180F
}

func isNoncharacter(r rune) bool { return r >= 0xFDD0 && r <= 0xFDEF || r&0xFFFE == 0xFFFE }

func isTag(r rune) bool { return r >= 0xE0020 && r <= 0xE007F }

func isBidi(r rune) bool { return r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 }

// isMark reports whether r only says which way its neighbours run.
func isMark(r rune) bool { return r == 0x200E || r == 0x200F || r == 0x061C }

// hiddenKind names an invisible character in findings.
func hiddenKind(r rune) (loci.Class, string) {
	switch {
	case r < 0xa0:
		return loci.ClassEncoding, "encoding:control"
	case isBidi(r), isMark(r):
		return loci.ClassHidden, "hidden:bidi"
	case r >= 0xE0000 && r <= 0xE007F:
		return loci.ClassHidden, "hidden:tag"
	case isVariation(r):
		return loci.ClassHidden, "hidden:variation"
	case unicode.Is(unicode.Co, r), isNoncharacter(r):
		return loci.ClassEncoding, "encoding:private"
	}
	return loci.ClassHidden, "hidden:zero_width"
}

// Clean drops the odd characters that copying leaves in a text and that say
// nothing: soft hyphens, byte order marks, zero-width spaces, direction marks
// without a direction to mark, the private characters of icon fonts.
func Clean(text string) string {
	_, odd := hidden(text)
	return without(text, odd)
}

// without returns the text without some of its spans, sorted and apart.
func without(text string, drop []span) string {
	if len(drop) == 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	done := 0
	for _, s := range drop {
		b.WriteString(text[done:s.start])
		done = s.end
	}
	b.WriteString(text[done:])
	return b.String()
}

// dropped relates places in a text to places in what without leaves of it.
type dropped struct {
	spans []span
	sums  []int // bytes in the spans before each, and in all
}

func newDropped(spans []span) dropped {
	d := dropped{spans, make([]int, 1, len(spans)+1)}
	for i, s := range spans {
		d.sums = append(d.sums, d.sums[i]+s.end-s.start)
	}
	return d
}

// lean is where a place of the text lies in what is left.
func (d dropped) lean(at int) int {
	n := sort.Search(len(d.spans), func(i int) bool { return d.spans[i].start >= at })
	if n > 0 {
		at = max(at, d.spans[n-1].end)
	}
	return at - d.sums[n]
}

// full is where a byte of what is left lies in the text.
func (d dropped) full(at int) int {
	n := sort.Search(len(d.spans), func(i int) bool { return d.spans[i].start-d.sums[i] > at })
	return at + d.sums[n]
}

// maxOdd is how many odd characters may follow each other. More are no
// accident: bits are written with them.
const maxOdd = 7

// hidden finds broken bytes and the invisible characters that deceive; apart
// from them, what is only odd, in short runs. What the text's script or its
// emoji need is neither.
func hidden(text string) (found []loci.Finding, odd []span) {
	if visibleASCII(text) {
		return nil, nil
	}
	add := func(class loci.Class, kind string, start, end int) {
		if n := len(found); n > 0 && found[n-1].Kind == kind && found[n-1].End == start {
			found[n-1].End = end
			return
		}
		found = append(found, loci.Finding{Class: class, Kind: kind, Start: start, End: end})
	}
	bidi := sync.OnceValue(func() bool { return bidiAllowed(text) })
	prev := rune(-1) // the last one that stays
	var run oddRun   // around i
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if plain(r) {
			prev, i = r, i+n
			continue
		}
		if i >= run.end && isOdd(r) {
			run = oddRunAt(text, i)
		}
		next := ' '
		if i+n < len(text) {
			next, _ = utf8.DecodeRuneInString(text[i+n:])
		}
		switch {
		case r == utf8.RuneError && n == 1:
			n = brokenLen(text[i:])
			add(loci.ClassEncoding, "encoding:utf8", i, i+n)
		case r == 0:
			add(loci.ClassEncoding, "encoding:nul", i, i+n)
		case isTag(r) && prev == 0x1F3F4 && flagLen(text[i:]) > 0:
			n = flagLen(text[i:])
		case !invisible(r) || needed(r, prev, next, bidi):
		case isOdd(r) && run.chars <= maxOdd:
			odd = append(odd, span{i, i + n})
			i += n
			continue
		default:
			class, kind := hiddenKind(r)
			add(class, kind, i, i+n)
		}
		prev, i = r, i+n
	}
	return found, odd
}

// isOdd reports whether an invisible character neither hides nor turns what
// stands around it. Joiners and selectors are odd where nothing needs them.
func isOdd(r rune) bool {
	switch {
	case r == 0x00AD, r >= 0x200B && r <= 0x200F, r == 0x061C, r == 0x3164, r == 0xFFA0, r == 0xFEFF:
		return true
	case r >= 0x2060 && r <= 0x2064, r >= 0x206A && r <= 0x206F, r >= 0xFE00 && r <= 0xFE0F, r >= 0xE000 && r <= 0xF8FF:
		return true
	}
	return isBidi(r) && !turns(r)
}

// turns reports whether r makes text run from right to left, or letters against
// their direction.
func turns(r rune) bool { return r == 0x202B || r == 0x202D || r == 0x202E || r == 0x2067 }

// hiddenInName finds broken bytes, line breaks and everything invisible but a
// script's joiners and what emoji need: two names that look the same must be
// the same.
func hiddenInName(value string) []loci.Finding {
	found, odd := hidden(value)
	for _, s := range odd {
		r, _ := utf8.DecodeRuneInString(value[s.start:])
		class, kind := hiddenKind(r)
		found = append(found, loci.Finding{Class: class, Kind: kind, Start: s.start, End: s.end})
	}
	for i, r := range value {
		switch {
		case unicode.IsSpace(r) && unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp):
			found = append(found, loci.Finding{Class: loci.ClassEncoding, Kind: "encoding:control", Start: i, End: i + utf8.RuneLen(r)})
		case r == 0x200B, isMark(r) || isBidi(r):
			class, kind := hiddenKind(r)
			found = append(found, loci.Finding{Class: class, Kind: kind, Start: i, End: i + utf8.RuneLen(r)})
		}
	}
	return apart(found)
}

// oddRun is a run of odd characters.
type oddRun struct{ end, chars int }

func oddRunAt(text string, start int) oddRun {
	run := oddRun{end: len(text)}
	for i, r := range text[start:] {
		if !isOdd(r) {
			run.end = start + i
			break
		}
		run.chars++
	}
	return run
}

func visibleASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= 0x7f || c < ' ' && c != '\n' && c != '\t' && c != '\r' {
			return false
		}
	}
	return true
}

// brokenLen is how many bytes one replacement character stands for: a
// surrogate half encoded on its own is three bytes and one character.
func brokenLen(s string) int {
	if len(s) >= 3 && s[0] == 0xED && s[1]&0xE0 == 0xA0 && s[2]&0xC0 == 0x80 {
		return 3
	}
	return 1
}

// flagLen is the length of the tag characters of a sub-national flag, 0 if they
// are not well formed.
func flagLen(s string) int {
	const cancel = 0xE007F
	size, tags := 0, 0
	for _, r := range s {
		size += utf8.RuneLen(r)
		switch c := r - 0xE0000; {
		case r == cancel && tags >= 2:
			return size
		case tags < 6 && (c >= '0' && c <= '9' || c >= 'a' && c <= 'z'):
			tags++
		default:
			return 0
		}
	}
	return 0
}

// joining lists the scripts whose spelling uses the zero-width joiners.
var joining = []*unicode.RangeTable{
	unicode.Arabic, unicode.Syriac, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati,
	unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala,
	unicode.Myanmar, unicode.Khmer, unicode.Mongolian, unicode.Nko, unicode.Tibetan,
}

// unspaced lists the scripts that mark word breaks with a zero-width space.
var unspaced = []*unicode.RangeTable{unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan}

// needed reports whether the invisible r belongs between prev and next.
func needed(r, prev, next rune, bidi func() bool) bool {
	switch {
	case r == 0x200C:
		return (unicode.In(prev, joining...) || unicode.In(next, joining...)) && !invisible(next)
	case r == 0x200D:
		return unicode.In(prev, joining...) && !invisible(next) || isEmoji(prev) && isEmoji(next) && !invisible(next)
	case r == 0x200B:
		return unicode.In(prev, unspaced...) || unicode.In(next, unspaced...)
	case isBidi(r), isMark(r):
		return bidi()
	case r == 0x180E, r >= 0x180B && r <= 0x180F:
		return unicode.Is(unicode.Mongolian, prev)
	case r == 0xFE0E, r == 0xFE0F:
		return isEmoji(prev) || unicode.In(prev, unicode.Sm, unicode.Po, unicode.Pd, unicode.Han) ||
			prev >= '0' && prev <= '9' || prev == 0x2139
	case isVariation(r):
		return unicode.In(prev, unicode.Han, unicode.Sm, unicode.Myanmar, unicode.Phags_Pa)
	}
	return false
}

func isEmoji(r rune) bool {
	return unicode.Is(unicode.So, r) || r >= 0x1F3FB && r <= 0x1F3FF || r == 0xFE0F || r == 0x2194 || r == 0x2195
}

// bidiAllowed reports whether the text may hold direction marks: it has
// letters that run right to left, and every embedding, override and isolate is
// closed in the right order.
func bidiAllowed(text string) bool {
	rtl := false
	var open []rune
	for _, r := range text {
		switch {
		case r >= 0x202A && r <= 0x202E && r != 0x202C:
			open = append(open, 0x202C)
		case r >= 0x2066 && r <= 0x2068:
			open = append(open, 0x2069)
		case r == 0x202C, r == 0x2069:
			if len(open) == 0 || open[len(open)-1] != r {
				return false
			}
			open = open[:len(open)-1]
		case !rtl && r >= 0x0590:
			rtl = unicode.In(r, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam)
		}
	}
	return rtl && len(open) == 0
}
