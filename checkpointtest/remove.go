package checkpointtest

import (
	"fmt"
	"testing"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
)

func testDeleteThread(t *testing.T, p *probe) {
	p.grow(root("t", ""), 3)
	p.write(p.grow(root("t", "child"), 2)[1], "task", checkpoint.Write{Channel: "a", Value: 1})
	p.grow(root("u", ""), 1)
	before := p.all("u")
	must(t, p.DeleteThread(p.ctx, thread("t")))
	must(t, p.DeleteThread(p.ctx, thread("t"))) // of nothing
	must(t, p.DeleteThread(p.ctx, thread("nobody")))
	p.same("t", 0, len(p.all("t")))
	p.same("u", before, p.all("u"))
	blobs, err := p.store.Blobs(p.ctx, thread("t"), checkpoint.BlobQuery{})
	must(t, err)
	writes, err := p.store.PendingWrites(p.ctx, thread("t"), nil)
	must(t, err)
	if len(blobs)+len(writes) != 0 {
		t.Errorf("%d blobs and %d writes left", len(blobs), len(writes))
	}
	threads, err := p.Threads(p.ctx, checkpoint.ThreadQuery{})
	must(t, err)
	p.same("threads", 1, len(threads))
	p.code(loci.Invalid, p.DeleteThread(p.ctx, checkpoint.Thread{}))
	p.grow(root("t", ""), 1) // it may begin again
}

func testDeleteForRuns(t *testing.T, p *probe) {
	run := func(name string) func(*checkpoint.Step) { return func(s *checkpoint.Step) { s.Run = name } }
	a := p.grow(root("t", ""), 3, run("a"))
	b := p.grow(a[2], 2, run("b"))
	p.grow(root("t", "child"), 2, run("b"))
	p.write(b[1], "task", checkpoint.Write{Channel: "x", Value: 1})
	p.grow(root("u", ""), 2, run("b"))
	other := checkpoint.Checkpoint{Thread: checkpoint.Thread{Org: "local", User: "other", ID: "t"}}
	p.grow(other, 1, run("b"))
	before := p.look()
	for _, runs := range [][]string{nil, {"unknown"}, {""}} {
		removed, err := p.DeleteForRuns(p.ctx, loci.DefaultOrg, loci.DefaultUser, runs)
		must(t, err)
		p.same("removed", checkpoint.Removed{}, removed)
	}
	p.same("nothing happened", before, p.look())
	removed, err := p.DeleteForRuns(p.ctx, loci.DefaultOrg, loci.DefaultUser, []string{"b", "unknown"})
	must(t, err)
	p.same("removed", checkpoint.Removed{Threads: 2, Checkpoints: 6, Blobs: 8}, removed)
	p.same("left", newestFirst(a), p.all("t"))
	p.same("u", 0, len(p.all("u")))
	p.same("of the other user", 1, len(p.list(checkpoint.Query{User: "other"})))
	writes, err := p.store.PendingWrites(p.ctx, thread("t"), []checkpoint.ID{b[1].ID})
	must(t, err)
	p.same("writes of what is gone", 0, len(writes))
	c := p.grow(a[2], 2, run("c"))
	p.grow(root("v", ""), 1, run("d"))
	removed, err = p.DeleteForRuns(p.ctx, loci.DefaultOrg, loci.DefaultUser, []string{"c", "d", "c"})
	must(t, err)
	p.same("several runs", checkpoint.Removed{Threads: 2, Checkpoints: len(c) + 1, Blobs: removed.Blobs}, removed)
	p.same("left", newestFirst(a), p.all("t"))
	removed, err = p.DeleteForRuns(p.ctx, loci.DefaultOrg, loci.DefaultUser, []string{"a"})
	must(t, err)
	p.same("the last", 3, removed.Checkpoints)
}

func testCopy(t *testing.T, p *probe) {
	all := p.grow(root("t", ""), 6, func(s *checkpoint.Step) { s.Metadata = map[string]any{"k": "v", "tenant": "acme"} })
	fork := p.put(all[2], changes{"log": checkpoint.Append([]string{"fork"})}, func(s *checkpoint.Step) { s.Head, s.Source = all[5].ID, checkpoint.Fork })
	p.grow(root("t", "child"), 2)
	p.write(fork, "task", checkpoint.Write{Channel: "x", Value: person{"Ana", 1}})
	before := p.all("t")
	must(t, p.CopyThread(p.ctx, thread("t"), thread("copy")))
	got := p.all("copy")
	for i := range got {
		if got[i].Thread != thread("copy") {
			t.Fatalf("got %v", got[i].Thread)
		}
		got[i].Thread = thread("t")
	}
	p.same("the copy", before, got)
	p.same("the original", before, p.all("t"))

	head := p.get("copy", "", "")
	p.put(head, changes{"log": checkpoint.Append([]string{"in the copy"})})
	p.same("the original", before, p.all("t"))
	p.put(fork, changes{"log": checkpoint.Append([]string{"in the original"})})
	p.same("log of the copy", "in the copy", last(p.get("copy", "", "").Values["log"].([]string)))
	p.same("log of the original", "in the original", last(p.get("t", "", "").Values["log"].([]string)))
	must(t, p.DeleteThread(p.ctx, thread("t")))
	p.same("the copy", 10, len(p.all("copy")))

	p.code(loci.NotFound, p.CopyThread(p.ctx, thread("nobody"), thread("new")))
	p.same("nothing", 0, len(p.all("new")))
	p.grow(root("u", ""), 1)
	p.code(loci.Conflict, p.CopyThread(p.ctx, thread("u"), thread("copy")))
	p.code(loci.Invalid, p.CopyThread(p.ctx, thread("u"), checkpoint.Thread{}))
	must(t, p.CopyThread(p.ctx, thread("u"), checkpoint.Thread{Org: "acme", User: "bob", ID: "u"}))
}

func last[T any](s []T) T { return s[len(s)-1] }

func testPrune(t *testing.T, p *probe) {
	for name, tt := range map[string]struct {
		query  checkpoint.ThreadQuery
		policy checkpoint.Policy
		want   map[string]int // checkpoints left
	}{
		"latest of one":           {checkpoint.ThreadQuery{ID: "t1"}, checkpoint.Policy{Keep: 1}, map[string]int{"t1": 2, "t2": 12}},
		"latest of all":           {checkpoint.ThreadQuery{}, checkpoint.Policy{Keep: 1}, map[string]int{"t1": 2, "t2": 2}},
		"three of each namespace": {checkpoint.ThreadQuery{}, checkpoint.Policy{Keep: 3}, map[string]int{"t1": 5, "t2": 5}},
		"by age":                  {checkpoint.ThreadQuery{ID: "t1"}, checkpoint.Policy{OlderThan: start.Add(5500 * 1e6)}, map[string]int{"t1": 7, "t2": 12}},
		"by age, all of it":       {checkpoint.ThreadQuery{ID: "t1"}, checkpoint.Policy{OlderThan: start.Add(1 << 50)}, map[string]int{"t1": 0, "t2": 12}},
		"by age, but the latest":  {checkpoint.ThreadQuery{}, checkpoint.Policy{Keep: 1, OlderThan: start.Add(1 << 50)}, map[string]int{"t1": 2, "t2": 2}},
		"by age, all young":       {checkpoint.ThreadQuery{}, checkpoint.Policy{OlderThan: start}, map[string]int{"t1": 12, "t2": 12}},
		"unknown":                 {checkpoint.ThreadQuery{ID: "t3"}, checkpoint.Policy{Keep: 1}, map[string]int{"t1": 12, "t2": 12}},
		"another user's":          {checkpoint.ThreadQuery{User: "bob"}, checkpoint.Policy{Keep: 1}, map[string]int{"t1": 12, "t2": 12}},
	} {
		t.Run(name, func(t *testing.T) {
			p := p.fresh(t)
			before := map[checkpoint.ID]checkpoint.Checkpoint{}
			for _, id := range []string{"t1", "t2"} {
				at := p.grow(root(id, ""), 10)
				p.write(at[9], "task", checkpoint.Write{Channel: "x", Value: 1})
				p.write(at[0], "task", checkpoint.Write{Channel: "x", Value: 1})
				p.grow(root(id, "child"), 2)
				for _, c := range p.all(id) {
					before[c.ID] = c
				}
			}
			size := p.bytes("t1")
			removed, err := p.Prune(p.ctx, tt.query, tt.policy)
			must(t, err)
			total := 24
			for id, want := range tt.want {
				left := p.all(id)
				if len(left) != want {
					t.Errorf("%s: %d checkpoints left, want %d", id, len(left), want)
				}
				total -= len(left)
				for _, c := range left {
					p.same("a kept one", before[c.ID], c)
				}
			}
			p.same("removed", total, removed.Checkpoints)
			if tt.want["t1"] == 2 && p.bytes("t1") > size*2/3 {
				t.Errorf("%d of %d bytes left", p.bytes("t1"), size)
			}
			if tt.want["t1"] > 0 { // and the thread goes on
				at := p.grow(p.get("t1", "", ""), 1)[0]
				p.same("log", 11, len(p.get("t1", "", at.ID).Values["log"].([]string)))
			}
			again, err := p.Prune(p.ctx, tt.query, tt.policy)
			must(t, err)
			if tt.policy.Keep > 1 && again.Checkpoints > 1 || tt.policy.Keep == 0 && again.Checkpoints > 0 {
				t.Errorf("again: %+v", again)
			}
		})
	}
	_, err := p.Prune(p.ctx, checkpoint.ThreadQuery{}, checkpoint.Policy{})
	p.code(loci.Invalid, err)
	t.Run("keeps what other branches need", func(t *testing.T) {
		p := p.fresh(t)
		all := p.grow(root("t", ""), 20)
		fork := p.put(all[7], changes{"n": checkpoint.Set("fork")}, func(s *checkpoint.Step) { s.Head = all[19].ID })
		_, err := p.Prune(p.ctx, checkpoint.ThreadQuery{}, checkpoint.Policy{Keep: 1})
		must(t, err)
		p.same("the fork", []checkpoint.Checkpoint{fork}, p.all("t"))
		p.same("its log", fmt.Sprint("entry ", 7), last(p.get("t", "", "").Values["log"].([]string)))
	})
}
