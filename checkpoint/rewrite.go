package checkpoint

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/locimem/loci"
)

// DeleteThread removes a thread with everything it has. One that is not there
// is no error.
func (s *Saver) DeleteThread(ctx context.Context, t Thread) error {
	if err := t.Validate(); err != nil {
		return err
	}
	return s.store.SaveThread(ctx, Batch{Thread: t, Erase: true})
}

// Policy says what a prune keeps.
type Policy struct {
	// Keep spares the newest so many of each namespace.
	Keep int
	// OlderThan, if set, spares what was made since.
	OlderThan time.Time
}

// Removed counts what was taken away.
type Removed struct {
	Threads     int `json:"threads"` // that lost something
	Checkpoints int `json:"checkpoints"`
	Blobs       int `json:"blobs"`
}

// Prune removes the checkpoints that the policy does not spare, their writes,
// and the blobs that no other checkpoint needs. Each thread is one transaction.
// What is kept can be read as before. Checkpoints of a sub-graph that was
// invoked once go with the checkpoint that invoked it.
func (s *Saver) Prune(ctx context.Context, q ThreadQuery, p Policy) (Removed, error) {
	if p.Keep <= 0 && p.OlderThan.IsZero() {
		return Removed{}, loci.Errorf(loci.Invalid, "a prune must keep something; DeleteThread removes all")
	}
	old := ID("")
	if !p.OlderThan.IsZero() {
		old = Floor(p.OlderThan)
		q.Before = old
	}
	return s.remove(ctx, q, p.Keep+1, func(rows []Row) ([]Address, error) {
		var out []Address
		count := map[string]int{}
		for _, row := range rows { // the newest first
			count[row.Namespace]++
			if count[row.Namespace] > p.Keep && (old == "" || row.ID < old) {
				out = append(out, Address{row.Namespace, row.ID})
			}
		}
		return s.withInvoked(ctx, rows, out)
	})
}

// withInvoked adds the checkpoints of invocations whose caller's checkpoint is
// not kept. Nothing will ask for them again.
func (s *Saver) withInvoked(ctx context.Context, rows []Row, gone []Address) ([]Address, error) {
	kept := map[Address]bool{}
	for _, row := range rows {
		kept[Address{row.Namespace, row.ID}] = true
	}
	for _, a := range gone {
		delete(kept, a)
	}
	for _, row := range slices.Backward(rows) { // the oldest first: callers before what they call
		a := Address{row.Namespace, row.ID}
		if !kept[a] || !strings.Contains(row.Namespace, ":") {
			continue
		}
		c, _, err := s.checkpoint(ctx, row)
		if err != nil {
			return nil, err
		}
		parents, _ := c.Metadata[ParentsKey].(map[string]any)
		for namespace, id := range parents {
			if id, _ := id.(string); !kept[Address{namespace, ID(id)}] {
				delete(kept, a)
				gone = append(gone, a)
				break
			}
		}
	}
	return gone, nil
}

// DeleteForRuns removes the checkpoints that runs of an org and user made, with
// what only they needed.
func (s *Saver) DeleteForRuns(ctx context.Context, org, user string, runs []string) (Removed, error) {
	var total Removed
	for _, run := range runs {
		if run == "" {
			continue
		}
		rows, err := s.store.Checkpoints(ctx, RowQuery{Org: org, User: user, Run: run, Bare: true})
		if err != nil {
			return total, err
		}
		done := map[Thread]bool{}
		for _, row := range rows {
			if done[row.Thread] {
				continue
			}
			done[row.Thread] = true
			removed, err := s.removeFrom(ctx, row.Thread, func(rows []Row) ([]Address, error) {
				var out []Address
				for _, row := range rows {
					if row.Run == run {
						out = append(out, Address{row.Namespace, row.ID})
					}
				}
				return out, nil
			})
			if err != nil {
				return total, err
			}
			total.add(removed)
		}
	}
	return total, nil
}

func (r *Removed) add(o Removed) {
	r.Threads += o.Threads
	r.Checkpoints += o.Checkpoints
	r.Blobs += o.Blobs
}

// remove takes checkpoints from the threads that have at least so many; others
// are not read.
func (s *Saver) remove(ctx context.Context, q ThreadQuery, least int, choose func([]Row) ([]Address, error)) (Removed, error) {
	var total Removed
	for {
		q.Limit = pageSize
		threads, err := s.store.Threads(ctx, q)
		if err != nil {
			return total, err
		}
		for _, info := range threads {
			q.After = info.Thread
			if info.Checkpoints < least {
				continue
			}
			removed, err := s.removeFrom(ctx, info.Thread, choose)
			if err != nil {
				return total, err
			}
			total.add(removed)
		}
		if len(threads) < pageSize {
			return total, nil
		}
	}
}

// removeFrom takes checkpoints from a thread, and the blobs that none of the
// others refers to.
func (s *Saver) removeFrom(ctx context.Context, t Thread, choose func([]Row) ([]Address, error)) (Removed, error) {
	var removed Removed
	err := s.rewrite(ctx, t, func(rows []Row) (*Batch, error) {
		removed = Removed{}
		gone, err := choose(rows)
		if len(gone) == 0 || err != nil {
			return nil, err
		}
		removed = Removed{Threads: 1, Checkpoints: len(gone)}
		if len(gone) == len(rows) {
			return &Batch{Erase: true}, nil
		}
		garbage, err := s.garbage(ctx, t, rows, gone)
		removed.Blobs = len(garbage)
		return &Batch{DeleteCheckpoints: gone, DeleteBlobs: garbage}, err
	})
	return removed, err
}

// garbage returns the blobs that no checkpoint needs once some are gone. A list
// needs all versions that it builds on.
func (s *Saver) garbage(ctx context.Context, t Thread, rows []Row, gone []Address) ([]BlobKey, error) {
	blobs, err := s.store.Blobs(ctx, t, BlobQuery{Bare: true})
	if err != nil {
		return nil, err
	}
	base := map[BlobKey]ID{}
	for _, b := range blobs {
		base[b.BlobKey] = b.Base
	}
	dead := map[Address]bool{}
	for _, a := range gone {
		dead[a] = true
	}
	live := map[BlobKey]bool{}
	for _, row := range rows {
		if dead[Address{row.Namespace, row.ID}] {
			continue
		}
		c, _, err := s.checkpoint(ctx, row)
		if err != nil {
			return nil, err
		}
		for channel, version := range c.Versions {
			for at := (BlobKey{c.Namespace, channel, version}); at.Version != "" && !live[at]; at.Version = base[at] {
				live[at] = true
			}
		}
	}
	var out []BlobKey
	for _, b := range blobs {
		if !live[b.BlobKey] {
			out = append(out, b.BlobKey)
		}
	}
	return out, nil
}

// attempts is how often a rewrite starts again when a thread changes under it.
const attempts = 10

// rewrite plans a change of a thread and applies it, provided that the thread
// has the same checkpoints still; else it plans anew.
func (s *Saver) rewrite(ctx context.Context, t Thread, plan func([]Row) (*Batch, error)) error {
	for i := 0; ; i++ {
		rows, err := s.store.Checkpoints(ctx, RowQuery{Org: t.Org, User: t.User, ID: t.ID})
		if err != nil {
			return err
		}
		expect := make([]Address, len(rows))
		for i, row := range rows {
			expect[i] = Address{row.Namespace, row.ID}
		}
		b, err := plan(rows)
		if err != nil || b == nil {
			return err
		}
		b.Thread, b.Expect = t, expect
		if err = s.store.SaveThread(ctx, *b); !errors.Is(err, loci.Conflict) || i == attempts {
			return err
		}
	}
}

// contents returns what a thread has beside rows, and opens all of it.
func (s *Saver) contents(ctx context.Context, t Thread, rows []Row) (*Batch, error) {
	blobs, err := s.store.Blobs(ctx, t, BlobQuery{})
	if err != nil {
		return nil, err
	}
	writes, err := s.store.PendingWrites(ctx, t, nil)
	if err != nil {
		return nil, err
	}
	b := &Batch{Thread: t, Checkpoints: rows, Blobs: blobs, Writes: writes}
	return b, b.bodies(func(body, place []byte) ([]byte, error) { return s.open(ctx, t, body, place) })
}

// moved seals opened contents for a thread.
func (s *Saver) moved(ctx context.Context, b *Batch, t Thread) (*Batch, error) {
	b.Thread = t
	for i := range b.Checkpoints {
		b.Checkpoints[i].Thread = t
	}
	return b, b.bodies(func(body, place []byte) ([]byte, error) { return s.seal(ctx, t, body, place) })
}

// bodies changes every body of the batch, given what it is bound to.
func (b *Batch) bodies(change func(body, place []byte) ([]byte, error)) (err error) {
	for i, row := range b.Checkpoints {
		if b.Checkpoints[i].Body, err = change(row.Body, row.place()); err != nil {
			return err
		}
	}
	for i, blob := range b.Blobs {
		if b.Blobs[i].Body, err = change(blob.Body, blob.place(b.Thread)); err != nil {
			return err
		}
	}
	for i, w := range b.Writes {
		if b.Writes[i].Body, err = change(w.Body, w.place(b.Thread)); err != nil {
			return err
		}
	}
	return nil
}

// CopyThread gives a new thread everything that another has: ids, order,
// branches and pending writes. The two have nothing in common afterwards.
// NotFound: the source has nothing. Conflict: the target has something.
func (s *Saver) CopyThread(ctx context.Context, from, to Thread) error {
	if err := errors.Join(from.Validate(), to.Validate()); err != nil {
		return err
	}
	rows, err := s.store.Checkpoints(ctx, RowQuery{Org: from.Org, User: from.User, ID: from.ID})
	if err != nil {
		return err
	}
	if len(rows) == 0 {
		return loci.Errorf(loci.NotFound, "thread %s has no checkpoint", from.ID)
	}
	b, err := s.contents(ctx, from, rows)
	if err != nil {
		return err
	}
	if b, err = s.moved(ctx, b, to); err != nil {
		return err
	}
	b.Expect = []Address{} // nothing
	err = s.store.SaveThread(ctx, *b)
	if errors.Is(err, loci.Conflict) {
		return loci.Errorf(loci.Conflict, "thread %s exists: %w", to.ID, err)
	}
	return err
}

// Rekey seals the threads anew under the cipher's first key, each in one
// transaction. It reads what any of the keys sealed and what is not sealed at
// all, and is how a thread becomes encrypted. It returns how many threads it
// rewrote.
func (s *Saver) Rekey(ctx context.Context, q ThreadQuery) (int, error) {
	if s.cipher == nil {
		return 0, loci.Errorf(loci.Invalid, "there is no key to encrypt with").WithHint("set LOCI_ENCRYPTION_KEY")
	}
	lenient := *s
	lenient.acceptPlain = true
	threads, err := s.store.Threads(ctx, q)
	if err != nil {
		return 0, err
	}
	for i, info := range threads {
		t := info.Thread
		err := lenient.rewrite(ctx, t, func(rows []Row) (*Batch, error) {
			b, err := lenient.contents(ctx, t, rows)
			if err != nil {
				return nil, err
			}
			b.Replace = true
			return lenient.moved(ctx, b, t)
		})
		if err != nil {
			return i, err
		}
	}
	return len(threads), nil
}

// Tree returns a thread's checkpoints of all namespaces without their contents,
// the oldest first, and the threads' sizes by checkpoint.
func (s *Saver) Tree(ctx context.Context, t Thread) ([]Checkpoint, map[Address]int, error) {
	rows, err := s.store.Checkpoints(ctx, RowQuery{Org: t.Org, User: t.User, ID: t.ID})
	if err != nil {
		return nil, nil, err
	}
	blobs, err := s.store.Blobs(ctx, t, BlobQuery{})
	if err != nil {
		return nil, nil, err
	}
	sizes := map[Address]int{}
	var out []Checkpoint
	for _, row := range slices.Backward(rows) {
		sizes[Address{row.Namespace, row.ID}] += len(row.Body)
		c, _, err := s.checkpoint(ctx, row)
		if err != nil {
			return nil, nil, err
		}
		out = append(out, c)
	}
	for _, b := range blobs {
		sizes[Address{b.Namespace, b.Version}] += len(b.Body)
	}
	return out, sizes, nil
}

// Threads lists threads in ascending order of org, user and id.
func (s *Saver) Threads(ctx context.Context, q ThreadQuery) ([]ThreadInfo, error) {
	return s.store.Threads(ctx, q)
}
