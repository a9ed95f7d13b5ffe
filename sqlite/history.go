package sqlite

import (
	"context"
	"encoding/json"
	"time"

	"github.com/locimem/loci"
)

// appendHistory writes the rows of a changeset to the end of the chain.
func (t tx) appendHistory(c loci.Changeset) error {
	if len(c.History) == 0 {
		return nil
	}
	seq, prev, err := t.lastHistory()
	if err != nil {
		return err
	}
	for _, e := range c.History {
		seq++
		e.Seq = seq
		if e.Change == "" {
			e.Change = c.Change
		}
		if e.At.IsZero() {
			e.At = c.At
		}
		if prev, err = t.appendEntry(e, prev); err != nil {
			return err
		}
	}
	return nil
}

// lastHistory returns the highest number ever given out and the hash that the
// next row is chained to. If the youngest rows have been cut off, their numbers
// stay missing.
func (t tx) lastHistory() (seq int64, hash string, err error) {
	hash, _, err = first(t.query(`SELECT
		coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'history'), 0),
		coalesce((SELECT hash FROM history ORDER BY seq DESC LIMIT 1), '')`),
		func(r *rows) (string, error) {
			seq = r.int()
			return r.text(), nil
		})
	return seq, hash, err
}

func (t tx) appendEntry(e loci.HistoryEntry, prev string) (hash string, err error) {
	scope, err := t.scopeID(e.Scope)
	if err != nil {
		return "", err
	}
	after, err := body(e.After)
	if err != nil {
		return "", err
	}
	mac := loci.BodyMAC(t.key, after, e.Why)
	hash = loci.ChainHash(t.key, prev, e, mac)
	return hash, t.exec(`INSERT INTO history (seq, change, scope, memory, op, actor, why, turn, at, after, body_mac, hash)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		e.Seq, string(e.Change), scope, string(e.Memory), string(e.Op), e.Actor, e.Why, string(e.Turn), stamp(e.At), text(after), mac, hash)
}

// body is the stored form of a memory in the history, nil for none. Its times
// are those that the memory's own row holds.
func body(after *loci.Memory) ([]byte, error) {
	if after == nil {
		return nil, nil
	}
	m := after.Clone()
	for _, t := range []*time.Time{
		&m.ValidFrom, &m.ValidTo, &m.Created, &m.Updated, &m.Said, &m.Confirmed, &m.Completed, &m.Expires,
	} {
		if !t.IsZero() {
			*t = t.UTC().Truncate(time.Microsecond)
		}
	}
	return json.Marshal(m)
}

func (t tx) blankHistory(id loci.ID) error {
	return t.exec("UPDATE history SET after = NULL, why = iif(op IN (?, ?), why, '') WHERE memory = ? AND after IS NOT NULL",
		string(loci.HistoryUndo), string(loci.HistoryRevoke), string(id))
}

const historyColumns = `h.seq, h.change, org, user, agent, project, h.memory, h.op, h.actor, h.why, h.turn, h.at, h.hash, h.after`

const fromHistory = " FROM history h JOIN scopes s ON s.id = h.scope"

func (r *rows) history() (loci.HistoryEntry, error) {
	e, _, err := r.historyBody()
	return e, err
}

// historyBody returns the row and the bytes of its body, nil for none.
func (r *rows) historyBody() (e loci.HistoryEntry, body []byte, err error) {
	e = loci.HistoryEntry{
		Seq: r.int(), Change: loci.ChangeID(r.text()), Scope: r.scope(), Memory: loci.ID(r.text()),
		Op: loci.HistoryOp(r.text()), Actor: r.text(), Why: r.text(), Turn: loci.TurnID(r.text()), At: r.time(), Hash: r.text(),
	}
	body = r.blob()
	return e, body, fromJSON(body, &e.After)
}

// History implements [loci.Historian].
func (s *Store) History(ctx context.Context, q loci.HistoryQuery) ([]loci.HistoryEntry, error) {
	var out []loci.HistoryEntry
	err := s.read(ctx, func(c *conn) error {
		scopes, err := c.scopeIDs(q.Scopes)
		if err != nil || len(scopes) == 0 {
			return err
		}
		var f filter
		f.scopes("h.scope", scopes)
		f.is("h.memory", string(q.Memory))
		f.is("h.change", string(q.Change))
		order := " ORDER BY h.seq"
		if q.Newest {
			order = " ORDER BY h.seq DESC"
		}
		page, args := limit(q.Limit, 0)
		r := c.query("SELECT "+historyColumns+fromHistory+f.String()+order+page, append(f.args, args...)...)
		for r.next() {
			e, err := r.history()
			if err != nil {
				r.err = err
			}
			out = append(out, e)
		}
		return r.close()
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}
