package checkpointtest

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
)

func testPut(t *testing.T, p *probe) {
	for _, namespace := range []string{"", "child", "child:abc|grandchild:def", `odd "%_\' ns`} {
		t.Run(fmt.Sprintf("namespace %q", namespace), func(t *testing.T) {
			p := p.fresh(t)
			c := p.put(root("t", namespace), changes{"a": checkpoint.Set("x")}, func(s *checkpoint.Step) {
				s.Source, s.Run = checkpoint.Input, "run 1"
				s.Metadata = map[string]any{"user": "ana", "tenant": "acme", "parents": map[string]any{"": "id"}}
				s.Seen = map[string]map[string]checkpoint.ID{"node": {"a": checkpoint.NewID(start, "")}}
			})
			got := p.get("t", namespace, c.ID)
			p.same("what was put", c, got)
			for what, ok := range map[string]bool{
				"thread": got.Thread == thread("t"), "namespace": got.Namespace == namespace, "id": got.ID == c.ID && got.ID != "",
				"no parent": got.Parent == "", "step": got.Step == -1, "source": got.Source == checkpoint.Input, "run": got.Run == "run 1",
				"created": got.Created().Sub(p.now).Abs() < time.Millisecond, "metadata": got.Metadata["user"] == "ana" && got.Metadata["tenant"] == "acme",
				"seen": got.Seen["node"]["a"] != "", "value": got.Values["a"] == "x", "version": got.Versions["a"] == c.ID,
			} {
				if !ok {
					t.Errorf("%s is wrong: %+v", what, got)
				}
			}
		})
	}
	t.Run("a thread of several", func(t *testing.T) {
		p := p.fresh(t)
		all := p.grow(root("t", ""), 3)
		p.grow(root("other", ""), 1)
		for i, c := range all {
			got := p.get("t", "", c.ID)
			p.same("checkpoint", c, got)
			if got.Step != i-1 || i > 0 && got.Parent != all[i-1].ID {
				t.Errorf("step %d, parent %s", got.Step, got.Parent)
			}
		}
		if len(p.all("other")) != 1 {
			t.Error("threads mix")
		}
	})
	t.Run("refused", func(t *testing.T) {
		p := p.fresh(t)
		valid := p.next(root("t", ""), changes{"a": checkpoint.Set(1)})
		for name, spoil := range map[string]func(*checkpoint.Checkpoint){
			"no thread id":  func(c *checkpoint.Checkpoint) { c.Thread.ID = "" },
			"no user":       func(c *checkpoint.Checkpoint) { c.Thread.User = "" },
			"no org":        func(c *checkpoint.Checkpoint) { c.Thread.Org = "" },
			"NUL in thread": func(c *checkpoint.Checkpoint) { c.Thread.ID = "a\x00b" },
			"not UTF-8":     func(c *checkpoint.Checkpoint) { c.Namespace = "\xff" },
			"no id":         func(c *checkpoint.Checkpoint) { c.ID = "" },
			"odd id":        func(c *checkpoint.Checkpoint) { c.ID = "1" },
			"no source":     func(c *checkpoint.Checkpoint) { c.Source = "" },
			"unknown type":  func(c *checkpoint.Checkpoint) { c.Values = map[string]any{"a": struct{}{}} },
			"metadata":      func(c *checkpoint.Checkpoint) { c.Metadata = map[string]any{"f": math.Inf(1)} },
		} {
			c := valid
			spoil(&c)
			_, err := p.Put(p.ctx, c)
			if loci.CodeOf(err) != loci.Invalid {
				t.Errorf("%s: got %v, want invalid", name, err)
			}
		}
		saved := p.put(root("t", ""), nil)
		_, err := p.Put(p.ctx, saved)
		p.code(loci.Invalid, err)
	})
}

// testVersion: what a step does not write keeps its value and its version.
func testVersion(t *testing.T, p *probe) {
	first := p.put(root("t", ""), changes{"a": checkpoint.Set("one"), "gone": checkpoint.Set(1), "bare": checkpoint.Touch()})
	second := p.put(first, changes{"b": checkpoint.Set("two"), "gone": checkpoint.Drop()})
	third := p.put(second, changes{"a": checkpoint.Set("three"), "b": checkpoint.Touch()})
	third = p.get("t", "", third.ID)
	p.same("values", map[string]any{"a": "three"}, third.Values)
	p.same("versions", map[string]checkpoint.ID{"a": third.ID, "b": third.ID, "bare": first.ID}, third.Versions)
	second = p.get("t", "", second.ID)
	p.same("values", map[string]any{"a": "one", "b": "two"}, second.Values)
	p.same("versions", map[string]checkpoint.ID{"a": first.ID, "b": second.ID, "bare": first.ID}, second.Versions)
	blobs, err := p.store.Blobs(p.ctx, thread("t"), checkpoint.BlobQuery{Bare: true})
	must(t, err)
	if len(blobs) != 4 {
		t.Errorf("%d blobs, want one for each value that was written", len(blobs))
	}
	t.Run("a blob that exists stays", func(t *testing.T) {
		p := p.in(t)
		before, err := p.store.Blobs(p.ctx, thread("t"), checkpoint.BlobQuery{})
		must(t, err)
		other := before[0]
		other.Body = append([]byte("other "), other.Body...)
		must(t, p.store.SaveThread(p.ctx, checkpoint.Batch{Thread: thread("t"), Blobs: []checkpoint.Blob{other}}))
		after, err := p.store.Blobs(p.ctx, thread("t"), checkpoint.BlobQuery{})
		must(t, err)
		p.same("written again", before, after)
		must(t, p.store.SaveThread(p.ctx, checkpoint.Batch{Thread: thread("t"), Blobs: []checkpoint.Blob{other}, Replace: true}))
		after, err = p.store.Blobs(p.ctx, thread("t"), checkpoint.BlobQuery{})
		must(t, err)
		p.same("replaced on purpose", other, after[0])
		must(t, p.store.SaveThread(p.ctx, checkpoint.Batch{Thread: thread("t"), Blobs: before[:1], Replace: true}))
	})
	t.Run("a thousand messages", func(t *testing.T) {
		p := p.fresh(t)
		c := root("long", "")
		for i := range 100 {
			var said []string
			for j := range 10 {
				said = append(said, fmt.Sprintf("message %d", 10*i+j))
			}
			c = p.put(c, changes{"log": checkpoint.Append(said)})
		}
		log := p.get("long", "", "").Values["log"].([]string)
		if len(log) != 1000 || log[0] != "message 0" || log[999] != "message 999" {
			t.Errorf("%d messages, from %q to %q", len(log), log[0], last(log))
		}
	})
	t.Run("of branches differ", func(t *testing.T) {
		p := p.in(t)
		left := p.put(first, changes{"a": checkpoint.Set("left")}, func(s *checkpoint.Step) { s.Head = third.ID })
		right := p.put(first, changes{"a": checkpoint.Set("right")}, func(s *checkpoint.Step) { s.Head = left.ID })
		for c, want := range map[checkpoint.ID]string{left.ID: "left", right.ID: "right", third.ID: "three"} {
			if got := p.get("t", "", c).Values["a"]; got != want {
				t.Errorf("a = %v, want %s", got, want)
			}
		}
	})
	t.Run("steps that are not saved", func(t *testing.T) {
		p := p.fresh(t)
		base := p.put(root("t", ""), changes{"log": checkpoint.Append([]string{"0"}), "a": checkpoint.Set(0)})
		c := p.next(base, changes{"log": checkpoint.Append([]string{"1"})})
		c = p.next(c, changes{"log": checkpoint.Append([]string{"2"}), "a": checkpoint.Set(2)})
		c = p.put(c, changes{"b": checkpoint.Set("last")})
		got := p.get("t", "", "")
		p.same("checkpoint", c, got)
		p.same("values", map[string]any{"log": []string{"0", "1", "2"}, "a": 2, "b": "last"}, got.Values)
		if got.Parent != base.ID || got.Step != 2 {
			t.Errorf("parent %s, step %d; want the last saved one, and every step counted", got.Parent, got.Step)
		}
	})
}

func testValue(t *testing.T, p *probe) {
	values := map[string]any{
		"null": nil, "bool": true, "int": 42, "large": int64(math.MaxInt64), "float": 0.1, "NaN": math.NaN(), "infinite": math.Inf(-1),
		"string": "käse 🧀 'quoted' \\ <b>", "empty": "", "NUL": "a\x00b", "replacement": `\ufffd and ` + "\uFFFD",
		"bytes": []byte{0, 255, 10}, "no bytes": []byte{}, "time": start.Add(123 * time.Nanosecond),
		"object": map[string]any{"a": []any{int64(1), "x", nil, 1.5}, "big": int64(1<<62 + 1)}, "array": []any{int64(1), map[string]any{}},
		"struct": person{"Ana", 40}, "structs": []person{{"Ana", 40}, {"Bob", 0}}, "strings": []string{"a", "", "b"},
		"floats": []float64{1, math.NaN()}, "ints": []int{}, "long": strings.Repeat("0123456789", 100_000), "": "a channel without a name",
	}
	step := changes{}
	for channel, v := range values {
		step[channel] = checkpoint.Set(v)
	}
	p.put(root("t", ""), step)
	got := p.get("t", "", "")
	p.same("values", values, got.Values)
	for name, v := range map[string]any{
		"a type that is not registered": struct{ X int }{1}, "a string that is not UTF-8": "\xff",
		"such a string in a struct": person{Name: "\xff"}, "a function": func() {},
	} {
		_, err := p.Put(p.ctx, p.next(got, changes{"a": checkpoint.Set(v)}))
		if loci.CodeOf(err) != loci.Invalid {
			t.Errorf("%s: got %v, want invalid", name, err)
		}
	}
	// A program that knows fewer types than the data has must say so.
	few, err := checkpoint.NewRegistry()
	must(t, err)
	_, _, err = few.Encode(person{})
	p.code(loci.Invalid, err)
	tag, data, err := p.Registry().Encode(person{"Ana", 40})
	must(t, err)
	_, err = few.Decode(tag, data)
	p.code(loci.Invalid, err)
}

func testGet(t *testing.T, p *probe) {
	_, err := p.Get(p.ctx, thread("nobody"), "", "")
	p.code(loci.NotFound, err)
	all := p.grow(root("t", ""), 3)
	child := p.put(root("t", "child"), changes{"n": checkpoint.Set("child's")})
	p.write(all[2], "task", checkpoint.Write{Channel: "out", Value: "v"})
	p.same("latest", all[2].Values, p.get("t", "", "").Values)
	p.same("by id", all[1], p.get("t", "", all[1].ID))
	p.same("of the child", child, p.get("t", "child", ""))
	p.same("pending", []checkpoint.Write{{Task: "task", Node: "node of task", Channel: "out", Value: "v"}}, p.get("t", "", "").Pending)
	if got := p.get("t", "", all[1].ID); len(got.Pending) != 0 || got.Parent != all[0].ID {
		t.Errorf("got %+v", got)
	}
	for name, call := range map[string]func() (checkpoint.Checkpoint, error){
		"unknown id": func() (checkpoint.Checkpoint, error) {
			return p.Get(p.ctx, thread("t"), "", checkpoint.NewID(start, ""))
		},
		"unknown namespace":  func() (checkpoint.Checkpoint, error) { return p.Get(p.ctx, thread("t"), "x", "") },
		"id of another's":    func() (checkpoint.Checkpoint, error) { return p.Get(p.ctx, thread("t"), "child", all[0].ID) },
		"id in other thread": func() (checkpoint.Checkpoint, error) { return p.Get(p.ctx, thread("u"), "", all[0].ID) },
	} {
		if _, err := call(); loci.CodeOf(err) != loci.NotFound {
			t.Errorf("%s: got %v, want not found", name, err)
		}
	}
	_, err = p.Get(p.ctx, thread("t"), "", "x' OR 1=1")
	p.code(loci.Invalid, err)
	_, err = p.Get(p.ctx, checkpoint.Thread{}, "", "")
	p.code(loci.Invalid, err)
}

func testWrite(t *testing.T, p *probe) {
	w := func(channel string, v any) checkpoint.Write { return checkpoint.Write{Channel: channel, Value: v} }
	read := func(p *probe, c checkpoint.Checkpoint) (out []string) {
		for _, w := range p.get(c.Thread.ID, c.Namespace, c.ID).Pending {
			out = append(out, fmt.Sprintf("%s %s=%v", w.Task, w.Channel, w.Value))
		}
		return out
	}
	for name, tt := range map[string]struct {
		write func(*probe, checkpoint.Checkpoint)
		want  []string
	}{
		"one": {func(p *probe, c checkpoint.Checkpoint) { p.write(c, "t", w("a", 1)) }, []string{"t a=1"}},
		"three in their order": {func(p *probe, c checkpoint.Checkpoint) {
			p.write(c, "t", w("b", 1), w("a", "two"), w("b", person{"Ana", 3}))
		}, []string{"t b=1", "t a=two", "t b={Ana 3}"}},
		"two tasks, by task": {func(p *probe, c checkpoint.Checkpoint) {
			p.write(c, "t2", w("a", 2))
			p.write(c, "t1", w("a", 1))
		}, []string{"t1 a=1", "t2 a=2"}},
		"twice: the first stays": {func(p *probe, c checkpoint.Checkpoint) {
			p.write(c, "t", w("a", 1))
			p.write(c, "t", w("a", 2))
		}, []string{"t a=1"}},
		"twice, the second longer": {func(p *probe, c checkpoint.Checkpoint) {
			p.write(c, "t", w("a", 1))
			p.write(c, "t", w("a", 2), w("b", 3))
		}, []string{"t a=1", "t b=3"}},
		"special: the last stays": {func(p *probe, c checkpoint.Checkpoint) {
			p.write(c, "t", w(checkpoint.ErrorChannel, "first"), w(checkpoint.InterruptChannel, "i"))
			p.write(c, "t", w(checkpoint.ErrorChannel, "second"))
		}, []string{"t __interrupt__=i", "t __error__=second"}},
		"mixed: each by its own rule": {func(p *probe, c checkpoint.Checkpoint) {
			p.write(c, "t", w(checkpoint.InterruptChannel, "i1"), w("x", 1))
			p.write(c, "t", w(checkpoint.InterruptChannel, "i2"), w("x", 2))
		}, []string{"t __interrupt__=i2", "t x=1"}},
		"none": {func(p *probe, c checkpoint.Checkpoint) { p.write(c, "t") }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			p := p.fresh(t)
			c := p.grow(root("t", ""), 1)[0]
			child := p.grow(root("t", "child"), 1)[0]
			tt.write(p, c)
			p.same("pending", tt.want, read(p, c))
			p.same("of another namespace", []string(nil), read(p, child))
			next := p.put(c, nil)
			p.same("of the next", []string(nil), read(p, next))
			p.same("still", tt.want, read(p, c))
		})
	}
	t.Run("with the checkpoint", func(t *testing.T) {
		p := p.fresh(t)
		c := p.next(root("t", ""), nil)
		c.Pending = append(of("1", w("a", 1), w(checkpoint.ErrorChannel, "e"), w("b", 2)), of("2", w("a", 3))...)
		saved, err := p.Put(p.ctx, c)
		must(t, err)
		p.same("pending", []string{"1 __error__=e", "1 a=1", "1 b=2", "2 a=3"}, read(p, saved))
		p.same("of the next", []string(nil), read(p, p.put(saved, nil)))
		c = p.next(p.get("t", "", ""), nil)
		c.Pending = of("1", w("a", func() {}))
		_, err = p.Put(p.ctx, c)
		p.code(loci.Invalid, err)
		p.same("checkpoints", 2, len(p.all("t")))
	})
	t.Run("on nothing", func(t *testing.T) {
		p := p.fresh(t)
		c := p.next(root("t", ""), nil)
		p.code(loci.Invalid, p.PutWrites(p.ctx, c, of("task", w("a", 1))...)) // it is not saved
		saved := p.put(root("t", ""), nil)
		must(t, p.DeleteThread(p.ctx, thread("t")))
		p.code(loci.NotFound, p.PutWrites(p.ctx, saved, of("task", w("a", 1))...))
		p.code(loci.Invalid, p.PutWrites(p.ctx, saved, of("ta\x00sk", w("a", 1))...))
		p.code(loci.Invalid, p.PutWrites(p.ctx, saved, of("task", w("a", func() {}))...))
	})
}
