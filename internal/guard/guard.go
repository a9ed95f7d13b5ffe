// Package guard decides what may be kept. It reads every text on its way to a
// store and finds what must not be there (secrets, identity numbers, hidden
// characters, broken bytes, values over a limit) and what needs care (personal
// data, passing moods, text that orders an agent about).
//
// Rules are data: the files under rules/ hold formats, word lists and limits,
// and are read when first needed. All rules read a folded view of the text, so
// that a key in full-width letters or a card number in Persian digits is found
// like any other. A finding names a kind and a place, never the value.
package guard

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/locimem/loci"
)

// Options sets the guard's policy. The zero value is the strict one.
type Options struct {
	// AllowIdentity lets identity and bank numbers be stored. They are found
	// and tagged all the same.
	AllowIdentity bool
}

// Guard checks texts against one policy. It is safe for concurrent use.
type Guard struct{ opts Options }

// New returns a guard.
func New(o Options) *Guard { return &Guard{opts: o} }

// ScanTurn returns the text of a turn as it may be kept: broken UTF-8 and NUL
// become U+FFFD, hidden characters a visible escape such as \u{202E}, odd ones
// are dropped as Clean does, secrets and (unless allowed) identity numbers a label such as
// [secret:credential:github]. Personal data is found and left alone. The
// offsets of the findings are those of text as given. Scanning a clean text
// changes nothing.
//
// A text over loci.MaxTurn is not read: clean is empty and the one finding is
// of class size.
func (g *Guard) ScanTurn(text string) (clean string, findings []loci.Finding) {
	if len(text) > loci.MaxTurn {
		return "", []loci.Finding{{Class: loci.ClassSize, Kind: "limit:turn", End: len(text)}}
	}
	v := newView(text, nil)
	marks, odd := hidden(text)
	private := sensitive(text, v, odd)
	findings = append(slices.Clone(private), marks...)
	cuts := g.cuts(findings, odd)
	findings = append(findings, personal(v, private)...)
	slices.SortStableFunc(findings, byStart)
	return rewrite(text, cuts), findings
}

// unread stands for a line that is too long to be looked through.
const unread = "[too long to be read]"

// Redact returns a text of any length as a turn may be kept. What is too long for
// one is read in parts that end with a line; a line that is too long for one is
// left out.
func (g *Guard) Redact(text string) string {
	var out, part strings.Builder
	flush := func() {
		clean, _ := g.ScanTurn(part.String())
		out.WriteString(clean)
		part.Reset()
	}
	for line := range strings.Lines(text) {
		if part.Len()+len(line) > loci.MaxTurn {
			flush()
		}
		if len(line) > loci.MaxTurn {
			line = unread + line[len(strings.TrimRight(line, "\r\n")):]
		}
		part.WriteString(line)
	}
	flush()
	return out.String()
}

// checkText returns what is wrong with, or worth knowing about, one field of a
// record.
func checkText(field, text string, limit int) []loci.Finding {
	var out []loci.Finding
	if len(text) > limit {
		// what is refused for its size is not read any further: the guard's
		// cost is bounded by the limits
		out = []loci.Finding{{Class: loci.ClassSize, Kind: "limit:" + field, End: len(text)}}
	} else {
		v := newView(text, nil)
		marks, odd := hidden(text)
		private := sensitive(text, v, odd)
		out = append(append(slices.Clone(private), marks...), personal(v, private)...)
	}
	slices.SortStableFunc(out, byStart)
	return inField(field, out)
}

func inField(name string, found []loci.Finding) []loci.Finding {
	for i := range found {
		found[i].Field = name
	}
	return found
}

func byStart(a, b loci.Finding) int { return cmp.Compare(a.Start, b.Start) }

// Cuts reports whether what was found is private and may not stay in a turn.
func (g *Guard) Cuts(f loci.Finding) bool {
	return f.Class == loci.ClassSecret || f.Class == loci.ClassIdentity && !g.opts.AllowIdentity
}

// cuts selects the findings that change a turn, in order and apart: a secret
// swallows what is hidden in it. A cut without a class is dropped.
func (g *Guard) cuts(findings []loci.Finding, odd []span) []loci.Finding {
	var cuts []loci.Finding
	for _, s := range odd {
		cuts = append(cuts, loci.Finding{Start: s.start, End: s.end})
	}
	for _, f := range findings {
		if f.Class != loci.ClassIdentity || g.Cuts(f) {
			cuts = append(cuts, f)
		}
	}
	slices.SortStableFunc(cuts, func(a, b loci.Finding) int { return cmp.Or(byStart(a, b), b.End-a.End) })
	apart, end := cuts[:0], 0
	for _, f := range cuts {
		if f.Start >= end {
			apart, end = append(apart, f), f.End
		}
	}
	return apart
}

func rewrite(text string, cuts []loci.Finding) string {
	if len(cuts) == 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text) + 16*len(cuts))
	done := 0
	for _, f := range cuts {
		b.WriteString(text[done:f.Start])
		done = f.End
		if f.Class == "" {
			continue
		}
		if f.Class == loci.ClassSecret || f.Class == loci.ClassIdentity {
			b.WriteString(label(f.Kind))
			continue
		}
		for s := text[f.Start:f.End]; s != ""; {
			r, n := utf8.DecodeRuneInString(s)
			if r == utf8.RuneError && n == 1 {
				n = brokenLen(s)
			}
			if r == utf8.RuneError || r == 0 {
				b.WriteRune(utf8.RuneError)
			} else {
				b.WriteString(escape(r))
			}
			s = s[n:]
		}
	}
	b.WriteString(text[done:])
	return b.String()
}

const labelOpen = "[secret:"

// label is what stands in a turn in place of a secret.
func label(kind string) string { return labelOpen + kind + "]" }

// labelLen is the length of the label that s starts with, 0 if it does not.
func labelLen(s string) int {
	if !strings.HasPrefix(s, labelOpen) {
		return 0
	}
	for i := len(labelOpen); i < len(s) && i < 64; i++ {
		switch c := s[i]; {
		case c == ']' && i > len(labelOpen):
			return i + 1
		case !isLower(c) && !isDigit(c) && c != '_' && c != ':':
			return 0
		}
	}
	return 0
}

// joins may stand between what names a secret and the secret.
const joins = " \t:=\"'`*_-–—>("

// Torn reports whether a span of a scanned turn has lost what it was about: a
// label stands in it, or directly before or after it ("my PIN is [secret:pin]").
func Torn(turn string, start, end int) bool {
	before, after := strings.TrimRight(turn[:start], joins), strings.TrimLeft(turn[end:], joins)
	last := max(strings.LastIndex(before, labelOpen), 0)
	n := labelLen(before[last:])
	return strings.Contains(turn[start:end], labelOpen) || labelLen(after) > 0 || n > 0 && last+n == len(before)
}
