package service

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/locimem/loci"
)

// undoneBy begins the reason of an undo's history rows; the change that was
// taken back follows.
const undoneBy = "undo of "

// undoLookback bounds how many history rows are searched for the last change.
const undoLookback = 500

// Undo takes back a change: every memory that it touched is again as it was
// before. Taking back again reaches further back; an undo can be undone by
// naming it. What was forgotten does not come back.
func (s *Service) Undo(ctx context.Context, r loci.UndoRequest) (loci.UndoResult, error) {
	var result loci.UndoResult
	p, err := s.enter(ctx)
	if err != nil {
		return result, err
	}
	undone, err := s.changeToUndo(ctx, p, r.Change)
	if err != nil {
		return result, err
	}
	if err := mayUndo(p, undone); err != nil {
		return result, err
	}
	scope := undone[0].Scope
	if scope.User == loci.SharedUser && !p.Admin() {
		return result, loci.Errorf(loci.Denied, "only an admin may undo a change of the org's memories")
	}
	d, err := s.write(ctx, p, scope, func(d *draft) error {
		result = loci.UndoResult{Change: undone[0].Change, Undone: undone}
		seen := map[loci.ID]bool{}
		var steps []loci.Memory
		for _, e := range undone {
			if seen[e.Memory] {
				continue
			}
			seen[e.Memory] = true
			m, err := s.before(ctx, p, d, e)
			if err != nil {
				return err
			}
			steps = append(steps, m)
		}
		// What ends goes first, so that a slot is free for what returns.
		slices.SortStableFunc(steps, func(a, b loci.Memory) int { return rank(a) - rank(b) })
		for _, m := range steps {
			result.Memories = append(result.Memories, d.put(m, loci.HistoryUndo, undoneBy+string(result.Change)))
		}
		return nil
	})
	if errors.Is(err, loci.Conflict) && loci.HintOf(err) == "" {
		return result, loci.Errorf(loci.Conflict, "%w", err).WithHint("something newer stands in its place; retract that first, then undo again")
	}
	if err != nil {
		return result, err
	}
	result.By = d.change.Change
	result.Left, err = s.leftOf(ctx, p, conversationOf(undone))
	return result, err
}

// leftOf counts the changes of a conversation that an undo can still reach.
func (s *Service) leftOf(ctx context.Context, p loci.Principal, conversation string) (int, error) {
	if conversation == "" {
		return 0, nil
	}
	rows, err := s.undoable(ctx, p)
	left := map[loci.ChangeID]bool{}
	for _, e := range rows {
		if !forgot(e) && conversationOf([]loci.HistoryEntry{e}) == conversation {
			left[e.Change] = true
		}
	}
	return len(left), err
}

// conversationOf returns the conversation whose message brought a change about,
// empty if none did.
func conversationOf(rows []loci.HistoryEntry) string {
	for _, e := range rows {
		if end := strings.LastIndexByte(string(e.Turn), '/'); end > 0 {
			return string(e.Turn[:end])
		}
	}
	return ""
}

// mayUndo lets a program take back what it did itself. What a person did, and
// the trust that comes with it, only a person may bring back or take away.
func mayUndo(p loci.Principal, rows []loci.HistoryEntry) error {
	if p.Person() {
		return nil
	}
	for _, e := range rows {
		if e.Actor != p.Actor() {
			return loci.Errorf(loci.Denied, "only a person may undo what somebody else did").WithHint("ask the user, or run it at a terminal")
		}
	}
	return nil
}

func rank(m loci.Memory) int {
	if m.Status == loci.Superseded || m.Status == loci.Expired {
		return 0
	}
	return 1
}

// changeToUndo returns the rows of the change to take back.
func (s *Service) changeToUndo(ctx context.Context, p loci.Principal, change loci.ChangeID) ([]loci.HistoryEntry, error) {
	if change == "" {
		var err error
		if change, err = s.lastChange(ctx, p); err != nil {
			return nil, err
		}
	}
	rows, err := s.store.History(ctx, loci.HistoryQuery{Scopes: p.Visible(), Change: change})
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, loci.Errorf(loci.NotFound, "no change %q", change).WithHint("`loci history` lists changes")
	}
	if slices.ContainsFunc(rows, func(e loci.HistoryEntry) bool { return e.Op == loci.HistoryRevoke }) {
		return slices.DeleteFunc(rows, forgot), nil // quarantined text that went along was never anything
	}
	if slices.ContainsFunc(rows, forgot) {
		return nil, loci.Errorf(loci.Invalid, "what was forgotten cannot come back")
	}
	return rows, nil
}

func forgot(e loci.HistoryEntry) bool { return e.Op == loci.HistoryForget }

// lastChange finds the newest change that can be undone. A forgetting is never
// passed over in silence.
func (s *Service) lastChange(ctx context.Context, p loci.Principal) (loci.ChangeID, error) {
	rows, err := s.undoable(ctx, p)
	switch {
	case err != nil:
		return "", err
	case len(rows) == 0:
		return "", loci.Errorf(loci.NotFound, "there is nothing to undo")
	case forgot(rows[0]):
		return "", loci.Errorf(loci.Invalid, "the last change was a forgetting, and what was forgotten cannot come back").
			WithHint("`loci history` lists earlier changes; undo takes the id of one")
	}
	return rows[0].Change, nil
}

// undoable returns the newest rows of changes that are the principal's, and
// neither an undo, nor undone already, nor maintenance; forgettings stand among
// them.
func (s *Service) undoable(ctx context.Context, p loci.Principal) ([]loci.HistoryEntry, error) {
	rows, err := s.store.History(ctx, loci.HistoryQuery{Scopes: p.Visible(), Newest: true, Limit: undoLookback})
	if err != nil {
		return nil, err
	}
	var out []loci.HistoryEntry
	gone := takenBack(rows)
	for _, e := range rows {
		if !strings.HasPrefix(e.Actor, p.User+" via ") {
			continue // somebody else's, such as a shared memory
		}
		switch e.Op {
		case loci.HistoryForget:
			out = append(out, e)
		case loci.HistoryUndo, loci.HistoryExpire, loci.HistoryMerge:
		default:
			if !gone[e.Change] && e.After != nil {
				out = append(out, e)
			}
		}
	}
	return out, nil
}

// before returns a memory as it was before a history row: what is put back. A
// memory that did not exist before is retracted, so that its history stays.
func (s *Service) before(ctx context.Context, p loci.Principal, d *draft, e loci.HistoryEntry) (loci.Memory, error) {
	now, err := s.reload(ctx, loci.Memory{ID: e.Memory, Scope: e.Scope})
	if err != nil {
		return now, err
	}
	rows, err := s.store.History(ctx, loci.HistoryQuery{Scopes: p.Visible(), Memory: e.Memory})
	if err != nil {
		return now, err
	}
	if e.Op != loci.HistoryUndo {
		rows = standing(rows)
	}
	if len(rows) == 0 || rows[len(rows)-1].Change != e.Change {
		return now, loci.Errorf(loci.Conflict, "memory %s was changed again since", e.Memory.Short()).
			WithHint("undo the later change first; `loci history %s` lists them", e.Memory.Short())
	}
	var prior *loci.Memory
	for _, row := range rows {
		if row.Change == e.Change {
			break
		}
		prior = row.After
	}
	if prior == nil {
		now.Status, now.ValidTo = loci.Superseded, d.now.UTC()
		return now, nil
	}
	back := prior.Clone()
	back.Version = now.Version
	if back.Status == loci.Active || back.Status == loci.Hypothesis {
		back.ValidTo = time.Time{}
	}
	return back, nil
}

// standing leaves out of a memory's rows the changes that were taken back, and
// the taking back.
func standing(rows []loci.HistoryEntry) []loci.HistoryEntry {
	newest := slices.Clone(rows)
	slices.Reverse(newest)
	gone := takenBack(newest)
	return slices.DeleteFunc(slices.Clone(rows), func(e loci.HistoryEntry) bool { return e.Op == loci.HistoryUndo || gone[e.Change] })
}

// takenBack returns the changes that an undo took back which was not taken back
// itself. The rows are newest first.
func takenBack(rows []loci.HistoryEntry) map[loci.ChangeID]bool {
	gone := map[loci.ChangeID]bool{}
	for _, e := range rows {
		if e.Op == loci.HistoryUndo && !gone[e.Change] {
			gone[loci.ChangeID(strings.TrimPrefix(e.Why, undoneBy))] = true
		}
	}
	return gone
}
