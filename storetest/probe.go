package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/locimem/loci"
)

// probe is a store under test. An answer that is an error where none is
// expected ends the test.
type probe struct {
	loci.Store
	t interface {
		Helper()
		Errorf(format string, args ...any)
		Fatalf(format string, args ...any)
	}
	ctx context.Context
}

func open(t *testing.T, h Harness) probe {
	t.Helper()
	return probeOf(t, h.Open(t))
}

func probeOf(t *testing.T, s loci.Store) probe {
	t.Cleanup(func() { s.Close() })
	return probe{Store: s, t: t, ctx: t.Context()}
}

// in returns the probe for a subtest on the same store.
func (p probe) in(t *testing.T) probe {
	p.t = t
	return p
}

// must ends the test if err is one.
func must[T any](p probe, v T, err error) T {
	p.t.Helper()
	if err != nil {
		p.t.Fatalf("%v", err)
	}
	return v
}

func (p probe) apply(c loci.Changeset) loci.Applied {
	p.t.Helper()
	v, err := p.Apply(p.ctx, c)
	return must(p, v, err)
}

// write applies memory writes and the history rows that go with them.
func (p probe) write(ws ...loci.MemoryWrite) {
	p.t.Helper()
	p.apply(changeset(ws...))
}

func (p probe) insert(ms ...loci.Memory) {
	p.t.Helper()
	var ws []loci.MemoryWrite
	for _, m := range ms {
		ws = append(ws, insertion(m))
	}
	p.write(ws...)
}

// refused requires that a changeset fails with a code and changes nothing that
// a look at the given scopes would show.
func (p probe) refused(code loci.Code, c loci.Changeset) {
	p.t.Helper()
	before := p.look()
	_, err := p.Apply(p.ctx, c)
	p.wantCode(code, err)
	p.same("a refused changeset", before, p.look())
}

func (p probe) wantCode(code loci.Code, err error) {
	p.t.Helper()
	var e *loci.Error
	switch {
	case err == nil:
		p.t.Errorf("got no error, want %s", code)
	case !errors.As(err, &e):
		p.t.Errorf("error %q carries no code, want %s", err, code)
	case e.Code != code:
		p.t.Errorf("got %s (%v), want %s", e.Code, err, code)
	}
}

func (p probe) memories(q loci.MemoryQuery) []loci.Memory {
	p.t.Helper()
	v, err := p.Memories(p.ctx, q)
	return must(p, v, err)
}

// memory returns the one memory with an id, of whatever scope.
func (p probe) memory(id loci.ID) loci.Memory {
	p.t.Helper()
	found := p.memories(loci.MemoryQuery{AllScopes: true, IDs: []loci.ID{id}})
	if len(found) != 1 {
		p.t.Fatalf("got %d memories with id %s, want 1", len(found), id)
	}
	return found[0]
}

func (p probe) turns(q loci.TurnQuery) []loci.Turn {
	p.t.Helper()
	v, err := p.Turns(p.ctx, q)
	return must(p, v, err)
}

func (p probe) history(q loci.HistoryQuery) []loci.HistoryEntry {
	p.t.Helper()
	v, err := p.History(p.ctx, q)
	return must(p, v, err)
}

func (p probe) tombstones(scope loci.Scope, macs ...string) []loci.Tombstone {
	p.t.Helper()
	v, err := p.Tombstones(p.ctx, scope, macs)
	return must(p, v, err)
}

func (p probe) reviews(scopes ...loci.Scope) []loci.Review {
	p.t.Helper()
	v, err := p.Reviews(p.ctx, loci.ReviewQuery{Scopes: scopes})
	return must(p, v, err)
}

func (p probe) scopes() []loci.Scope {
	p.t.Helper()
	v, err := p.Scopes(p.ctx)
	return must(p, v, err)
}

func (p probe) counts(scopes ...loci.Scope) loci.Counts {
	p.t.Helper()
	v, err := p.Counts(p.ctx, scopes)
	return must(p, v, err)
}

func (p probe) postings(q loci.PostingsQuery) loci.Postings {
	p.t.Helper()
	v, err := p.Postings(p.ctx, q)
	return must(p, v, err)
}

func (p probe) verify() loci.VerifyReport {
	p.t.Helper()
	v, err := p.Verify(p.ctx)
	return must(p, v, err)
}

// clean requires that Verify finds nothing wrong.
func (p probe) clean() {
	p.t.Helper()
	for _, problem := range p.verify().Problems {
		p.t.Errorf("verify: %s", problem)
	}
}

// same requires two answers to be equal; an empty list is as good as none.
func (p probe) same(what string, want, got any, opts ...cmp.Option) {
	p.t.Helper()
	if reflect.DeepEqual(want, got) { // many times as fast, and nearly always so
		return
	}
	opts = append(opts, cmpopts.EquateEmpty())
	if d := cmp.Diff(want, got, opts...); d != "" {
		p.t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

// byMeaning compares raw JSON by what it says: a body of the history may have
// been serialised anew.
func byMeaning() cmp.Option {
	either := func(a, b json.RawMessage) bool { return len(a) > 0 || len(b) > 0 }
	return cmp.FilterValues(either, cmp.Transformer("json", func(raw json.RawMessage) any {
		var v any
		if err := json.Unmarshal(raw, &v); err != nil {
			return err.Error()
		}
		return v
	}))
}

func ids[M ~[]loci.Memory](ms M) []loci.ID {
	out := []loci.ID{}
	for _, m := range ms {
		out = append(out, m.ID)
	}
	return out
}
