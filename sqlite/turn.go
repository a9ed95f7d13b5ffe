package sqlite

import (
	"context"

	"github.com/locimem/loci"
)

const turnColumns = `org, user, agent, project,
	t.id, t.conversation, t.role, t.speaker, t.text, t.time, t.zone, t.kept, t.blank, t.waits, t.imported`

const (
	fromTurns = " FROM turns t JOIN scopes s ON s.id = t.scope"
	turnByDoc = "SELECT " + turnColumns + fromTurns + " WHERE t.doc = ?"
)

func (r *rows) turn() (loci.Turn, error) {
	return loci.Turn{
		Scope: r.scope(), ID: loci.TurnID(r.text()), Conversation: r.text(),
		Role: loci.TurnRole(r.text()), Speaker: r.text(), Text: r.text(),
		Time: r.time(), Zone: r.text(), Kept: r.time(), Blank: r.bool(), Waits: r.bool(), Imported: r.bool(),
	}, nil
}

func (t tx) writeTurn(w loci.TurnWrite) error {
	turn := &w.Turn
	scope, err := t.scopeID(turn.Scope)
	if err != nil {
		return err
	}
	old, stored, err := t.indexedTurn(scope, turn.ID)
	switch {
	case err != nil:
		return err
	case stored && !w.Replace:
		return loci.Errorf(loci.Conflict, "turn %s exists", turn.ID)
	case !stored && w.Replace:
		return loci.Errorf(loci.Conflict, "turn %s does not exist", turn.ID)
	case stored && old.conversation != turn.Conversation:
		return loci.Errorf(loci.Invalid, "turn %s is of conversation %q", turn.ID, old.conversation)
	}
	fresh := document{doc: old.doc, scope: scope, entry: w.Index}
	args := []any{
		turn.Conversation, string(turn.Role), turn.Speaker, turn.Text, stamp(turn.Time), turn.Zone,
		optional(turn.Kept), turn.Blank, turn.Waits, turn.Imported, int(w.Index.Kind), w.Index.Len, fresh.terms(),
	}
	if stored {
		err = t.exec(`UPDATE turns SET conversation = ?, role = ?, speaker = ?, text = ?, time = ?, zone = ?,
			kept = ?, blank = ?, waits = ?, imported = ?, index_kind = ?, index_len = ?, index_terms = ? WHERE doc = ?`,
			append(args, int64(old.doc))...)
	} else if fresh.doc, err = t.nextTurn(scope, turn.Conversation); err == nil {
		err = t.exec(`INSERT INTO turns (conversation, role, speaker, text, time, zone,
			kept, blank, waits, imported, index_kind, index_len, index_terms, scope, id, doc) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			append(args, scope, string(turn.ID), int64(fresh.doc))...)
	}
	if err != nil {
		return err
	}
	return t.repost(old.document, fresh)
}

// nextTurn returns the handle of a turn that is not there yet.
func (t tx) nextTurn(scope int64, conversation string) (loci.Doc, error) {
	greatest, _, err := t.one("SELECT coalesce(max(doc), 0) FROM turns")
	if err != nil || conversation == "" {
		return loci.NextTurn(0, loci.Doc(greatest)), err
	}
	latest, _, err := t.one("SELECT coalesce(max(doc), 0) FROM turns WHERE scope = ? AND conversation = ?", scope, conversation)
	return loci.NextTurn(loci.Doc(latest), loci.Doc(greatest)), err
}

type indexedTurn struct {
	document
	conversation string
}

// indexedTurn returns what the index holds of a turn, and whether there is one.
func (t tx) indexedTurn(scope int64, id loci.TurnID) (indexedTurn, bool, error) {
	return first(t.query("SELECT conversation, doc, index_kind, index_len, index_terms FROM turns WHERE scope = ? AND id = ?", scope, string(id)),
		func(r *rows) (d indexedTurn, err error) {
			d.conversation, d.doc, d.scope = r.text(), loci.Doc(r.int()), scope
			d.entry, err = r.index()
			return d, err
		})
}

// Turns implements [loci.Loader].
func (s *Store) Turns(ctx context.Context, q loci.TurnQuery) ([]loci.Turn, error) {
	var out []loci.Turn
	err := s.read(ctx, func(c *conn) error {
		var f filter
		if !q.AllScopes {
			scopes, err := c.scopeIDs(q.Scopes)
			if err != nil || len(scopes) == 0 {
				return err
			}
			f.scopes("t.scope", scopes)
		}
		if q.Waits {
			f.add("t.waits = 1 AND t.blank = 0")
		}
		among(&f, "t.id", "IN", q.IDs)
		f.is("t.conversation", q.Conversation)
		f.is("t.role", string(q.Role))
		if q.NotSpeaker != "" {
			f.add("t.speaker <> ?", q.NotSpeaker)
		}
		if !q.Since.IsZero() {
			f.add("t.time >= ?", stamp(q.Since))
		}
		if !q.Until.IsZero() {
			f.add("t.time < ?", stamp(q.Until))
		}
		if !q.KeptBefore.IsZero() {
			f.add("t.kept < ? AND t.blank = 0", stamp(q.KeptBefore))
		}
		order := " ORDER BY t.time, t.doc"
		if q.Newest {
			order = " ORDER BY t.time DESC, t.doc DESC"
		}
		page, args := limit(q.Limit, 0)
		r := c.query("SELECT "+turnColumns+fromTurns+f.String()+order+page, append(f.args, args...)...)
		for r.next() {
			turn, _ := r.turn()
			out = append(out, turn)
		}
		return r.close()
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}
