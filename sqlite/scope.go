package sqlite

import (
	"context"

	"github.com/locimem/loci"
)

const findScope = "SELECT id FROM scopes WHERE org = ? AND user = ? AND agent = ? AND project = ?"

// scopeID returns the number of a scope and gives it one if need be.
func (t tx) scopeID(s loci.Scope) (int64, error) {
	id, found, err := t.one(findScope, s.Org, s.User, s.Agent, s.Project)
	if found || err != nil {
		return id, err
	}
	err = t.exec("INSERT INTO scopes (org, user, agent, project) VALUES (?, ?, ?, ?)", s.Org, s.User, s.Agent, s.Project)
	return t.LastInsertRowID(), err
}

// scopeIDs returns the numbers of those scopes that have one, each once.
func (c *conn) scopeIDs(scopes []loci.Scope) ([]int64, error) {
	var ids []int64
	seen := make(map[loci.Scope]bool, len(scopes))
	for _, s := range scopes {
		if seen[s] {
			continue
		}
		seen[s] = true
		id, found, err := c.one(findScope, s.Org, s.User, s.Agent, s.Project)
		if err != nil {
			return nil, err
		}
		if found {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// scope reads the four columns of a scope.
func (r *rows) scope() loci.Scope {
	return loci.Scope{Org: r.text(), User: r.text(), Agent: r.text(), Project: r.text()}
}

// Scopes implements [loci.Loader].
func (s *Store) Scopes(ctx context.Context) ([]loci.Scope, error) {
	var out []loci.Scope
	err := s.read(ctx, func(c *conn) error {
		r := c.query(`SELECT org, user, agent, project FROM scopes s
			WHERE EXISTS (SELECT 1 FROM memories WHERE scope = s.id)
			   OR EXISTS (SELECT 1 FROM turns WHERE scope = s.id)
			   OR EXISTS (SELECT 1 FROM history WHERE scope = s.id)
			   OR EXISTS (SELECT 1 FROM tombstones WHERE scope = s.id)
			   OR EXISTS (SELECT 1 FROM reviews WHERE scope = s.id)
			ORDER BY org, user, agent, project`)
		for r.next() {
			out = append(out, r.scope())
		}
		return r.close()
	})
	return out, err
}

// Counts implements [loci.Loader].
func (s *Store) Counts(ctx context.Context, scopes []loci.Scope) (loci.Counts, error) {
	out := loci.Counts{Memories: map[loci.Status]int{}}
	err := s.read(ctx, func(c *conn) error {
		ids, err := c.scopeIDs(scopes)
		if err != nil {
			return err
		}
		for _, id := range ids {
			r := c.query("SELECT status, count(*) FROM memories WHERE scope = ? GROUP BY status", id)
			for r.next() {
				out.Memories[loci.Status(r.text())] += int(r.int())
			}
			if err := r.close(); err != nil {
				return err
			}
			turns, _, err := c.one("SELECT count(*) FROM turns WHERE scope = ?", id)
			if err != nil {
				return err
			}
			out.Turns += int(turns)
			waiting, _, err := c.one("SELECT count(*) FROM turns WHERE scope = ? AND waits = 1 AND blank = 0", id)
			if err != nil {
				return err
			}
			out.Waiting += int(waiting)
		}
		return nil
	})
	return out, err
}
