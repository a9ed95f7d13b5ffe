package checkpointtest

import (
	"fmt"
	"testing"

	"github.com/locimem/loci/checkpoint"
)

// testDelta: lists that grow are kept in pieces, and read as if they were not.
func testDelta(t *testing.T, p *probe) {
	t.Run("every state can be told", func(t *testing.T) {
		p := p.fresh(t)
		const n = 70
		all := p.grow(root("t", ""), n)
		check := func(got checkpoint.Checkpoint, i int) {
			t.Helper()
			log := got.Values["log"].([]string)
			if len(log) != i+1 || log[0] != "entry 0" || log[i] != fmt.Sprint("entry ", i) {
				t.Errorf("checkpoint %d: %q", i, log)
			}
		}
		for i, c := range p.all("t") { // sharing
			check(c, n-1-i)
		}
		for i, c := range all { // each alone
			check(p.get("t", "", c.ID), i)
		}
		if cap(all[3].Values["log"].([]string)) > 4 {
			log := p.all("t")[n-4].Values["log"].([]string)
			_ = append(log, "intruder")
			check(p.get("t", "", all[4].ID), 4)
		}
	})
	t.Run("space grows with the content", func(t *testing.T) {
		p := p.fresh(t)
		size := map[int]int64{}
		at := root("t", "")
		for i := range 400 {
			at = p.grow(at, 1)[0]
			if i == 99 || i == 399 {
				size[i+1] = p.bytes("t")
			}
		}
		if ratio := float64(size[400]) / float64(size[100]); ratio > 4.6 {
			t.Errorf("four times the content takes %.1f times the space", ratio)
		}
	})
	t.Run("a new list starts anew", func(t *testing.T) {
		p := p.fresh(t)
		all := p.grow(root("t", ""), 5)
		c := p.put(all[4], changes{"log": checkpoint.Set([]string{"only"})})
		c = p.put(c, changes{"log": checkpoint.Append([]string{"more"})})
		p.same("log", []string{"only", "more"}, p.get("t", "", "").Values["log"])
		p.same("before", 5, len(p.get("t", "", all[4].ID).Values["log"].([]string)))
		c = p.put(c, changes{"log": checkpoint.Drop()})
		c = p.put(c, changes{"log": checkpoint.Append([]string{"again"})})
		p.same("log", []string{"again"}, p.get("t", "", "").Values["log"])
		c = p.put(c, changes{"log": checkpoint.Append([]string{})})
		p.same("log", []string{"again"}, p.get("t", "", c.ID).Values["log"])
	})
	t.Run("channels stop independently", func(t *testing.T) {
		p := p.fresh(t)
		c := p.put(root("t", ""), changes{"a": checkpoint.Append([]int{1}), "b": checkpoint.Append([]int{1})})
		c = p.put(c, changes{"a": checkpoint.Append([]int{2})})
		c = p.put(c, changes{"a": checkpoint.Append([]int{3}), "b": checkpoint.Append([]int{2})})
		p.write(c, "task", checkpoint.Write{Channel: "a", Value: []int{4}}) // pending: no part of the state
		c = p.get("t", "", "")
		p.same("values", map[string]any{"a": []int{1, 2, 3}, "b": []int{1, 2}}, c.Values)
	})
	t.Run("branches share their past", func(t *testing.T) {
		p := p.fresh(t)
		all := p.grow(root("t", ""), 10)
		left := p.put(all[5], changes{"log": checkpoint.Append([]string{"left"})}, func(s *checkpoint.Step) { s.Head = all[9].ID })
		right := p.put(all[5], changes{"log": checkpoint.Append([]string{"right"})}, func(s *checkpoint.Step) { s.Head = left.ID })
		for c, want := range map[checkpoint.ID]string{left.ID: "left", right.ID: "right", all[6].ID: "entry 6"} {
			for _, log := range [][]string{p.get("t", "", c).Values["log"].([]string)} {
				if len(log) != 7 || log[5] != "entry 5" || log[6] != want {
					t.Errorf("got %q, want … %s", log, want)
				}
			}
		}
		for _, c := range p.all("t") {
			p.same("listed", p.get("t", "", c.ID), c)
		}
	})
	t.Run("of mixed types is refused", func(t *testing.T) {
		c := p.fresh(t).put(root("t", ""), changes{"a": checkpoint.Append([]int{1}), "b": checkpoint.Set(1)})
		for _, ch := range []changes{{"a": checkpoint.Append([]string{"x"})}, {"b": checkpoint.Append([]int{2})}, {"a": checkpoint.Append(2)}} {
			if _, err := c.Next(checkpoint.Step{At: p.now, Source: checkpoint.Loop, Changes: ch}); err == nil {
				t.Errorf("%v was accepted", ch)
			}
		}
	})
}

func (p *probe) bytes(id string) int64 {
	p.t.Helper()
	infos, err := p.Threads(p.ctx, checkpoint.ThreadQuery{ID: id})
	must(p.t, err)
	if len(infos) != 1 {
		p.t.Fatalf("%d threads are named %s", len(infos), id)
	}
	return infos[0].Bytes
}
