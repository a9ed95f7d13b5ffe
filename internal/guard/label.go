package guard

import (
	"slices"
	"strings"

	"github.com/locimem/loci"
)

// CheckLabel returns what must not stand in a name that a caller or its host
// sets: an org, user, agent or project, a conversation, a speaker, a tool; and
// in the reason for a change ("why"), which may be as long as a text. Names are
// compared byte for byte, so they are refused rather than rewritten: for
// secrets, broken or invisible characters, line breaks and excess length. A
// bare number is what hosts call their messages, and only by chance a card's.
func (g *Guard) CheckLabel(name, value string) []loci.Finding {
	if name == "why" {
		return forbidden(value, checkText(name, value, loci.MaxText))
	}
	return checkName(name, value, loci.MaxLabel)
}

func checkName(name, value string, limit int) []loci.Finding {
	out := forbidden(value, checkText(name, value, limit))
	if len(value) > limit {
		return out
	}
	out = slices.DeleteFunc(out, func(f loci.Finding) bool { return f.Class != loci.ClassSecret })
	return append(out, inField(name, hiddenInName(value))...)
}

// forbidden keeps the findings that a name must not have.
func forbidden(value string, found []loci.Finding) []loci.Finding {
	return slices.DeleteFunc(found, func(f loci.Finding) bool {
		switch f.Class {
		case loci.ClassSecret:
			return strings.HasPrefix(f.Kind, "card:") && bareNumber(value, f)
		case loci.ClassSize, loci.ClassHidden, loci.ClassEncoding:
			return false
		}
		return true
	})
}

// bareNumber reports whether a card's number is a run of digits with no word
// about cards beside it.
func bareNumber(value string, f loci.Finding) bool {
	return digits(value[f.Start:f.End], 12, 19) && !containsWord(foldString(value), cardRules().Words)
}
