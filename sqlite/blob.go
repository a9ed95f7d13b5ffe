package sqlite

import (
	"context"
	"errors"
	"slices"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
)

var _ checkpoint.BlobStore = (*Store)(nil)

// SaveThread implements [checkpoint.BlobStore].
func (s *Store) SaveThread(ctx context.Context, b checkpoint.Batch) error {
	if err := b.Validate(); err != nil {
		return err
	}
	var conflict *checkpoint.ConflictError
	err := s.write(ctx, func(c *conn) error {
		t := threadTx{conn: c, batch: b}
		err := t.save()
		conflict = t.conflict
		return err
	})
	if err != nil && conflict != nil {
		return conflict
	}
	return err
}

// threadTx is a transaction that changes one thread.
type threadTx struct {
	*conn
	batch    checkpoint.Batch
	thread   int64
	conflict *checkpoint.ConflictError // why it was given up
}

func (t *threadTx) save() error {
	name := t.batch.Thread
	var known bool
	var err error
	if t.thread, known, err = t.threadID(name); err != nil {
		return err
	}
	if !known {
		if err := t.exec("INSERT INTO threads (org, user, name) VALUES (?, ?, ?)", name.Org, name.User, name.ID); err != nil {
			return err
		}
		t.thread = t.LastInsertRowID()
	}
	for _, step := range []func() error{
		t.expect, t.remove, t.saveRows, t.saveBlobs, t.saveWrites,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

func (t *threadTx) expect() error {
	if t.batch.Expect != nil {
		found, err := t.addresses()
		if err != nil {
			return err
		}
		for _, a := range t.batch.Expect {
			if !found[a] {
				found = nil
				break
			}
		}
		if len(found) != len(t.batch.Expect) {
			head, err := t.head("")
			t.conflict = &checkpoint.ConflictError{Thread: t.batch.Thread, Head: head}
			return errors.Join(t.conflict, err)
		}
	}
	for namespace, want := range t.batch.Heads {
		head, err := t.head(namespace)
		if err != nil {
			return err
		}
		if head != want {
			t.conflict = &checkpoint.ConflictError{Thread: t.batch.Thread, Namespace: namespace, Expected: want, Head: head}
			return t.conflict
		}
	}
	return nil
}

func (t *threadTx) addresses() (map[checkpoint.Address]bool, error) {
	found := map[checkpoint.Address]bool{}
	r := t.query("SELECT namespace, id FROM checkpoints WHERE thread = ?", t.thread)
	for r.next() {
		found[checkpoint.Address{Namespace: r.text(), ID: r.checkpointID()}] = true
	}
	return found, r.close()
}

func (t *threadTx) head(namespace string) (id checkpoint.ID, err error) {
	r := t.query("SELECT id FROM checkpoints WHERE thread = ? AND namespace = ? ORDER BY id DESC LIMIT 1", t.thread, namespace)
	if r.next() {
		id = r.checkpointID()
	}
	return id, r.close()
}

func (t *threadTx) remove() error {
	if t.batch.Erase {
		for _, table := range []string{"writes", "blobs", "checkpoints"} {
			if err := t.exec("DELETE FROM "+table+" WHERE thread = ?", t.thread); err != nil {
				return err
			}
		}
	}
	for _, a := range t.batch.DeleteCheckpoints {
		for _, sql := range []string{
			"DELETE FROM writes WHERE thread = ? AND namespace = ? AND checkpoint = ?",
			"DELETE FROM checkpoints WHERE thread = ? AND namespace = ? AND id = ?",
		} {
			if err := t.exec(sql, t.thread, a.Namespace, checkpointID(a.ID)); err != nil {
				return err
			}
		}
	}
	for _, k := range t.batch.DeleteBlobs {
		if err := t.exec("DELETE FROM blobs WHERE thread = ? AND namespace = ? AND channel = ? AND version = ?",
			t.thread, k.Namespace, k.Channel, checkpointID(k.Version)); err != nil {
			return err
		}
	}
	if len(t.batch.Checkpoints) > 0 || !t.batch.Erase && len(t.batch.DeleteCheckpoints) == 0 {
		return nil
	}
	return t.exec("DELETE FROM threads WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM checkpoints WHERE thread = ?1)", t.thread)
}

func (t *threadTx) saveRows() error {
	for _, r := range t.batch.Checkpoints {
		if err := t.exec(`INSERT INTO checkpoints (thread, namespace, id, parent, step, source, run, clear, body)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET parent = excluded.parent, step = excluded.step, source = excluded.source,
				run = excluded.run, clear = excluded.clear, body = excluded.body`,
			t.thread, r.Namespace, checkpointID(r.ID), checkpointID(r.Parent), r.Step, string(r.Source), r.Run,
			nullable(r.Clear), r.Body); err != nil {
			return err
		}
	}
	return nil
}

func (t *threadTx) saveBlobs() error {
	for _, b := range t.batch.Blobs {
		if err := t.exec(`INSERT INTO blobs (thread, namespace, channel, version, base, codec, body)
			VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT `+t.onConflict(t.batch.Replace, "base"),
			t.thread, b.Namespace, b.Channel, checkpointID(b.Version), checkpointID(b.Base), b.Codec, b.Body); err != nil {
			return err
		}
	}
	return nil
}

func (t *threadTx) saveWrites() error {
	for _, w := range t.batch.Writes {
		found := slices.ContainsFunc(t.batch.Checkpoints, func(r checkpoint.Row) bool {
			return r.Namespace == w.Namespace && r.ID == w.Checkpoint
		})
		var err error
		if !found {
			_, found, err = t.one("SELECT 1 FROM checkpoints WHERE thread = ? AND namespace = ? AND id = ?",
				t.thread, w.Namespace, checkpointID(w.Checkpoint))
		}
		if err != nil {
			return err
		}
		if !found {
			return loci.Errorf(loci.NotFound, "thread %s has no checkpoint %s", t.batch.Thread.ID, w.Checkpoint)
		}
		if err := t.exec(`INSERT INTO writes (thread, checkpoint, namespace, task, idx, node, channel, codec, body)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT `+t.onConflict(w.Replace || t.batch.Replace, "node", "channel"),
			t.thread, checkpointID(w.Checkpoint), w.Namespace, w.Task, w.Index, w.Node, w.Channel, w.Codec, w.Body); err != nil {
			return err
		}
	}
	return nil
}

// onConflict says what becomes of a row that exists.
func (t *threadTx) onConflict(replace bool, columns ...string) string {
	if !replace {
		return "DO NOTHING"
	}
	set := "DO UPDATE SET codec = excluded.codec, body = excluded.body"
	for _, c := range columns {
		set += ", " + c + " = excluded." + c
	}
	return set
}

// checkpointID is how an id is stored.
func checkpointID(id checkpoint.ID) any {
	b, ok := id.Bytes()
	if !ok {
		return nil
	}
	return b[:]
}

// checkpointID reads what the function of that name wrote.
func (r *rows) checkpointID() checkpoint.ID {
	b := r.blob()
	if len(b) != 16 {
		return ""
	}
	return checkpoint.IDFrom([16]byte(b))
}

func nullable(text []byte) any {
	if text == nil {
		return nil
	}
	return string(text)
}
