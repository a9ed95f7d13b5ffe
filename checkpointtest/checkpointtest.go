// Package checkpointtest is the contract of [checkpoint.BlobStore], and of a
// [checkpoint.Saver] over it, in executable form. Every store runs it:
//
//	func TestCheckpoints(t *testing.T) {
//		checkpointtest.Run(t, checkpointtest.Harness{Open: func(t *testing.T) checkpoint.BlobStore { … }})
//	}
//
// Most topics run twice, with plain and with sealed bodies.
package checkpointtest

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
)

// Harness is how the suite gets at a kind of store. What a store cannot do is
// left nil.
type Harness struct {
	// Open returns an empty store.
	Open func(t *testing.T) checkpoint.BlobStore
	// Reopen closes s and opens what it has kept.
	Reopen func(t *testing.T, s checkpoint.BlobStore) checkpoint.BlobStore
}

// Run runs the suite, every test on a fresh store.
func Run(t *testing.T, h Harness) {
	topics := []struct {
		name string
		test func(*testing.T, *probe)
	}{
		{"Put", testPut},
		{"Version", testVersion},
		{"Value", testValue},
		{"Get", testGet},
		{"Write", testWrite},
		{"List", testList},
		{"Product", testProduct},
		{"Filter", testFilter},
		{"Page", testPage},
		{"Delta", testDelta},
		{"DeleteThread", testDeleteThread},
		{"DeleteForRuns", testDeleteForRuns},
		{"Copy", testCopy},
		{"Prune", testPrune},
		{"Conflict", testConflict},
		{"Concurrency", testConcurrency},
		{"Isolation", testIsolation},
		{"Cancel", testCancel},
		{"Holder", testHolder},
		{"Reopen", testReopen},
	}
	for _, seal := range []bool{false, true} {
		name := "plain"
		if seal {
			name = "sealed"
		}
		t.Run(name, func(t *testing.T) {
			for _, topic := range topics {
				t.Run(topic.name, func(t *testing.T) { topic.test(t, newProbe(t, h, seal)) })
			}
		})
	}
	t.Run("Seal", func(t *testing.T) { testSeal(t, h) })
	t.Run("Rekey", func(t *testing.T) { testRekey(t, h) })
	t.Run("Random", func(t *testing.T) { testRandom(t, newProbe(t, h, false)) })
}

var start = time.Date(2026, 10, 1, 9, 0, 0, 0, time.UTC)

// person is a registered struct type.
type person struct {
	Name string `json:"name"`
	Age  int    `json:"age,omitempty"`
}

// probe is a saver under test. An unexpected error ends the test.
type probe struct {
	*checkpoint.Saver
	t       *testing.T
	ctx     context.Context
	harness Harness
	store   checkpoint.BlobStore
	sealed  bool
	now     time.Time
}

func newProbe(t *testing.T, h Harness, sealed bool) *probe {
	p := &probe{t: t, ctx: t.Context(), harness: h, store: h.Open(t), sealed: sealed, now: start}
	p.Saver = p.saver()
	return p
}

// fresh returns a probe of an empty store.
func (p *probe) fresh(t *testing.T) *probe { return newProbe(t, p.harness, p.sealed) }

// in returns the probe for a subtest on the same store.
func (p *probe) in(t *testing.T) *probe {
	c := *p
	c.t, c.ctx = t, t.Context()
	return &c
}

func (p *probe) saver() *checkpoint.Saver {
	if p.sealed {
		return p.with(key(1))
	}
	return p.with()
}

// with returns a saver over the same store with other keys.
func (p *probe) with(keys ...checkpoint.Key) *checkpoint.Saver {
	p.t.Helper()
	types, err := checkpoint.NewRegistry(checkpoint.JSON[person]("person", 1, nil))
	must(p.t, err)
	cipher, err := checkpoint.NewCipher(p.ctx, checkpoint.Keys(keys))
	must(p.t, err)
	s, err := checkpoint.NewSaver(p.store, checkpoint.Options{Registry: types, Cipher: cipher, Clear: []string{"tenant"}})
	must(p.t, err)
	return s
}

func key(n byte) (k checkpoint.Key) {
	for i := range k {
		k[i] = n
	}
	return k
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func thread(id string) checkpoint.Thread {
	return checkpoint.Thread{Org: loci.DefaultOrg, User: loci.DefaultUser, ID: id}
}

// root returns what the first checkpoint of a namespace follows.
func root(id, namespace string) checkpoint.Checkpoint {
	return checkpoint.Checkpoint{Thread: thread(id), Namespace: namespace}
}

type changes = map[string]checkpoint.Change

// next derives a successor that is a second younger.
func (p *probe) next(parent checkpoint.Checkpoint, ch changes, edit ...func(*checkpoint.Step)) checkpoint.Checkpoint {
	p.t.Helper()
	p.now = p.now.Add(time.Second)
	s := checkpoint.Step{At: p.now, Source: checkpoint.Loop, Changes: ch}
	for _, f := range edit {
		f(&s)
	}
	c, err := parent.Next(s)
	must(p.t, err)
	return c
}

func (p *probe) put(parent checkpoint.Checkpoint, ch changes, edit ...func(*checkpoint.Step)) checkpoint.Checkpoint {
	p.t.Helper()
	c, err := p.Put(p.ctx, p.next(parent, ch, edit...))
	must(p.t, err)
	return c
}

// grow puts n checkpoints that count.
func (p *probe) grow(parent checkpoint.Checkpoint, n int, edit ...func(*checkpoint.Step)) []checkpoint.Checkpoint {
	p.t.Helper()
	var out []checkpoint.Checkpoint
	for i := range n {
		parent = p.put(parent, changes{"n": checkpoint.Set(i), "log": checkpoint.Append([]string{fmt.Sprint("entry ", i)})}, edit...)
		out = append(out, parent)
	}
	return out
}

func (p *probe) get(id, namespace string, at checkpoint.ID) checkpoint.Checkpoint {
	p.t.Helper()
	c, err := p.Get(p.ctx, thread(id), namespace, at)
	must(p.t, err)
	return c
}

func (p *probe) list(q checkpoint.Query) []checkpoint.Checkpoint {
	p.t.Helper()
	var out []checkpoint.Checkpoint
	for c, err := range p.List(p.ctx, q) {
		must(p.t, err)
		out = append(out, c)
	}
	return out
}

// all lists a thread.
func (p *probe) all(id string) []checkpoint.Checkpoint {
	p.t.Helper()
	t := thread(id)
	return p.list(checkpoint.Query{Thread: &t})
}

func (p *probe) write(c checkpoint.Checkpoint, task string, writes ...checkpoint.Write) {
	p.t.Helper()
	must(p.t, p.PutWrites(p.ctx, c, of(task, writes...)...))
}

// of gives writes to a task.
func of(task string, writes ...checkpoint.Write) []checkpoint.Write {
	for i := range writes {
		writes[i].Task, writes[i].Node = task, "node of "+task
	}
	return writes
}

func (p *probe) code(want loci.Code, err error) {
	p.t.Helper()
	if err == nil || loci.CodeOf(err) != want {
		p.t.Errorf("got error %v, want %s", err, want)
	}
}

// same requires two checkpoints, or lists of them, to say the same.
func (p *probe) same(what string, want, got any) {
	p.t.Helper()
	if reflect.DeepEqual(want, got) { // many times as fast, and nearly always so
		return
	}
	opts := []cmp.Option{cmpopts.IgnoreUnexported(checkpoint.Checkpoint{}), cmpopts.EquateEmpty(), cmpopts.EquateNaNs()}
	if d := cmp.Diff(want, got, opts...); d != "" {
		p.t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

func ids(all []checkpoint.Checkpoint) []checkpoint.ID {
	var out []checkpoint.ID
	for _, c := range all {
		out = append(out, c.ID)
	}
	return out
}

// newestFirst orders what was put as List must.
func newestFirst(all []checkpoint.Checkpoint) []checkpoint.Checkpoint {
	return slices.SortedFunc(slices.Values(all), func(a, b checkpoint.Checkpoint) int {
		return strings.Compare(string(b.ID), string(a.ID))
	})
}

// look is everything that a store shows of all threads.
func (p *probe) look() any {
	p.t.Helper()
	threads, err := p.Threads(p.ctx, checkpoint.ThreadQuery{})
	must(p.t, err)
	blobs := map[string][]checkpoint.Blob{}
	for _, info := range threads {
		if blobs[info.Thread.ID], err = p.store.Blobs(p.ctx, info.Thread, checkpoint.BlobQuery{Bare: true}); err != nil {
			p.t.Fatal(err)
		}
	}
	return []any{threads, p.list(checkpoint.Query{}), blobs}
}
