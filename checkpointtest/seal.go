package checkpointtest

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
)

// attack changes what a store keeps of thread "t", behind the saver's back.
type attack struct {
	rows   []checkpoint.Row
	blobs  []checkpoint.Blob
	writes []checkpoint.WriteRow
}

// testSeal: whoever can write the store cannot make a saver believe it.
func testSeal(t *testing.T, h Harness) {
	flip := func(b []byte, at int) []byte {
		b = bytes.Clone(b)
		b[at] ^= 1
		return b
	}
	plain := func(a, p *attack) { *a = *p }
	unsealed := newProbe(t, h, false)
	unsealed.scene("t")
	for name, spoil := range map[string]func(a, other, plain *attack){
		"row flipped":              func(a, o, p *attack) { a.rows[0].Body = flip(a.rows[0].Body, len(a.rows[0].Body)/2) },
		"key id flipped":           func(a, o, p *attack) { a.rows[0].Body = flip(a.rows[0].Body, 3) },
		"nonce flipped":            func(a, o, p *attack) { a.rows[0].Body = flip(a.rows[0].Body, 12) },
		"tag flipped":              func(a, o, p *attack) { a.rows[0].Body = flip(a.rows[0].Body, len(a.rows[0].Body)-1) },
		"format flipped":           func(a, o, p *attack) { a.rows[0].Body = flip(a.rows[0].Body, 0) },
		"row truncated":            func(a, o, p *attack) { a.rows[0].Body = a.rows[0].Body[:len(a.rows[0].Body)-1] },
		"row cut to the header":    func(a, o, p *attack) { a.rows[0].Body = a.rows[0].Body[:10] },
		"row emptied":              func(a, o, p *attack) { a.rows[0].Body = []byte{} },
		"rows swapped":             func(a, o, p *attack) { a.rows[0].Body, a.rows[1].Body = a.rows[1].Body, a.rows[0].Body },
		"row of another thread":    func(a, o, p *attack) { a.rows[0].Body = o.rows[0].Body },
		"row as plaintext":         func(a, o, p *attack) { a.rows[0].Body = p.rows[0].Body },
		"parent changed":           func(a, o, p *attack) { a.rows[0].Parent = a.rows[2].ID },
		"step changed":             func(a, o, p *attack) { a.rows[0].Step++ },
		"source changed":           func(a, o, p *attack) { a.rows[0].Source = checkpoint.Update },
		"run changed":              func(a, o, p *attack) { a.rows[0].Run = "other" },
		"clear metadata changed":   func(a, o, p *attack) { a.rows[0].Clear = []byte(`{"tenant":"evil"}`) },
		"clear metadata gone":      func(a, o, p *attack) { a.rows[0].Clear = nil },
		"blob flipped":             func(a, o, p *attack) { a.blobs[1].Body = flip(a.blobs[1].Body, 30) },
		"blob truncated":           func(a, o, p *attack) { a.blobs[1].Body = a.blobs[1].Body[:25] },
		"blobs swapped":            func(a, o, p *attack) { a.blobs[0].Body, a.blobs[1].Body = a.blobs[1].Body, a.blobs[0].Body },
		"blob of another thread":   func(a, o, p *attack) { a.blobs[0].Body = o.blobs[0].Body },
		"blob as plaintext":        func(a, o, p *attack) { a.blobs[0].Body = p.blobs[0].Body },
		"codec changed":            func(a, o, p *attack) { a.blobs[0].Codec = "json/1" },
		"base changed":             func(a, o, p *attack) { a.blobs[2].Base = a.blobs[0].Version },
		"blobs gone":               func(a, o, p *attack) { a.blobs = nil },
		"write flipped":            func(a, o, p *attack) { a.writes[0].Body = flip(a.writes[0].Body, 30) },
		"writes swapped":           func(a, o, p *attack) { a.writes[0].Body, a.writes[1].Body = a.writes[1].Body, a.writes[0].Body },
		"write of another channel": func(a, o, p *attack) { a.writes[0].Channel = checkpoint.ResumeChannel },
		"write of another task":    func(a, o, p *attack) { a.writes[0].Task = "other" },
		"write as plaintext":       func(a, o, p *attack) { a.writes[0].Body = p.writes[0].Body },
		"everything as plaintext":  func(a, o, p *attack) { plain(a, p) },
	} {
		t.Run(name, func(t *testing.T) {
			p := newProbe(t, h, true)
			p.scene("t")
			p.scene("o")
			a, o := p.contents("t"), p.contents("o")
			pl := unsealed.in(t).contents("t")
			for i := range pl.rows { // as an attacker would: in the same places
				pl.rows[i].ID = a.rows[i].ID
			}
			spoil(&a, &o, &pl)
			p.replace("t", a)
			got, err := p.Get(p.ctx, thread("t"), "", "")
			if err == nil {
				t.Errorf("got %+v", got)
			} else if code := loci.CodeOf(err); code != loci.Denied && code != loci.Internal {
				t.Errorf("got %v", err)
			}
			p.get("o", "", "") // the other thread is as it was
		})
	}
	t.Run("nothing readable", func(t *testing.T) {
		p := newProbe(t, h, true)
		p.scene("t")
		a := p.contents("t")
		for _, r := range a.rows {
			if bytes.Contains(r.Body, []byte("secret")) || bytes.Contains(r.Clear, []byte("secret")) || !bytes.Contains(r.Clear, []byte("acme")) {
				t.Errorf("row: %q %q", r.Clear, r.Body)
			}
		}
		for _, b := range a.blobs {
			if bytes.Contains(b.Body, []byte("secret")) {
				t.Errorf("blob: %q", b.Body)
			}
		}
		for _, w := range a.writes {
			if bytes.Contains(w.Body, []byte("secret")) {
				t.Errorf("write: %q", w.Body)
			}
		}
	})
	t.Run("keys", func(t *testing.T) {
		p := newProbe(t, h, true)
		c := p.scene("t")
		for name, s := range map[string]*checkpoint.Saver{"wrong key": p.with(key(2)), "no key": p.with()} {
			if _, err := s.Get(p.ctx, thread("t"), "", ""); loci.CodeOf(err) != loci.Denied || loci.HintOf(err) == "" {
				t.Errorf("%s: got %v, want denied and a hint", name, err)
			}
		}
		got, err := p.with(key(2), key(1)).Get(p.ctx, thread("t"), "", "")
		must(t, err)
		p.same("with the old key second", c.Values, got.Values)
		q := newProbe(t, h, false)
		q.scene("t")
		_, err = q.with(key(1)).Get(q.ctx, thread("t"), "", "")
		q.code(loci.Denied, err)
	})
	t.Run("another's cipher", func(t *testing.T) {
		p := newProbe(t, h, false)
		var err error
		p.Saver, err = checkpoint.NewSaver(p.store, checkpoint.Options{Cipher: reverse{}})
		must(t, err)
		c := p.grow(root("t", ""), 3)[2]
		p.same("latest", c, p.get("t", "", ""))
	})
}

// reverse is a cipher that a user wrote.
type reverse struct{}

func (reverse) Seal(_ context.Context, t checkpoint.Thread, plain, _ []byte) ([]byte, error) {
	out := []byte(t.ID)
	for i := range plain {
		out = append(out, plain[len(plain)-1-i])
	}
	return out, nil
}

func (r reverse) Open(ctx context.Context, t checkpoint.Thread, sealed, place []byte) ([]byte, error) {
	out, err := r.Seal(ctx, checkpoint.Thread{}, bytes.TrimPrefix(sealed, []byte(t.ID)), place)
	return out, err
}

// scene puts three checkpoints with a list in pieces, and two pending writes.
func (p *probe) scene(id string) checkpoint.Checkpoint {
	p.t.Helper()
	at := root(id, "")
	for i := range 3 {
		items := []string{fmt.Sprint("secret ", i)}
		if i == 0 {
			items = []string{"secret beginning", "of some length"}
		}
		at = p.put(at, changes{"log": checkpoint.Append(items)}, func(s *checkpoint.Step) {
			s.Metadata = map[string]any{"tenant": "acme", "user": "secret"}
		})
	}
	p.write(at, "task", checkpoint.Write{Channel: "a", Value: "secret a"}, checkpoint.Write{Channel: "b", Value: "secret b"})
	return at
}

func (p *probe) contents(id string) (a attack) {
	p.t.Helper()
	t := thread(id)
	var err error
	a.rows, err = p.store.Checkpoints(p.ctx, checkpoint.RowQuery{Org: t.Org, User: t.User, ID: t.ID})
	must(p.t, err)
	a.blobs, err = p.store.Blobs(p.ctx, t, checkpoint.BlobQuery{})
	must(p.t, err)
	a.writes, err = p.store.PendingWrites(p.ctx, t, nil)
	must(p.t, err)
	return a
}

func (p *probe) replace(id string, a attack) {
	p.t.Helper()
	for i := range a.writes {
		a.writes[i].Checkpoint = a.rows[0].ID
	}
	must(p.t, p.store.SaveThread(p.ctx, checkpoint.Batch{
		Thread: thread(id), Erase: true, Checkpoints: a.rows, Blobs: a.blobs, Writes: a.writes,
	}))
}

// testRekey: a thread moves from one key to another, and from none to one.
func testRekey(t *testing.T, h Harness) {
	for name, old := range map[string][]checkpoint.Key{"rotation": {key(1)}, "encryption": nil} {
		t.Run(name, func(t *testing.T) {
			p := newProbe(t, h, false)
			p.Saver = p.with(old...)
			p.scene("t")
			p.grow(root("t", "child"), 40)
			before := p.all("t")
			other := p.with(append([]checkpoint.Key{key(2)}, old...)...)
			n, err := other.Rekey(p.ctx, checkpoint.ThreadQuery{})
			must(t, err)
			p.same("threads", 1, n)
			_, err = p.Get(p.ctx, thread("t"), "", "")
			p.code(loci.Denied, err)
			p.Saver = p.with(key(2)) // the old key is no longer needed
			p.same("contents", before, p.all("t"))
			p.grow(p.get("t", "child", ""), 2)
		})
	}
	p := newProbe(t, h, false)
	_, err := p.Rekey(p.ctx, checkpoint.ThreadQuery{})
	p.code(loci.Invalid, err)
}
