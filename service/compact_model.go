package service

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
	"github.com/locimem/loci/internal/timex"
)

// coverage is how much of a fact's words a profile must have for the fact to
// count as said: a model may put it in other words, but not leave it out.
const coverage = 0.5

// compose has the model write a profile, and says what that cost. An answer that
// leaves something out or adds something is refused whole: nothing may be lost
// by being shortened.
func (s *Service) compose(ctx context.Context, parts []loci.Memory) (string, loci.StepStats, error) {
	facts := make([]string, len(parts))
	for i, m := range parts {
		facts[i] = "- " + statement(m)
	}
	start := time.Now()
	done, err := shielded(ctx, s.opts.ModelTimeout, "the model", func(ctx context.Context) (loci.Completion, error) {
		return s.opts.Compactor.Complete(ctx, loci.Prompt{Instructions: compactPrompt, Input: strings.Join(facts, "\n")})
	})
	answer := markdown(done.Text)
	if err != nil {
		err = loci.Errorf(loci.Unavailable, "the model did not write the profile: %w", err).WithHint("try again, or leave the model out")
	} else {
		err = checkProfile(parts, facts, answer)
	}
	cost := loci.StepStats{Step: stepModel, Calls: 1, Took: time.Since(start), Usage: done.Usage}
	if err != nil {
		cost.Failed = 1
	}
	return answer, cost, err
}

// checkProfile refuses a profile that says more or less than the facts.
func checkProfile(parts []loci.Memory, facts []string, answer string) error {
	lost := missing(parts, answer)
	switch {
	case len(answer) > loci.MaxProfile:
		return refusedProfile("it is %d bytes; the limit is %d", len(answer), loci.MaxProfile)
	case len(lost) > 0:
		return refusedProfile("it leaves out %d of %d facts, such as %q", len(lost), len(parts), lost[0])
	}
	if more := added(parts, facts, answer); more != "" {
		return refusedProfile("it adds %q", more)
	}
	return nil
}

func refusedProfile(format string, args ...any) error {
	return loci.Errorf(loci.Unavailable, "the model's profile was not taken, nothing has changed: "+format, args...).
		WithHint("try again, or leave the model out")
}

// markdown keeps the headings and points of an answer.
func markdown(answer string) string {
	var lines []string
	for line := range strings.Lines(answer) {
		line = text.Normalize(line)
		if rest, ok := strings.CutPrefix(line, "* "); ok {
			line = "- " + rest
		}
		if strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// missing returns the facts that a text does not say: most of their words, or
// one of their details, is not in it.
func missing(parts []loci.Memory, said string) []string {
	have := details(said, "")
	folded := text.Fold(said)
	words := map[string][]string{} // by language: stems differ
	var out []string
	for _, m := range parts {
		if words[m.Lang] == nil {
			words[m.Lang] = text.Terms(said, m.Lang)
		}
		lost := share(text.Terms(statement(m), m.Lang), words[m.Lang]) < coverage
		for _, detail := range details(statement(m), m.Lang) {
			lost = lost || !slices.Contains(have, detail) && !strings.Contains(folded, detail)
		}
		if lost {
			out = append(out, m.Text)
		}
	}
	return out
}

func share(of, in []string) float64 {
	n := 0
	for _, term := range of {
		if slices.Contains(in, term) {
			n++
		}
	}
	if len(of) == 0 {
		return 1
	}
	return float64(n) / float64(len(of))
}

// headingWords is how long a heading may be that has words of its own.
const headingWords = 4

// added returns what a text says and no fact does: a number, an address, or a
// line most of whose words stand in no fact. A model may have read a stranger's
// words, and in a profile they would be the user's.
func added(parts []loci.Memory, facts []string, said string) string {
	have := details(strings.Join(facts, "\n"), "")
	for _, detail := range details(said, "") {
		if !slices.Contains(have, detail) {
			return detail
		}
	}
	langs := map[string]bool{}
	for _, m := range parts {
		langs[m.Lang] = true
	}
	for line := range strings.Lines(said) {
		if strings.HasPrefix(line, "#") && len(strings.Fields(line)) <= headingWords+1 {
			continue
		}
		if !covered(line, strings.Join(facts, "\n"), langs) {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// covered reports whether a text has most words of a line, in one of the
// languages.
func covered(line, by string, langs map[string]bool) bool {
	for lang := range langs {
		if share(text.Terms(line, lang), text.Terms(by, lang)) >= coverage {
			return true
		}
	}
	return false
}

// details returns what must not get lost when words change, folded: numbers,
// identifiers, addresses and, where the language is known, dates.
func details(s, lang string) []string {
	var out []string
	for _, t := range text.Tokens(s) {
		if strings.ContainsFunc(t.Text, unicode.IsDigit) {
			out = append(out, t.Norm)
		}
	}
	for field := range strings.FieldsSeq(s) {
		field = strings.TrimFunc(field, func(r rune) bool { return unicode.IsPunct(r) && r != '/' })
		if strings.Contains(field, "://") || strings.Contains(field, "@") || strings.HasPrefix(field, "www.") {
			out = append(out, text.Fold(field))
		}
	}
	if lang != "" {
		for _, span := range timex.Find(s, timex.Options{Langs: []string{lang}}) {
			out = append(out, text.Fold(span.Text))
		}
	}
	return out
}
