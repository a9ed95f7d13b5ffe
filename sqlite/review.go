package sqlite

import (
	"context"

	"github.com/locimem/loci"
)

func (t tx) writeTombstone(ts loci.Tombstone) error {
	scope, err := t.scopeID(ts.Scope)
	if err != nil {
		return err
	}
	return t.exec("INSERT INTO tombstones (scope, mac, turn, at) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET at = max(at, excluded.at)",
		scope, ts.MAC, string(ts.Turn), stamp(ts.At))
}

func (t tx) writeReview(r loci.Review) error {
	scope, err := t.scopeID(r.Scope)
	if err != nil {
		return err
	}
	return t.exec(`INSERT OR REPLACE INTO reviews (id, scope, kind, memory, other, note, created, done)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		r.ID, scope, string(r.Kind), string(r.Memory), string(r.Other), r.Note, stamp(r.Created), optional(r.Done))
}

// Tombstones implements [loci.Loader].
func (s *Store) Tombstones(ctx context.Context, scope loci.Scope, macs []string) ([]loci.Tombstone, error) {
	var out []loci.Tombstone
	err := s.read(ctx, func(c *conn) error {
		ids, err := c.scopeIDs([]loci.Scope{scope})
		if err != nil || len(ids) == 0 || len(macs) == 0 {
			return err
		}
		var f filter
		f.scopes("scope", ids)
		among(&f, "mac", "IN", macs)
		r := c.query("SELECT mac, turn, at FROM tombstones"+f.String()+" ORDER BY mac, turn", f.args...)
		for r.next() {
			out = append(out, loci.Tombstone{Scope: scope, MAC: r.text(), Turn: loci.TurnID(r.text()), At: r.time()})
		}
		return r.close()
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Reviews implements [loci.Loader].
func (s *Store) Reviews(ctx context.Context, q loci.ReviewQuery) ([]loci.Review, error) {
	var out []loci.Review
	err := s.read(ctx, func(c *conn) error {
		ids, err := c.scopeIDs(q.Scopes)
		if err != nil || len(ids) == 0 {
			return err
		}
		var f filter
		f.add("(r.done IS NOT NULL) = ?", q.Done)
		f.scopes("r.scope", ids)
		r := c.query(`SELECT org, user, agent, project, r.id, r.kind, r.memory, r.other, r.note, r.created, r.done
			FROM reviews r JOIN scopes s ON s.id = r.scope`+f.String()+" ORDER BY r.created, r.id", f.args...)
		for r.next() {
			out = append(out, loci.Review{
				Scope: r.scope(), ID: r.text(), Kind: loci.ReviewKind(r.text()),
				Memory: loci.ID(r.text()), Other: loci.ID(r.text()), Note: r.text(), Created: r.time(), Done: r.time(),
			})
		}
		return r.close()
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}
