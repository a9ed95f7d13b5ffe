package checkpointtest

import (
	"flag"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/locimem/loci/checkpoint"
	"github.com/locimem/loci/inmem"
)

// testRandom gives the same random operations to the store under test and to
// the one in memory, and keeps every state that was acknowledged in a plain
// map. All three must agree. The seed and the number of walks are fixed;
// -rapid.seed and -rapid.checks ask for others.
func testRandom(t *testing.T, p *probe) {
	for name, value := range map[string]string{"rapid.seed": "1", "rapid.checks": "10"} {
		if f := flag.Lookup(name); f.Value.String() == f.DefValue {
			must(t, f.Value.Set(value))
		}
	}
	rapid.Check(t, func(r *rapid.T) {
		d := &duel{r: r, store: p.fresh(t), oracle: p.fresh(t), states: map[place]checkpoint.Checkpoint{}}
		d.oracle.store = inmem.Open(inmem.Options{})
		d.oracle.Saver = d.oracle.saver()
		actions := map[string]func(*rapid.T){
			"": d.compare, "put": d.put, "step": d.put, "write": d.write, "remove": d.remove, "copy": d.copy,
		}
		if p.harness.Reopen != nil {
			actions["reopen"] = func(*rapid.T) {
				d.store.store = p.harness.Reopen(t, d.store.store)
				d.store.Saver = d.store.saver()
			}
		}
		r.Repeat(actions)
	})
}

type place struct {
	thread, namespace string
	id                checkpoint.ID
}

type duel struct {
	r             *rapid.T
	store, oracle *probe
	states        map[place]checkpoint.Checkpoint // as Put returned them
	minute        int
	actions       int
}

var (
	threadNames = rapid.SampledFrom([]string{"t", "u", "v"})
	namespaces  = rapid.SampledFrom([]string{"", "", "child"})
)

// pick returns one of the checkpoints that exist.
func (d *duel) pick() (checkpoint.Checkpoint, bool) {
	all := d.oracle.list(checkpoint.Query{})
	if len(all) == 0 {
		return checkpoint.Checkpoint{}, false
	}
	return rapid.SampledFrom(all).Draw(d.r, "checkpoint"), true
}

func (d *duel) put(r *rapid.T) {
	id, namespace := threadNames.Draw(r, "thread"), namespaces.Draw(r, "namespace")
	parent, err := d.oracle.Get(d.oracle.ctx, thread(id), namespace, "")
	if err != nil {
		parent = root(id, namespace)
	}
	d.minute++
	s := checkpoint.Step{
		At: start.Add(time.Duration(d.minute) * time.Minute), Source: checkpoint.Loop,
		Run: rapid.SampledFrom([]string{"", "r1", "r2"}).Draw(r, "run"), Metadata: map[string]any{"minute": d.minute},
		Changes: changes{},
	}
	if other, ok := d.pick(); ok && rapid.IntRange(0, 4).Draw(r, "fork") == 0 && other.Thread == parent.Thread && other.Namespace == namespace {
		s.Head, parent = parent.ID, other
	}
	for _, channel := range []string{"a", "b", "log"} {
		switch rapid.IntRange(0, 5).Draw(r, channel) {
		case 0:
			s.Changes[channel] = checkpoint.Set([]string{fmt.Sprint("set ", d.minute)})
		case 1:
			s.Changes[channel] = checkpoint.Touch()
		case 2, 3:
			s.Changes[channel] = checkpoint.Append([]string{fmt.Sprint("added ", d.minute), "and more"})
		case 4:
			s.Changes[channel] = checkpoint.Drop()
		}
	}
	c, err := parent.Next(s)
	if err != nil {
		r.Fatal(err)
	}
	for i := rapid.IntRange(0, 1).Draw(r, "further steps"); i > 0; i-- {
		if c, err = c.Next(checkpoint.Step{At: s.At, Source: checkpoint.Loop, Changes: changes{"log": checkpoint.Append([]string{"further"})}}); err != nil {
			r.Fatal(err)
		}
	}
	saved, err := d.oracle.Put(d.oracle.ctx, c)
	if err != nil {
		r.Fatal(err)
	}
	if _, err := d.store.Put(d.store.ctx, c); err != nil {
		r.Fatal(err)
	}
	d.states[place{id, namespace, saved.ID}] = saved
}

func (d *duel) write(r *rapid.T) {
	c, ok := d.pick()
	if !ok {
		return
	}
	var writes []checkpoint.Write
	for range rapid.IntRange(1, 3).Draw(r, "writes") {
		writes = append(writes, checkpoint.Write{
			Channel: rapid.SampledFrom([]string{"a", "b", checkpoint.ErrorChannel, checkpoint.ResumeChannel}).Draw(r, "channel"),
			Value:   rapid.Int().Draw(r, "value"),
		})
	}
	task := rapid.SampledFrom([]string{"1", "2"}).Draw(r, "task")
	d.store.write(c, task, writes...)
	d.oracle.write(c, task, writes...)
}

func (d *duel) remove(r *rapid.T) {
	id := threadNames.Draw(r, "thread")
	policy := checkpoint.Policy{Keep: rapid.IntRange(0, 3).Draw(r, "keep")}
	if policy.Keep == 0 || rapid.Bool().Draw(r, "by age") {
		policy.OlderThan = start.Add(time.Duration(rapid.IntRange(0, d.minute+1).Draw(r, "age")) * time.Minute)
	}
	kind := rapid.SampledFrom([]string{"thread", "prune", "prune all", "run"}).Draw(r, "kind")
	do := func(p *probe) (checkpoint.Removed, error) {
		switch kind {
		case "thread":
			return checkpoint.Removed{}, p.DeleteThread(p.ctx, thread(id))
		case "prune":
			return p.Prune(p.ctx, checkpoint.ThreadQuery{ID: id}, policy)
		case "prune all":
			return p.Prune(p.ctx, checkpoint.ThreadQuery{}, policy)
		}
		return p.DeleteForRuns(p.ctx, thread("").Org, thread("").User, []string{"r1"})
	}
	want, err := do(d.oracle)
	if err != nil {
		r.Fatal(err)
	}
	got, err := do(d.store)
	if err != nil {
		r.Fatal(err)
	}
	d.store.same("removed", want, got)
}

func (d *duel) copy(r *rapid.T) {
	from, to := threadNames.Draw(r, "from"), threadNames.Draw(r, "to")
	want := d.oracle.CopyThread(d.oracle.ctx, thread(from), thread(to))
	got := d.store.CopyThread(d.store.ctx, thread(from), thread(to))
	if (want == nil) != (got == nil) {
		r.Fatalf("copy: got %v, the oracle %v", got, want)
	}
	if want != nil {
		return
	}
	for p, c := range d.states {
		if p.thread == from {
			p.thread, c.Thread = to, thread(to)
			d.states[p] = c
		}
	}
}

func (d *duel) compare(r *rapid.T) {
	if d.actions++; d.actions%3 != 0 { // it takes longer than what it looks at
		return
	}
	d.store.same("the store", d.oracle.look(), d.store.look())
	for _, c := range d.oracle.list(checkpoint.Query{}) {
		c.Pending = nil
		want := d.states[place{c.Thread.ID, c.Namespace, c.ID}]
		want.Metadata = map[string]any{}
		c.Metadata = map[string]any{}
		d.store.same("what was put", want, c)
	}
	if d.store.t.Failed() {
		r.Fatal("stores differ")
	}
}
