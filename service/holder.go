package service

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/locimem/loci"
)

// holders names what else holds the words of memories, in any wording they ever
// had; with erase it is emptied of them first. It comes before the memories go:
// after them nobody knows what to look for. What cannot be asked may hold them.
func (s *Service) holders(ctx context.Context, ms []loci.Memory, erase bool) ([]string, error) {
	var out []string
	if len(s.opts.Holders) == 0 {
		return nil, nil
	}
	for scope, ms := range byScope(ms) {
		texts, err := s.wordings(ctx, scope, ms)
		if err != nil {
			return nil, err
		}
		for _, name := range s.holding(ctx, scope, texts, erase) {
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out, nil
}

// holding names what holds any of the texts of a scope, without texts anything
// of it; with erase it is emptied of them first.
func (s *Service) holding(ctx context.Context, scope loci.Scope, texts []string, erase bool) []string {
	var out []string
	for _, h := range s.opts.Holders {
		if holds(ctx, h, scope, texts, erase) {
			out = append(out, holderName(ctx, h, scope, texts))
		}
	}
	return out
}

// holds asks a holder, and with erase has it erase what it holds.
func holds(ctx context.Context, h loci.Holder, scope loci.Scope, texts []string, erase bool) bool {
	held, err := h.Holds(ctx, scope, texts)
	if held && erase && h.Erase(ctx, scope, texts) == nil {
		held, err = h.Holds(ctx, scope, texts)
	}
	return held || err != nil
}

// shownParts is how many parts of a holder are named.
const shownParts = 5

// holderName names a holder, and what in it holds the texts if it can tell.
func holderName(ctx context.Context, h loci.Holder, scope loci.Scope, texts []string) string {
	name := h.Name()
	whole, ok := h.(loci.PartHolder)
	if !ok {
		return name
	}
	parts, err := whole.Parts(ctx, scope, texts)
	if err != nil || len(parts) == 0 {
		return name
	}
	name += " " + strings.Join(parts[:min(len(parts), shownParts)], ", ")
	if more := len(parts) - shownParts; more > 0 {
		name += fmt.Sprintf(" and %d more", more)
	}
	return name
}

// wordings returns all that memories have ever said, and the user's words for it.
func (s *Service) wordings(ctx context.Context, scope loci.Scope, ms []loci.Memory) ([]string, error) {
	var out []string
	add := func(m loci.Memory) {
		for _, text := range append(m.Statements(), m.Quote) {
			if text != "" && !slices.Contains(out, text) {
				out = append(out, text)
			}
		}
	}
	for _, m := range ms {
		add(m)
		rows, err := s.store.History(ctx, loci.HistoryQuery{Scopes: []loci.Scope{scope}, Memory: m.ID})
		if err != nil {
			return nil, err
		}
		for _, e := range rows {
			if e.After != nil {
				add(*e.After)
			}
		}
	}
	return out, nil
}
