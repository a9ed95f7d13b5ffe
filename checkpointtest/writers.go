package checkpointtest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
)

// testConflict: a checkpoint follows the head that its writer saw, or nothing.
func testConflict(t *testing.T, p *probe) {
	first := p.next(root("t", ""), changes{"n": checkpoint.Set(1)})
	rival := p.next(root("t", ""), changes{"n": checkpoint.Set(2)})
	head, err := p.Put(p.ctx, first)
	must(t, err)
	refuse := func(c checkpoint.Checkpoint, expected, head checkpoint.ID) {
		t.Helper()
		before := p.look()
		_, err := p.Put(p.ctx, c)
		p.code(loci.Conflict, err)
		var conflict *checkpoint.ConflictError
		if !errors.As(err, &conflict) {
			t.Fatalf("got %v, want a *ConflictError", err)
		}
		p.same("conflict", &checkpoint.ConflictError{Thread: thread("t"), Expected: expected, Head: head}, conflict)
		p.same("the store", before, p.look())
	}
	refuse(rival, "", head.ID)
	refuse(first, "", head.ID) // the same again
	second := p.put(head, changes{"n": checkpoint.Set(3)})
	refuse(p.next(head, changes{"n": checkpoint.Set(4)}), head.ID, second.ID)
	branch := p.next(head, changes{"n": checkpoint.Set(5)}, func(s *checkpoint.Step) { s.Head = second.ID })
	fork := p.put(head, nil, func(s *checkpoint.Step) { s.Head, s.Source = second.ID, checkpoint.Fork })
	refuse(branch, second.ID, fork.ID)
	refuse(p.next(second, nil), second.ID, fork.ID) // whoever was at it learns of the fork
	p.put(root("t", "child"), nil)                  // another namespace has its own head
	p.put(fork, nil)
	must(t, p.DeleteThread(p.ctx, thread("t")))
	refuse(p.next(fork, nil), fork.ID, "")
	t.Run("a clock that goes back", func(t *testing.T) {
		p := p.fresh(t)
		c := p.put(root("t", ""), nil)
		for range 5 {
			next, err := c.Next(checkpoint.Step{At: start.Add(-1000), Source: checkpoint.Loop})
			must(t, err)
			saved, err := p.Put(p.ctx, next)
			must(t, err)
			if saved.ID <= c.ID {
				t.Fatalf("%s does not follow %s", saved.ID, c.ID)
			}
			c = saved
		}
		p.same("latest", c.ID, p.get("t", "", "").ID)
	})
}

// testConcurrency: many writers, on threads of their own and on a common one.
func testConcurrency(t *testing.T, p *probe) {
	const writers, steps = 8, 25
	var wg sync.WaitGroup
	var won, lost [writers]int
	for w := range writers {
		own := p.in(t)
		wg.Go(func() {
			at := root(fmt.Sprint("own ", w), "")
			for i := range steps {
				c, err := at.Next(checkpoint.Step{At: start, Source: checkpoint.Loop, Changes: changes{"log": checkpoint.Append([]int{i})}})
				if err == nil {
					at, err = own.Put(own.ctx, c)
				}
				if err == nil {
					err = own.PutWrites(own.ctx, at, of("task", checkpoint.Write{Channel: "x", Value: i})...)
				}
				if err != nil {
					t.Error(err)
					return
				}
				head, err := own.Get(own.ctx, thread("common"), "", "")
				if errors.Is(err, loci.NotFound) {
					head, err = root("common", ""), nil
				}
				if err != nil {
					t.Error(err)
					return
				}
				c, _ = head.Next(checkpoint.Step{At: start, Source: checkpoint.Loop, Changes: changes{"log": checkpoint.Append([]int{w})}})
				switch _, err := own.Put(own.ctx, c); {
				case err == nil:
					won[w]++
				case errors.Is(err, loci.Conflict):
					lost[w]++
				default:
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	total := 0
	for w := range writers {
		total += won[w]
		if won[w]+lost[w] != steps {
			t.Errorf("writer %d: %d won, %d lost", w, won[w], lost[w])
		}
		got := p.get(fmt.Sprint("own ", w), "", "")
		if log := got.Values["log"].([]int); len(log) != steps || len(got.Pending) != 1 {
			t.Errorf("writer %d: %v, %v", w, log, got.Pending)
		}
	}
	all := p.all("common")
	if len(all) != total {
		t.Errorf("%d checkpoints, %d were acknowledged", len(all), total)
	}
	for i, c := range all { // one chain: nobody was orphaned
		if i+1 < len(all) && c.Parent != all[i+1].ID {
			t.Errorf("checkpoint %d does not follow the one before", i)
		}
	}
	counts := [writers]int{}
	for _, w := range all[0].Values["log"].([]int) {
		counts[w]++
	}
	if counts != won {
		t.Errorf("the log has %v, acknowledged were %v", counts, won)
	}
}

// testIsolation: names that resemble each other have nothing in common.
func testIsolation(t *testing.T, p *probe) {
	names := []string{"a", "A", "a ", "a%", "a_", "ab", "a.b", "a|b", "a'b", "å", "a\u030a", "__proto__", "a\n"}
	for i, name := range names {
		for _, th := range []checkpoint.Thread{{Org: name, User: "u", ID: "t"}, {Org: "o", User: name, ID: "t"}, {Org: "o", User: "u", ID: name}} {
			for _, namespace := range []string{"", name} {
				p.put(checkpoint.Checkpoint{Thread: th, Namespace: namespace}, changes{"v": checkpoint.Set(i)})
			}
		}
	}
	for i, name := range names {
		for _, th := range []checkpoint.Thread{{Org: name, User: "u", ID: "t"}, {Org: "o", User: name, ID: "t"}, {Org: "o", User: "u", ID: name}} {
			if all := p.list(checkpoint.Query{Thread: &th}); len(all) != 2 || all[0].Values["v"] != i || all[0].Thread != th {
				t.Errorf("%q: %+v", th, all)
			}
			if all := p.list(checkpoint.Query{Thread: &th, Namespace: &name}); len(all) != 1 {
				t.Errorf("%q: %d in its namespace", th, len(all))
			}
		}
	}
	must(t, p.DeleteThread(p.ctx, checkpoint.Thread{Org: "o", User: "a", ID: "t"}))
	p.same("left", len(names)*6-2, len(p.list(checkpoint.Query{})))
	infos, err := p.Threads(p.ctx, checkpoint.ThreadQuery{})
	must(t, err)
	var paged []checkpoint.ThreadInfo
	for q := (checkpoint.ThreadQuery{Limit: 4}); ; q.After = last(paged).Thread {
		page, err := p.Threads(p.ctx, q)
		must(t, err)
		if len(page) == 0 {
			break
		}
		paged = append(paged, page...)
	}
	p.same("by the page", infos, paged)
	if !slices.IsSortedFunc(infos, func(a, b checkpoint.ThreadInfo) int {
		return slices.Compare([]string{a.Thread.Org, a.Thread.User, a.Thread.ID}, []string{b.Thread.Org, b.Thread.User, b.Thread.ID})
	}) {
		t.Error("threads are not in order")
	}
}

func testCancel(t *testing.T, p *probe) {
	c := p.grow(root("t", ""), 2)[1]
	before := p.look()
	ctx, cancel := context.WithCancel(p.ctx)
	cancel()
	for name, call := range map[string]func() error{
		"Put":       func() error { _, err := p.Put(ctx, p.next(c, nil)); return err },
		"PutWrites": func() error { return p.PutWrites(ctx, c, of("t", checkpoint.Write{Channel: "a", Value: 1})...) },
		"Get":       func() error { _, err := p.Get(ctx, thread("t"), "", ""); return err },
		"Delete":    func() error { return p.DeleteThread(ctx, thread("t")) },
		"DeleteForRuns": func() error {
			_, err := p.DeleteForRuns(ctx, loci.DefaultOrg, loci.DefaultUser, []string{"x"})
			return err
		},
		"Holds": func() error {
			_, err := p.Holds(ctx, loci.Scope{Org: loci.DefaultOrg, User: loci.DefaultUser}, []string{"x"})
			return err
		},
		"Erase": func() error {
			return p.Erase(ctx, loci.Scope{Org: loci.DefaultOrg, User: loci.DefaultUser}, []string{"x"})
		},
		"Copy":    func() error { return p.CopyThread(ctx, thread("t"), thread("u")) },
		"Threads": func() error { _, err := p.Threads(ctx, checkpoint.ThreadQuery{}); return err },
		"Blobs":   func() error { _, err := p.store.Blobs(ctx, thread("t"), checkpoint.BlobQuery{}); return err },
		"Pending": func() error { _, err := p.store.PendingWrites(ctx, thread("t"), nil); return err },
		"Prune": func() error {
			_, err := p.Prune(ctx, checkpoint.ThreadQuery{}, checkpoint.Policy{Keep: 1})
			return err
		},
		"List": func() error {
			for _, err := range p.List(ctx, checkpoint.Query{}) {
				return err
			}
			return nil
		},
	} {
		err := call()
		if loci.CodeOf(err) != loci.Unavailable || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: got %v, want unavailable", name, err)
		}
	}
	p.same("the store", before, p.look())
}

func testHolder(t *testing.T, p *probe) {
	p.put(root("t", ""), changes{"log": checkpoint.Append([]person{{"Zacharias \"Q\" Quux", 3}})})
	p.put(root("meta", ""), nil, func(s *checkpoint.Step) { s.Metadata = map[string]any{"tenant": "clear-canary", "x": "sealed-canary"} })
	p.write(p.put(root("write", ""), nil), "task", checkpoint.Write{Channel: "x", Value: "write-canary"})
	p.put(root("none", ""), changes{"x": checkpoint.Set("nothing")})
	me := loci.Scope{Org: loci.DefaultOrg, User: loci.DefaultUser}
	for text, want := range map[string]bool{
		`Zacharias "Q" Quux`: true, "Quux": true, "clear-canary": true, "sealed-canary": true, "write-canary": true, "absent": false, "": false,
	} {
		got, err := p.Holds(p.ctx, me, []string{text})
		must(t, err)
		if got != want {
			t.Errorf("holds %q: %v", text, got)
		}
	}
	got, err := p.Holds(p.ctx, loci.Scope{Org: "local", User: "other"}, []string{"Quux"})
	must(t, err)
	p.same("of another user", false, got)
	must(t, p.Erase(p.ctx, me, []string{"Quux", "write-canary"}))
	p.same("t", 0, len(p.all("t")))
	p.same("write", 0, len(p.all("write")))
	p.same("none", 1, len(p.all("none")))
}

func testReopen(t *testing.T, p *probe) {
	if p.harness.Reopen == nil {
		t.Skip("the store is gone with the process")
	}
	p.write(p.grow(root("t", ""), 30)[29], "task", checkpoint.Write{Channel: "x", Value: 1})
	before := p.look()
	p.store = p.harness.Reopen(t, p.store)
	p.Saver = p.saver()
	p.same("after opening again", before, p.look())
	p.grow(p.get("t", "", ""), 1)
}
