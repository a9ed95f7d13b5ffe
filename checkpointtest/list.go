package checkpointtest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/locimem/loci/checkpoint"
)

func testList(t *testing.T, p *probe) {
	all := p.grow(root("t", ""), 4, func(s *checkpoint.Step) { s.Run = "r" })
	child := p.grow(root("t", "child"), 2)
	grandchild := p.put(root("t", "child|x"), nil, func(s *checkpoint.Step) { s.Source = checkpoint.Input })
	p.grow(root("u", ""), 1)
	p.write(all[3], "task", checkpoint.Write{Channel: "c", Value: 1})
	th, rootNS, childNS, noNS, two := thread("t"), "", "child", "chil", 2
	for name, tt := range map[string]struct {
		query checkpoint.Query
		want  []checkpoint.Checkpoint
	}{
		"the thread":        {checkpoint.Query{}, append(append(slices.Clone(all), child...), grandchild)},
		"the root":          {checkpoint.Query{Namespace: &rootNS}, all},
		"the child":         {checkpoint.Query{Namespace: &childNS}, child},
		"a prefix":          {checkpoint.Query{Namespace: &noNS}, nil},
		"source":            {checkpoint.Query{Source: checkpoint.Input}, []checkpoint.Checkpoint{grandchild}},
		"step":              {checkpoint.Query{Step: &two}, all[3:]},
		"run":               {checkpoint.Query{Run: "r"}, all},
		"run and namespace": {checkpoint.Query{Run: "r", Namespace: &childNS}, nil},
		"id":                {checkpoint.Query{ID: all[2].ID}, all[2:3]},
		"before":            {checkpoint.Query{Before: all[2].ID}, all[:2]},
		"before the first":  {checkpoint.Query{Before: all[0].ID}, nil},
	} {
		q := tt.query
		q.Thread = &th
		t.Run(name, func(t *testing.T) {
			p := p.in(t)
			want := newestFirst(tt.want)
			got := p.list(q)
			p.same("ids", ids(want), ids(got))
			for _, limit := range []int{1, 2, 100} {
				q.Limit = limit
				p.same("the first", ids(want[:min(limit, len(want))]), ids(p.list(q)))
			}
			q.Limit, q.Bare = 0, true
			p.same("bare", ids(want), ids(p.list(q)))
		})
	}
	got := p.all("t")
	i := slices.IndexFunc(got, func(c checkpoint.Checkpoint) bool { return c.ID == all[3].ID })
	p.same("pending", 1, len(got[i].Pending))
	got[i].Pending = nil
	p.same("contents", newestFirst(append(append(slices.Clone(all), child...), grandchild)), got)
	p.same("of nobody", 0, len(p.all("nobody")))
	p.same("of all threads", 8, len(p.list(checkpoint.Query{})))
	p.same("of another user", 0, len(p.list(checkpoint.Query{Org: th.Org, User: "other"})))
}

// testProduct asks every combination of arguments.
func testProduct(t *testing.T, p *probe) {
	var all []checkpoint.Checkpoint
	for _, id := range []string{"t1", "t2", "t3", "t 4%"} {
		for _, namespace := range []string{"", "child"} {
			at := root(id, namespace)
			for i := range 3 {
				at = p.put(at, changes{"n": checkpoint.Set(i)}, func(s *checkpoint.Step) {
					s.Source = []checkpoint.Source{checkpoint.Input, checkpoint.Loop, checkpoint.Update}[i]
					s.Metadata = map[string]any{"user": "ana", "odd": i%2 == 1}
				})
				all = append(all, at)
			}
		}
	}
	all = newestFirst(all)
	namespaces := []*string{nil, new(string), ptr("child")}
	threads := []*checkpoint.Thread{nil, ptr(thread("t1")), ptr(thread("t2")), ptr(thread("t3")), ptr(thread("t 4%")), ptr(thread("nobody"))}
	befores := []checkpoint.ID{"", all[7].ID, all[len(all)-1].ID}
	filters := []map[string]any{nil, {"user": "ana"}, {"user": "ana", "odd": true}, {"odd": "true"}}
	for _, th := range threads {
		for _, namespace := range namespaces {
			for _, before := range befores {
				for _, limit := range []int{0, 1, 3} {
					for f, filter := range filters {
						for _, source := range []checkpoint.Source{"", checkpoint.Loop} {
							var want []checkpoint.ID
							for _, c := range all {
								if (th == nil || c.Thread == *th) && (namespace == nil || c.Namespace == *namespace) &&
									(before == "" || c.ID < before) && (source == "" || c.Source == source) &&
									(f < 2 || f == 2 && c.Metadata["odd"] == true) && (limit == 0 || len(want) < limit) {
									want = append(want, c.ID)
								}
							}
							q := checkpoint.Query{Thread: th, Namespace: namespace, Before: before, Limit: limit, Filter: filter, Source: source}
							if got := ids(p.list(q)); !slices.Equal(got, want) {
								t.Errorf("%+v: got %v, want %v", q, got, want)
							}
						}
					}
				}
			}
		}
	}
}

func ptr[T any](v T) *T { return &v }

// testFilter: a filter compares values and their types, and within objects the
// keys it names.
func testFilter(t *testing.T, p *probe) {
	p.put(root("t", ""), nil, func(s *checkpoint.Step) {
		s.Metadata = map[string]any{
			"text": "1", "int": 1, "float": 1.5, "true": true, "null": nil, "list": []any{1, "a"}, "tenant": "acme",
			"object": map[string]any{"a": 1, "b": map[string]any{"c": "d"}}, "q'; DROP TABLE checkpoints; --": "x", "": "empty", "a.b": 2,
		}
	})
	for _, tt := range []struct {
		filter map[string]any
		want   bool
	}{
		{map[string]any{}, true},
		{map[string]any{"text": "1"}, true},
		{map[string]any{"text": 1}, false},
		{map[string]any{"int": 1}, true},
		{map[string]any{"int": int64(1)}, true},
		{map[string]any{"int": "1"}, false},
		{map[string]any{"int": true}, false},
		{map[string]any{"float": 1.5}, true},
		{map[string]any{"true": true}, true},
		{map[string]any{"true": 1}, false},
		{map[string]any{"null": nil}, true},
		{map[string]any{"missing": nil}, false},
		{map[string]any{"list": []any{1, "a"}}, true},
		{map[string]any{"list": []any{1}}, false},
		{map[string]any{"object": map[string]any{"a": 1}}, true},
		{map[string]any{"object": map[string]any{"b": map[string]any{"c": "d"}}}, true},
		{map[string]any{"object": map[string]any{"a": 2}}, false},
		{map[string]any{"object": 1}, false},
		{map[string]any{"tenant": "acme", "text": "1"}, true},
		{map[string]any{"tenant": "acme", "text": "2"}, false},
		{map[string]any{"q'; DROP TABLE checkpoints; --": "x"}, true},
		{map[string]any{"q' OR '1'='1": "x"}, false},
		{map[string]any{"": "empty"}, true},
		{map[string]any{"a.b": 2}, true},
	} {
		if got := len(p.list(checkpoint.Query{Filter: tt.filter})); (got == 1) != tt.want {
			t.Errorf("%v: %d found, want a match: %v", tt.filter, got, tt.want)
		}
	}
}

// testPage: lists longer than a page are complete, whatever happens meanwhile.
func testPage(t *testing.T, p *probe) {
	const n = 450
	all := p.grow(root("t", ""), n)
	for i, c := range p.all("t") {
		if want := all[n-1-i]; c.ID != want.ID || len(c.Values["log"].([]string)) != n-i {
			t.Fatalf("checkpoint %d is %s with %v entries", i, c.ID, len(c.Values["log"].([]string)))
		}
	}
	for i, c := range p.list(checkpoint.Query{Filter: map[string]any{"x": 1}, Limit: 2}) {
		t.Errorf("%d: %s has no such metadata", i, c.ID)
	}
	th := thread("t")
	i := 0
	head := all[n-1]
	for _, err := range p.List(p.ctx, checkpoint.Query{Thread: &th}) { // nobody waits for the reader
		must(t, err)
		if i++; i == 100 {
			head = p.put(head, changes{"n": checkpoint.Set("new")})
		}
		if i == 250 {
			break
		}
	}
	p.put(head, changes{"n": checkpoint.Set("after")})
	i = 0
	for c, err := range p.List(p.ctx, checkpoint.Query{Thread: &th}) { // what is pruned under the reader is left out
		must(t, err)
		if i++; i == 10 {
			_, err := p.Prune(p.ctx, checkpoint.ThreadQuery{ID: "t"}, checkpoint.Policy{Keep: 5})
			must(t, err)
		}
		if log, _ := c.Values["log"].([]string); i > 2 && len(log) != n+3-i {
			t.Fatalf("checkpoint %d has %d entries", i, len(log))
		}
	}
	if i != 200 {
		t.Errorf("read %d, want the page that was read before the prune", i)
	}
	if got := fmt.Sprint(len(p.all("t"))); got != "5" {
		t.Errorf("%s left", got)
	}
}
