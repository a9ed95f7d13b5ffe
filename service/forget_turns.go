package service

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/guard"
	"github.com/locimem/loci/internal/resolve"
	"github.com/locimem/loci/internal/retrieve"
	"github.com/locimem/loci/internal/text"
)

// forgottenMark stands in a turn where words were erased.
const forgottenMark = "[forgotten]"

// turnsWith returns the kept turns of a person's own scopes in which one
// sentence has all the words; none without words, and none for a program.
func (s *Service) turnsWith(ctx context.Context, p loci.Principal, query string) ([]loci.Turn, error) {
	if len(s.queryWords(query)) == 0 || !p.Person() {
		return nil, nil
	}
	scopes := slices.DeleteFunc(p.Visible(), func(sc loci.Scope) bool { return sc.User == loci.SharedUser })
	turns, err := s.searchTurns(ctx, scopes, retrieve.Analyse(query, s.opts.Languages...), everything, loci.TurnDocs()...)
	return slices.DeleteFunc(turns, func(t loci.Turn) bool { return s.strike(t, nil, s.wordsFor(t, query)).Text == t.Text }), err
}

// strikeWords erases the sentences that have all the words. It counts the turns
// that were as they are given: in another, what went with a memory has been
// counted.
func (s *Service) strikeWords(ctx context.Context, p loci.Principal, turns []loci.Turn, query string) (int, error) {
	struck := 0
	for _, t := range turns {
		found := false
		_, err := s.write(ctx, p, t.Scope, func(d *draft) error {
			now, err := s.store.Turns(ctx, loci.TurnQuery{Scopes: []loci.Scope{t.Scope}, IDs: []loci.TurnID{t.ID}})
			if err != nil || len(now) == 0 {
				return err
			}
			found = now[0].Text == t.Text
			said := s.wordsFor(t, query)
			if next := s.strike(now[0], nil, said); next.Text != now[0].Text {
				d.buryIn(now[0], said)
				d.buryWords(now[0], next)
				d.change.Turns = append(d.change.Turns, loci.TurnWrite{Turn: next, Replace: true, Index: s.turnEntry(next)})
			}
			return nil
		})
		if err != nil {
			return struck, err
		}
		if found {
			struck++
		}
	}
	return struck, nil
}

// wordsFor returns the words of a query as a turn may have them.
func (s *Service) wordsFor(t loci.Turn, query string) [][]string {
	return s.queryWords(query, text.Detect(t.Text, s.opts.Languages...))
}

// shownExcerpts is how many messages a preview shows.
const shownExcerpts = 10

func excerpts(turns []loci.Turn, query string) []string {
	var out []string
	for _, t := range turns[:min(len(turns), shownExcerpts)] {
		out = append(out, retrieve.Excerpt(t.Text, retrieve.Analyse(query), excerptLen/2))
	}
	return out
}

// strikeTurns erases a memory's words from the turns that said, closed or
// repeat them, and leaves tombstones, so that
// neither the same turn read again nor an old export brings anything back.
func (s *Service) strikeTurns(ctx context.Context, d *draft, m loci.Memory, struck map[loci.TurnID]loci.Turn) error {
	rows, err := s.store.History(ctx, loci.HistoryQuery{Scopes: []loci.Scope{m.Scope}, Memory: m.ID})
	if err != nil {
		return err
	}
	quotes, digests := wordingsOf(m, rows)
	d.bury(m, digests, quotes)
	told, err := s.store.Turns(ctx, loci.TurnQuery{Scopes: []loci.Scope{m.Scope}, IDs: slices.Collect(maps.Keys(quotes))})
	if err != nil {
		return err
	}
	echoes, err := s.echoes(ctx, m)
	if err != nil {
		return err
	}
	said := s.queryWords(m.Text)
	for _, t := range append(told, echoes...) {
		if prior, ok := struck[t.ID]; ok {
			t = prior
		}
		next := s.strike(t, append(quotes[t.ID], m.Text), said)
		if _, part := quotes[t.ID]; part {
			for _, value := range resolve.Words(m.Value) { // "I no longer live there" says it too, in any language
				next = s.strike(next, nil, s.queryWords(value))
			}
		}
		if next.Text != t.Text {
			d.buryWords(t, next)
			struck[t.ID] = next
		}
	}
	return nil
}

// bury leaves the tombstones of a memory: for each of its wordings and for
// itself, by the turns that said it.
func (d *draft) bury(m loci.Memory, digests map[string]bool, quotes map[loci.TurnID][]string) {
	macs := []string{d.s.mac("id", string(m.ID))}
	for digest := range digests {
		macs = append(macs, d.s.mac(digest))
	}
	quotes[m.Ref.Turn] = append(quotes[m.Ref.Turn], m.Quote)
	for turn := range quotes {
		for _, mac := range macs {
			d.change.Tombstones = append(d.change.Tombstones, loci.Tombstone{Scope: m.Scope, MAC: mac, Turn: turn, At: d.now.UTC()})
		}
	}
}

// buryIn leaves tombstones of the sentences of a turn that have all the words,
// as they would be remembered: what no memory rests on yet shall not become one.
func (d *draft) buryIn(t loci.Turn, said [][]string) {
	for _, part := range sentences(t.Text) {
		if d.s.turnHas(loci.Turn{Text: part, Role: t.Role, Speaker: t.Speaker}, said) {
			c := tidy(d.s.statement(part, "", t.Time))
			digest := retrieve.Digest(d.record(c, guard.Verdict{}, t.Time))
			d.change.Tombstones = append(d.change.Tombstones, loci.Tombstone{Scope: t.Scope, MAC: d.s.mac(digest), Turn: t.ID, At: d.now.UTC()})
		}
	}
}

// echoes returns turns that have all the words of a memory, such as the
// assistant's "noted: you are allergic to peanuts".
func (s *Service) echoes(ctx context.Context, m loci.Memory) ([]loci.Turn, error) {
	words := s.queryWords(m.Text)
	turns, err := s.searchTurns(ctx, []loci.Scope{m.Scope}, retrieve.Analyse(m.Text, m.Lang), everything, loci.TurnDocs()...)
	return slices.DeleteFunc(turns, func(t loci.Turn) bool { return !s.turnHas(t, words) }), err
}

// strike replaces the quotes in a turn, and every sentence that has all the
// words. A turn of which no word is left becomes blank.
func (s *Service) strike(t loci.Turn, quotes []string, said [][]string) loci.Turn {
	for _, q := range quotes {
		t.Text = cutRun(t.Text, words(q))
	}
	parts := sentences(t.Text)
	for i, part := range parts {
		if s.turnHas(loci.Turn{Text: part, Role: t.Role, Speaker: t.Speaker}, said) {
			parts[i] = forgottenMark + " "
		}
	}
	t.Text = strings.Join(parts, "")
	return blanked(t)
}

// cutRun replaces the run of words in s, whatever stands between them.
func cutRun(s string, run []string) string {
	tokens := text.Tokens(s)
	for i := 0; len(run) > 0 && i+len(run) <= len(tokens); i++ {
		match := true
		for j, w := range run {
			match = match && tokens[i+j].Norm == w
		}
		if match {
			return s[:tokens[i].Start] + forgottenMark + cutRun(s[tokens[i+len(run)-1].End:], run)
		}
	}
	return s
}
