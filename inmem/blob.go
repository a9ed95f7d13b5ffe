package inmem

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
)

var _ checkpoint.BlobStore = (*Store)(nil)

// thread is what a store keeps of a thread. Its bodies are never changed in
// place.
type thread struct {
	rows   map[checkpoint.Address]checkpoint.Row
	blobs  map[checkpoint.BlobKey]checkpoint.Blob
	writes map[writeKey]checkpoint.WriteRow
}

type writeKey struct {
	at    checkpoint.Address
	task  string
	index int
}

func (t *thread) head(namespace string) (head checkpoint.ID) {
	for a := range t.rows {
		if a.Namespace == namespace {
			head = max(head, a.ID)
		}
	}
	return head
}

// SaveThread implements [checkpoint.BlobStore].
func (s *Store) SaveThread(ctx context.Context, b checkpoint.Batch) error {
	if err := over(ctx); err != nil {
		return err
	}
	if err := b.Validate(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.threads[b.Thread]
	if t == nil {
		t = &thread{}
	}
	if err := t.check(b); err != nil {
		return err
	}
	t.delete(b)
	t.write(b)
	s.threads[b.Thread] = t
	if len(t.rows) == 0 {
		delete(s.threads, b.Thread)
	}
	return nil
}

// check finds everything that can be wrong before anything is changed.
func (t *thread) check(b checkpoint.Batch) error {
	if err := t.expect(b); err != nil {
		return err
	}
	rows := map[checkpoint.Address]bool{}
	for _, r := range b.Checkpoints {
		rows[checkpoint.Address{Namespace: r.Namespace, ID: r.ID}] = true
	}
	for _, w := range b.Writes {
		a := checkpoint.Address{Namespace: w.Namespace, ID: w.Checkpoint}
		_, stored := t.rows[a]
		if !rows[a] && (!stored || b.Erase || slices.Contains(b.DeleteCheckpoints, a)) {
			return loci.Errorf(loci.NotFound, "thread %s has no checkpoint %s", b.Thread.ID, w.Checkpoint)
		}
	}
	return nil
}

func (t *thread) expect(b checkpoint.Batch) error {
	if b.Expect != nil && !maps.Equal(set(b.Expect), set(slices.Collect(maps.Keys(t.rows)))) {
		return &checkpoint.ConflictError{Thread: b.Thread, Head: t.head("")}
	}
	for namespace, want := range b.Heads {
		if head := t.head(namespace); head != want {
			return &checkpoint.ConflictError{Thread: b.Thread, Namespace: namespace, Expected: want, Head: head}
		}
	}
	return nil
}

func set(all []checkpoint.Address) map[checkpoint.Address]bool {
	out := map[checkpoint.Address]bool{}
	for _, a := range all {
		out[a] = true
	}
	return out
}

func (t *thread) delete(b checkpoint.Batch) {
	if b.Erase || t.rows == nil {
		t.rows = map[checkpoint.Address]checkpoint.Row{}
		t.blobs = map[checkpoint.BlobKey]checkpoint.Blob{}
		t.writes = map[writeKey]checkpoint.WriteRow{}
	}
	for _, a := range b.DeleteCheckpoints {
		delete(t.rows, a)
		maps.DeleteFunc(t.writes, func(k writeKey, _ checkpoint.WriteRow) bool { return k.at == a })
	}
	for _, k := range b.DeleteBlobs {
		delete(t.blobs, k)
	}
}

func (t *thread) write(b checkpoint.Batch) {
	for _, r := range b.Checkpoints {
		r.Thread, r.Clear, r.Body = b.Thread, bytes.Clone(r.Clear), bytes.Clone(r.Body)
		t.rows[checkpoint.Address{Namespace: r.Namespace, ID: r.ID}] = r
	}
	for _, blob := range b.Blobs {
		if _, stored := t.blobs[blob.BlobKey]; !stored || b.Replace {
			blob.Body = bytes.Clone(blob.Body)
			t.blobs[blob.BlobKey] = blob
		}
	}
	for _, w := range b.Writes {
		k := writeKey{checkpoint.Address{Namespace: w.Namespace, ID: w.Checkpoint}, w.Task, w.Index}
		if _, stored := t.writes[k]; !stored || w.Replace || b.Replace {
			w.Body, w.Replace = bytes.Clone(w.Body), false
			t.writes[k] = w
		}
	}
}

// Threads implements [checkpoint.BlobStore].
func (s *Store) Threads(ctx context.Context, q checkpoint.ThreadQuery) ([]checkpoint.ThreadInfo, error) {
	unlock, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	var out []checkpoint.ThreadInfo
	for name, t := range s.threads {
		info := t.info(name)
		if is(q.Org, name.Org) && is(q.User, name.User) && is(q.ID, name.ID) &&
			(q.After == (checkpoint.Thread{}) || compareThreads(name, q.After) > 0) &&
			(q.Before == "" || info.First < q.Before) {
			out = append(out, info)
		}
	}
	slices.SortFunc(out, func(a, b checkpoint.ThreadInfo) int { return compareThreads(a.Thread, b.Thread) })
	return page(out, 0, q.Limit), nil
}

func (t *thread) info(name checkpoint.Thread) checkpoint.ThreadInfo {
	info := checkpoint.ThreadInfo{Thread: name, Checkpoints: len(t.rows)}
	for a, r := range t.rows {
		if info.First == "" || a.ID < info.First {
			info.First = a.ID
		}
		info.Last = max(info.Last, a.ID)
		info.Bytes += int64(len(r.Body))
	}
	for _, b := range t.blobs {
		info.Bytes += int64(len(b.Body))
	}
	for _, w := range t.writes {
		info.Bytes += int64(len(w.Body))
	}
	return info
}

func compareThreads(a, b checkpoint.Thread) int {
	return cmp.Or(strings.Compare(a.Org, b.Org), strings.Compare(a.User, b.User), strings.Compare(a.ID, b.ID))
}

func compareRows(a, b checkpoint.Row) int {
	return cmp.Or(cmp.Compare(b.ID, a.ID), compareThreads(a.Thread, b.Thread), strings.Compare(a.Namespace, b.Namespace))
}

// Checkpoints implements [checkpoint.BlobStore].
func (s *Store) Checkpoints(ctx context.Context, q checkpoint.RowQuery) ([]checkpoint.Row, error) {
	unlock, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	var out []checkpoint.Row
	for name, t := range s.threads {
		if !is(q.Org, name.Org) || !is(q.User, name.User) || !is(q.ID, name.ID) {
			continue
		}
		for _, r := range t.rows {
			if (q.Namespace == nil || r.Namespace == *q.Namespace) && among(q.IDs, r.ID) &&
				(q.Before == "" || r.ID < q.Before) && (q.After == nil || compareRows(r, *q.After) > 0) &&
				is(q.Source, r.Source) && (q.Step == nil || r.Step == *q.Step) && is(q.Run, r.Run) {
				out = append(out, r)
			}
		}
	}
	slices.SortFunc(out, compareRows)
	out = page(out, 0, q.Limit)
	for i := range out {
		out[i].Clear, out[i].Body = bytes.Clone(out[i].Clear), bytes.Clone(out[i].Body)
		if q.Bare {
			out[i].Body = nil
		}
	}
	return out, nil
}

// Blobs implements [checkpoint.BlobStore].
func (s *Store) Blobs(ctx context.Context, name checkpoint.Thread, q checkpoint.BlobQuery) ([]checkpoint.Blob, error) {
	unlock, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	var out []checkpoint.Blob
	if t := s.threads[name]; t != nil {
		for _, b := range t.blobs {
			if q.Spans != nil && !slices.ContainsFunc(q.Spans, func(s checkpoint.Span) bool {
				return s.Namespace == b.Namespace && s.Channel == b.Channel && s.From <= b.Version && b.Version <= s.To
			}) {
				continue
			}
			b.Body = bytes.Clone(b.Body)
			if q.Bare {
				b.Body = nil
			}
			out = append(out, b)
		}
	}
	slices.SortFunc(out, func(a, b checkpoint.Blob) int {
		return cmp.Or(strings.Compare(a.Namespace, b.Namespace), strings.Compare(a.Channel, b.Channel), cmp.Compare(a.Version, b.Version))
	})
	return out, nil
}

// PendingWrites implements [checkpoint.BlobStore].
func (s *Store) PendingWrites(ctx context.Context, name checkpoint.Thread, ids []checkpoint.ID) ([]checkpoint.WriteRow, error) {
	unlock, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock()
	var out []checkpoint.WriteRow
	if t := s.threads[name]; t != nil {
		for _, w := range t.writes {
			if ids == nil || slices.Contains(ids, w.Checkpoint) {
				w.Body = bytes.Clone(w.Body)
				out = append(out, w)
			}
		}
	}
	slices.SortFunc(out, func(a, b checkpoint.WriteRow) int {
		return cmp.Or(strings.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Checkpoint, b.Checkpoint),
			strings.Compare(a.Task, b.Task), cmp.Compare(a.Index, b.Index))
	})
	return out, nil
}
