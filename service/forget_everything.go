package service

import (
	"context"
	"slices"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/retrieve"
)

// forgetEverything erases all that a user has: a scope is one transaction. The
// ids of turns stay, and so do tombstones, so that neither a replay nor an old
// export brings anything back.
func (s *Service) forgetEverything(ctx context.Context, p loci.Principal, r loci.ForgetRequest) (loci.ForgetResult, error) {
	result := loci.ForgetResult{State: loci.ForgetPreview}
	began := s.now(p)
	scopes, err := s.ownScopes(ctx, p)
	if err != nil {
		return result, err
	}
	scopes = slices.DeleteFunc(scopes, func(sc loci.Scope) bool { return sc.User != p.User })
	result.Holders = addNames(nil, s.holding(ctx, p.Scope, nil, r.Threads && !r.Preview))
	for _, scope := range scopes {
		for _, name := range []string{scope.Agent, scope.Project} {
			if name != "" && !slices.Contains(result.Names, name) {
				result.Names = append(result.Names, name)
			}
		}
		if err := s.forgetScope(ctx, p, scope, r.Preview, &result); err != nil {
			return result, err
		}
	}
	if r.Preview {
		return result, nil
	}
	s.drainStruck(ctx, &result, began, func(t loci.Turn) loci.Turn {
		if t.Scope.Org == p.Org && t.Scope.User == p.User {
			t.Text, t.Speaker, t.Blank = "", "", true
		}
		return t
	})
	return result, s.scrub(ctx, &result)
}

func (s *Service) forgetScope(ctx context.Context, p loci.Principal, scope loci.Scope, preview bool, result *loci.ForgetResult) error {
	var memories []loci.Memory
	var turns int
	build := func(d *draft) error {
		var err error
		if memories, err = s.store.Memories(ctx, loci.MemoryQuery{Scopes: []loci.Scope{scope}}); err != nil {
			return err
		}
		all, err := s.store.Turns(ctx, loci.TurnQuery{Scopes: []loci.Scope{scope}})
		if err != nil {
			return err
		}
		rows, err := s.store.History(ctx, loci.HistoryQuery{Scopes: []loci.Scope{scope}})
		if err != nil {
			return err
		}
		past := map[loci.ID][]loci.HistoryEntry{}
		for _, e := range rows {
			past[e.Memory] = append(past[e.Memory], e)
		}
		for i, m := range memories {
			quotes, digests := wordingsOf(m, past[m.ID])
			d.bury(m, digests, quotes)
			d.erase(m, "")
			if !preview {
				memories[i] = loci.Memory{ID: m.ID, Scope: m.Scope}
			}
		}
		turns = 0
		for _, t := range all {
			if t.Blank && t.Speaker == "" {
				continue
			}
			d.buryTurn(t)
			t.Text, t.Speaker, t.Blank = "", "", true
			d.change.Turns = append(d.change.Turns, loci.TurnWrite{Turn: t, Replace: true, Index: s.turnEntry(t)})
			turns++
		}
		return nil
	}
	var err error
	if preview {
		err = build(s.newDraft(p, scope))
	} else {
		_, err = s.write(ctx, p, scope, build)
	}
	result.Memories = append(result.Memories, memories...)
	result.Turns += turns
	return err
}

// wordingsOf returns what a memory has ever said, by the turns that said it,
// and the digests of it.
func wordingsOf(m loci.Memory, rows []loci.HistoryEntry) (quotes map[loci.TurnID][]string, digests map[string]bool) {
	quotes, digests = map[loci.TurnID][]string{}, map[string]bool{retrieve.Digest(m): true}
	for _, e := range rows {
		if e.After != nil {
			quotes[e.After.Ref.Turn] = append(quotes[e.After.Ref.Turn], e.After.Quote, e.After.Text)
			quotes[e.Turn] = append(quotes[e.Turn], e.After.Text)
			digests[retrieve.Digest(*e.After)] = true
		}
	}
	return quotes, digests
}
