package inmem

import (
	"cmp"
	"context"
	"slices"

	"github.com/locimem/loci"
)

type turnKey struct {
	scope loci.Scope
	id    loci.TurnID
}

type turnRow struct {
	doc   loci.Doc
	turn  loci.Turn
	index loci.IndexEntry
}

func (t *tx) writeTurn(w loci.TurnWrite) error {
	turn := w.Turn
	turn.Time, turn.Kept = micro(turn.Time), micro(turn.Kept)
	key := turnKey{turn.Scope, turn.ID}
	row, found := t.turns[key]
	switch {
	case found && !w.Replace:
		return loci.Errorf(loci.Conflict, "turn %s exists", turn.ID)
	case !found && w.Replace:
		return loci.Errorf(loci.Conflict, "turn %s does not exist", turn.ID)
	case found && row.turn.Conversation != turn.Conversation:
		return loci.Errorf(loci.Invalid, "turn %s is of conversation %q", turn.ID, row.turn.Conversation)
	case !found:
		row.doc = t.nextTurn(turn.Scope, turn.Conversation)
	}
	row.turn, row.index = turn, cloneIndex(w.Index)
	put(t, t.turns, key, row)
	return nil
}

// nextTurn returns the handle of a turn that is not there yet. Turns are blanked
// and never removed, so that no handle comes back.
func (t *tx) nextTurn(scope loci.Scope, conversation string) loci.Doc {
	var latest, greatest loci.Doc
	for _, row := range t.turns {
		greatest = max(greatest, row.doc)
		if conversation != "" && row.turn.Conversation == conversation && row.turn.Scope == scope {
			latest = max(latest, row.doc)
		}
	}
	return loci.NextTurn(latest, greatest)
}

// Turns implements [loci.Loader].
func (s *Store) Turns(ctx context.Context, q loci.TurnQuery) ([]loci.Turn, error) {
	unlock, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	var found []turnRow
	for _, row := range s.rows.turns {
		t := row.turn
		if (q.AllScopes || slices.Contains(q.Scopes, t.Scope)) &&
			(!q.Waits || t.Waits && !t.Blank) &&
			among(q.IDs, t.ID) &&
			is(q.Conversation, t.Conversation) &&
			is(q.Role, t.Role) &&
			(q.NotSpeaker == "" || t.Speaker != q.NotSpeaker) &&
			(q.Since.IsZero() || !t.Time.Before(micro(q.Since))) &&
			(q.Until.IsZero() || t.Time.Before(micro(q.Until))) &&
			(q.KeptBefore.IsZero() || !t.Blank && !t.Kept.IsZero() && t.Kept.Before(micro(q.KeptBefore))) {
			found = append(found, row)
		}
	}
	slices.SortFunc(found, func(a, b turnRow) int {
		return cmp.Or(a.turn.Time.Compare(b.turn.Time), cmp.Compare(a.doc, b.doc))
	})
	if q.Newest {
		slices.Reverse(found)
	}
	var out []loci.Turn
	for _, row := range page(found, 0, q.Limit) {
		out = append(out, row.turn)
	}
	return out, nil
}
