package storetest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/locimem/loci"
)

func testErase(t *testing.T, h Harness) {
	scopes := []loci.Scope{home}
	t.Run("nothing of it can be read", func(t *testing.T) {
		p := open(t, h)
		secret := memory(1, withText("likes zanzibar"), withKey("zanzibar"), withSlot("zanzibar"), func(m *loci.Memory) {
			m.Quote, m.Value, m.Metadata = "zanzibar", "zanzibar", json.RawMessage(`{"z":"zanzibar"}`)
		})
		w := insertion(secret)
		w.Index.Digest = "zanzibar"
		p.write(w, insertion(memory(2)))
		closing := changeset(update(next(secret, withStatus(loci.Superseded))))
		closing.History[0].Why = "moved to zanzibar"
		p.apply(closing)
		p.apply(loci.Changeset{Reviews: []loci.Review{
			{ID: "r1", Scope: home, Kind: loci.ReviewForget, Memory: id(1), Note: "zanzibar", Created: start},
			{ID: "r2", Scope: home, Kind: loci.ReviewDuplicate, Memory: id(2), Other: id(1), Note: "zanzibar", Created: start},
			{ID: "r3", Scope: home, Kind: loci.ReviewForget, Memory: id(2), Created: start},
		}})
		hashes := hashesOf(p.history(loci.HistoryQuery{Scopes: scopes}))
		p.apply(loci.Changeset{
			Erase:   []loci.ID{id(1)},
			History: []loci.HistoryEntry{{Change: "forget", Scope: home, Memory: id(1), Op: loci.HistoryForget, At: at(9)}},
		})

		v := p.look()
		if seen := fmt.Sprintf("%+v", v); strings.Contains(seen, "zanzibar") {
			t.Errorf("still to be seen: %s", seen)
		}
		p.same("memories", []loci.ID{id(2)}, ids(v.Memories))
		p.same("reviews", []string{"r3"}, []string{v.Reviews[0].ID})
		for _, kind := range []loci.DocKind{loci.DocMemory, loci.DocPast} {
			p.same("postings", 0, len(p.corpus(home, kind, []string{"zanzibar"}).Postings))
		}
		for _, q := range []loci.MemoryQuery{{Key: "zanzibar"}, {Digest: "zanzibar"}, {Value: "zanzibar"}, {IDs: []loci.ID{id(1)}}} {
			q.Scopes = scopes
			p.same(fmt.Sprintf("%+v", q), 0, len(p.memories(q)))
		}
		after := p.history(loci.HistoryQuery{Scopes: scopes})
		p.same("hashes", hashes, hashesOf(after[:len(hashes)]))
		for _, e := range after {
			if (e.After == nil) != (e.Memory == id(1)) {
				t.Errorf("history row %d of memory %s: After is %v", e.Seq, e.Memory.Short(), e.After)
			}
		}
		p.clean()
		scrubbed, err := p.Scrub(p.ctx)
		if must(p, scrubbed, err); scrubbed.Pending != (len(scrubbed.Holders) > 0) {
			t.Errorf("scrub: pending is %v with holders %q", scrubbed.Pending, scrubbed.Holders)
		}
		p.clean()
	})
	t.Run("the body of a memory that is gone", func(t *testing.T) {
		p := open(t, h)
		p.apply(loci.Changeset{History: []loci.HistoryEntry{row(memory(1))}})
		p.apply(loci.Changeset{Erase: []loci.ID{id(1)}})
		if got := p.history(loci.HistoryQuery{Scopes: scopes}); len(got) != 1 || got[0].After != nil {
			t.Errorf("got %+v, want one row without a body", got)
		}
		p.clean()
	})
	t.Run("what is not there", func(t *testing.T) {
		p := open(t, h)
		p.insert(memory(1))
		before := p.look()
		p.apply(loci.Changeset{Erase: []loci.ID{id(9), id(1)[:20], "%", ""}})
		p.same("the store", before, p.look())
	})
	t.Run("a handle is never given out again", func(t *testing.T) {
		p := open(t, h)
		p.insert(memory(1))
		q := loci.PostingsQuery{Scopes: scopes, Kind: loci.DocMemory, Terms: []string{"tea"}}
		stale := p.postings(q).Terms[0][0].Doc
		p.apply(loci.Changeset{Erase: []loci.ID{id(1)}})
		p.insert(memory(2, inScope(other)), memory(3))
		got, err := p.MemoriesByDoc(p.ctx, []loci.Doc{stale})
		p.same("memories of a stale handle", map[loci.Doc]loci.Memory{}, must(p, got, err))
		turns, err := p.TurnsByDoc(p.ctx, []loci.Doc{stale})
		p.same("turns of a memory's handle", map[loci.Doc]loci.Turn{}, must(p, turns, err))
	})
	t.Run("the id may be used again", func(t *testing.T) {
		p := open(t, h)
		p.insert(memory(1))
		p.apply(loci.Changeset{Erase: []loci.ID{id(1)}})
		p.insert(memory(1))
		p.same("memories", []loci.ID{id(1)}, ids(p.memories(loci.MemoryQuery{AllScopes: true})))
		p.clean()
	})
}

func hashesOf(entries []loci.HistoryEntry) []string {
	var out []string
	for _, e := range entries {
		out = append(out, e.Hash)
	}
	return out
}
