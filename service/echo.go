package service

import (
	"context"
	"slices"
	"strings"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/retrieve"
	"github.com/locimem/loci/internal/text"
)

const (
	// echoDepth is how many turns of strangers are compared with what an agent
	// remembers.
	echoDepth = 5
	// echoShare is the share of a statement's words that a passage must have to
	// count as its source; a statement of fewer words than echoWords must stand
	// in it as it is.
	echoShare = 0.8
	echoWords = 4
)

// echoed finds the recent turn of a tool, a page or a document that an agent
// repeats, as long as what it said may wait in quarantine. Repeating a
// stranger's words does not make them one's own: they keep the stranger's
// origin, or every tool result would turn into a note.
func (s *Service) echoed(ctx context.Context, p loci.Principal, r loci.RememberRequest) (loci.Turn, bool) {
	said := strings.Join([]string{r.Text, r.Task, r.Outcome}, "\n")
	found, err := s.searchTurns(ctx, []loci.Scope{p.Scope}, retrieve.Analyse(said, s.opts.Languages...), echoDepth, loci.DocExternal)
	if err != nil {
		return loci.Turn{}, false
	}
	now := s.now(p)
	for _, t := range found {
		if t.Role.Origin().Tier() == loci.TierExternal && now.Sub(t.Time) <= loci.QuarantineLife && s.says(t.Text, said) {
			return t, true
		}
	}
	return loci.Turn{}, false
}

// says reports whether a passage of a text says the same in nearly the same
// words.
func (s *Service) says(passage, said string) bool {
	if containsRun(words(passage), words(said)) {
		return true
	}
	want := s.queryWords(said)
	if len(want) < echoWords {
		return false
	}
	size := len(text.Sentences(said)) + 1
	parts := text.Sentences(passage[:min(len(passage), loci.MaxExtract)])
	for i := range parts {
		window := strings.Join(parts[i:min(i+size, len(parts))], "")
		have, _ := retrieve.TurnTerms(loci.Turn{Text: window}, s.opts.Languages...)
		met := 0
		for _, forms := range want {
			if slices.ContainsFunc(have, func(t loci.TermCount) bool { return slices.Contains(forms, t.Term) }) {
				met++
			}
		}
		if float64(met) >= echoShare*float64(len(want)) {
			return true
		}
	}
	return false
}
