package sqlite

import (
	"cmp"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/locimem/loci"
)

// TestPostingsInAnyOrder adds documents in ascending order, in between and in
// front, one by one and in runs, takes some out, and looks at the list after
// every step.
func TestPostingsInAnyOrder(t *testing.T) {
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "memory.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	rng := rand.New(rand.NewPCG(3, 5))
	want := map[loci.Doc]loci.Posting{}
	term := list{scope: 1, kind: loci.DocTurn, term: "tea"}
	next := [4]loci.Doc{5 << 20, 1 << 20, 9 << 20, 3 << 20}
	err = s.write(t.Context(), func(c *conn) error {
		tx := s.tx(c)
		for step := range 3000 {
			var fresh []loci.Posting
			for range 1 + rng.IntN(3)*rng.IntN(40) {
				conversation := rng.IntN(len(next))
				next[conversation]++
				fresh = append(fresh, loci.Posting{Doc: next[conversation], TF: 1 + rng.IntN(300), Len: rng.IntN(70_000)})
			}
			slices.SortFunc(fresh, func(a, b loci.Posting) int { return cmp.Compare(a.Doc, b.Doc) })
			if err := tx.post(term, fresh); err != nil {
				return err
			}
			for _, p := range fresh {
				want[p.Doc] = p
			}
			if step%2 == 0 {
				var gone []loci.Posting
				for doc := range want {
					delete(want, doc)
					if gone = append(gone, loci.Posting{Doc: doc}); len(gone) > step%40 {
						break
					}
				}
				slices.SortFunc(gone, func(a, b loci.Posting) int { return cmp.Compare(a.Doc, b.Doc) })
				if err := tx.unpost(term, gone); err != nil {
					return err
				}
			}
			if step%100 == 99 {
				checkList(t, c, want)
			}
		}
		for doc := range want {
			if err := tx.unpost(term, []loci.Posting{{Doc: doc}}); err != nil {
				return err
			}
		}
		checkList(t, c, nil)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func checkList(t *testing.T, c *conn, want map[loci.Doc]loci.Posting) {
	t.Helper()
	r := c.query("SELECT first, docs FROM postings ORDER BY first")
	var got []loci.Posting
	blocks := 0
	for r.next() {
		b, _ := r.block()
		if got, r.err = b.decode(got); len(b.data) > blockSize+32 {
			t.Errorf("a block of %d bytes", len(b.data))
		}
		blocks++
	}
	if err := r.close(); err != nil {
		t.Fatal(err)
	}
	if !slices.IsSortedFunc(got, func(a, b loci.Posting) int { return cmp.Compare(a.Doc, b.Doc) }) || len(got) != len(want) {
		t.Fatalf("%d postings, want %d, in order", len(got), len(want))
	}
	for _, p := range got {
		if want[p.Doc] != p {
			t.Fatalf("got %v, want %v", p, want[p.Doc])
		}
	}
	if blocks > 10+len(want)/20 {
		t.Errorf("%d blocks for %d postings", blocks, len(want))
	}
}

func FuzzBlock(f *testing.F) {
	f.Add(int64(7), []byte{0, 1, 1, 5, 2, 3})
	f.Add(int64(0), []byte{0xff})
	f.Fuzz(func(t *testing.T, first int64, data []byte) {
		postings, err := block{loci.Doc(first), data}.decode(nil)
		if err != nil {
			return
		}
		var again []loci.Posting
		for _, b := range pack(loci.Doc(first), postings, false) {
			if again, err = b.decode(again); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(postings, again) {
			t.Fatalf("%v became %v", postings, again)
		}
	})
}
