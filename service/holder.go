package service

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/locimem/loci"
)

// held is something besides the store that holds what is forgotten.
type held struct {
	Holder string   `json:"holder"`
	Parts  []string `json:"parts,omitempty"` // what in it, if it can tell
}

// shownParts is how many parts of a holder are named.
const shownParts = 5

// String names a holder and its parts for a person.
func (h held) String() string {
	if len(h.Parts) == 0 {
		return h.Holder
	}
	name := h.Holder + " " + strings.Join(h.Parts[:min(len(h.Parts), shownParts)], ", ")
	if more := len(h.Parts) - shownParts; more > 0 {
		name += fmt.Sprintf(" and %d more", more)
	}
	return name
}

// addNames adds the names of what holds a text to a list, each once.
func addNames(names []string, by []held) []string {
	for _, h := range by {
		if name := h.String(); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// holders names what else holds the words of memories.
func (s *Service) holders(ctx context.Context, ms []loci.Memory) ([]string, error) {
	var out []string
	for scope, ms := range byScope(ms) {
		by, err := s.heldBy(ctx, scope, ms, false)
		if err != nil {
			return nil, err
		}
		out = addNames(out, by)
	}
	return out, nil
}

// heldBy tells what else holds the words of memories of a scope, in any wording
// they ever had; with erase it is emptied of them first. It comes before the
// memories go: after them nobody knows what to look for. What cannot be asked may
// hold them.
func (s *Service) heldBy(ctx context.Context, scope loci.Scope, ms []loci.Memory, erase bool) ([]held, error) {
	if len(s.opts.Holders) == 0 {
		return nil, nil
	}
	texts, err := s.wordings(ctx, scope, ms)
	if err != nil {
		return nil, err
	}
	return s.holding(ctx, scope, texts, erase), nil
}

// holding tells what holds any of the texts of a scope, without texts anything
// of it; with erase it is emptied of them first.
func (s *Service) holding(ctx context.Context, scope loci.Scope, texts []string, erase bool) []held {
	var out []held
	for _, h := range s.opts.Holders {
		if !holds(ctx, h, scope, texts, erase) {
			continue
		}
		by := held{Holder: h.Name()}
		if whole, ok := h.(loci.PartHolder); ok {
			by.Parts, _ = whole.Parts(ctx, scope, texts) // one that cannot tell holds it all the same
		}
		out = append(out, by)
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
