package sqlite

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/locimem/loci/checkpoint"
)

// thread narrows to the threads that have what is not empty.
func (f *filter) thread(org, user, name string) {
	f.is("t.org", org)
	f.is("t.user", user)
	f.is("t.name", name)
}

// Threads implements [checkpoint.BlobStore].
func (s *Store) Threads(ctx context.Context, q checkpoint.ThreadQuery) ([]checkpoint.ThreadInfo, error) {
	var f filter
	f.thread(q.Org, q.User, q.ID)
	if q.After != (checkpoint.Thread{}) {
		f.add("(t.org, t.user, t.name) > (?, ?, ?)", q.After.Org, q.After.User, q.After.ID)
	}
	if q.Before != "" {
		f.add("t.id IN (SELECT thread FROM checkpoints WHERE id < ?)", checkpointID(q.Before))
	}
	page, args := limit(q.Limit, 0)
	var out []checkpoint.ThreadInfo
	err := s.read(ctx, func(c *conn) error {
		r := c.query(`SELECT t.org, t.user, t.name,
			(SELECT count(*) FROM checkpoints WHERE thread = t.id),
			(SELECT min(id) FROM checkpoints WHERE thread = t.id), (SELECT max(id) FROM checkpoints WHERE thread = t.id),
			(SELECT coalesce(sum(length(body)), 0) FROM checkpoints WHERE thread = t.id) +
			(SELECT coalesce(sum(length(body)), 0) FROM blobs WHERE thread = t.id) +
			(SELECT coalesce(sum(length(body)), 0) FROM writes WHERE thread = t.id)
			FROM threads t`+f.String()+" ORDER BY t.org, t.user, t.name"+page, append(f.args, args...)...)
		for r.next() {
			out = append(out, checkpoint.ThreadInfo{
				Thread: r.thread(), Checkpoints: int(r.int()),
				First: r.checkpointID(), Last: r.checkpointID(), Bytes: r.int(),
			})
		}
		return r.close()
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

func (r *rows) thread() checkpoint.Thread {
	return checkpoint.Thread{Org: r.text(), User: r.text(), ID: r.text()}
}

// Checkpoints implements [checkpoint.BlobStore].
func (s *Store) Checkpoints(ctx context.Context, q checkpoint.RowQuery) ([]checkpoint.Row, error) {
	var f filter
	f.thread(q.Org, q.User, q.ID)
	if q.Namespace != nil {
		f.add("c.namespace = ?", *q.Namespace)
	}
	if q.IDs != nil {
		data, _ := json.Marshal(q.IDs) // strings always marshal
		f.add("c.id IN (SELECT unhex(value, '-') FROM json_each(?))", string(data))
	}
	if q.Before != "" {
		f.add("c.id < ?", checkpointID(q.Before))
	}
	if a := q.After; a != nil {
		f.add("(c.id < ? OR c.id = ? AND (t.org, t.user, t.name, c.namespace) > (?, ?, ?, ?))",
			checkpointID(a.ID), checkpointID(a.ID), a.Thread.Org, a.Thread.User, a.Thread.ID, a.Namespace)
	}
	f.is("c.source", string(q.Source))
	if q.Step != nil {
		f.add("c.step = ?", *q.Step)
	}
	f.is("c.run", q.Run)
	body := "c.body"
	if q.Bare {
		body = "NULL"
	}
	page, args := limit(q.Limit, 0)
	var out []checkpoint.Row
	err := s.read(ctx, func(c *conn) error {
		r := c.query(`SELECT t.org, t.user, t.name, c.namespace, c.id, c.parent, c.step, c.source, c.run, c.clear, `+body+`
			FROM checkpoints c JOIN threads t ON t.id = c.thread`+f.String()+`
			ORDER BY c.id DESC, t.org, t.user, t.name, c.namespace`+page, append(f.args, args...)...)
		for r.next() {
			out = append(out, checkpoint.Row{
				Thread: r.thread(), Namespace: r.text(), ID: r.checkpointID(), Parent: r.checkpointID(),
				Step: int(r.int()), Source: checkpoint.Source(r.text()), Run: r.text(), Clear: r.blob(), Body: r.blob(),
			})
		}
		return r.close()
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Blobs implements [checkpoint.BlobStore].
func (s *Store) Blobs(ctx context.Context, t checkpoint.Thread, q checkpoint.BlobQuery) ([]checkpoint.Blob, error) {
	body := "body"
	if q.Bare {
		body = "NULL"
	}
	columns := "SELECT namespace, channel, version, base, codec, " + body + " FROM blobs WHERE thread = ?"
	var out []checkpoint.Blob
	err := s.read(ctx, func(c *conn) error {
		thread, ok, err := c.threadID(t)
		if err != nil || !ok {
			return err
		}
		if q.Spans == nil {
			out, err = c.query(columns, thread).blobs(out)
			return err
		}
		for _, span := range q.Spans {
			r := c.query(columns+" AND namespace = ? AND channel = ? AND version BETWEEN ? AND ? ORDER BY version",
				thread, span.Namespace, span.Channel, checkpointID(span.From), checkpointID(span.To))
			if out, err = r.blobs(out); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(out, func(a, b checkpoint.Blob) int {
		return cmp.Or(strings.Compare(a.Namespace, b.Namespace), strings.Compare(a.Channel, b.Channel), cmp.Compare(a.Version, b.Version))
	})
	return slices.CompactFunc(out, func(a, b checkpoint.Blob) bool { return a.BlobKey == b.BlobKey }), nil // spans may overlap
}

func (r *rows) blobs(out []checkpoint.Blob) ([]checkpoint.Blob, error) {
	for r.next() {
		out = append(out, checkpoint.Blob{
			BlobKey: checkpoint.BlobKey{Namespace: r.text(), Channel: r.text(), Version: r.checkpointID()},
			Base:    r.checkpointID(), Codec: r.text(), Body: r.blob(),
		})
	}
	return out, r.close()
}

func (c *conn) threadID(t checkpoint.Thread) (id int64, found bool, err error) {
	return c.one("SELECT id FROM threads WHERE org = ? AND user = ? AND name = ?", t.Org, t.User, t.ID)
}

// PendingWrites implements [checkpoint.BlobStore].
func (s *Store) PendingWrites(ctx context.Context, t checkpoint.Thread, ids []checkpoint.ID) ([]checkpoint.WriteRow, error) {
	var out []checkpoint.WriteRow
	err := s.read(ctx, func(c *conn) error {
		thread, ok, err := c.threadID(t)
		if err != nil || !ok || ids != nil && len(ids) == 0 {
			return err
		}
		var f filter
		f.add("thread = ?", thread)
		if ids != nil { // one range: ids that are asked for together are neighbours
			f.add("checkpoint BETWEEN ? AND ?", checkpointID(slices.Min(ids)), checkpointID(slices.Max(ids)))
		}
		r := c.query(`SELECT namespace, checkpoint, task, idx, node, channel, codec, body FROM writes`+f.String()+`
			ORDER BY namespace, checkpoint, task, idx`, f.args...)
		for r.next() {
			w := checkpoint.WriteRow{
				Namespace: r.text(), Checkpoint: r.checkpointID(), Task: r.text(), Index: int(r.int()),
				Node: r.text(), Channel: r.text(), Codec: r.text(), Body: r.blob(),
			}
			if ids == nil || slices.Contains(ids, w.Checkpoint) {
				out = append(out, w)
			}
		}
		return r.close()
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}
