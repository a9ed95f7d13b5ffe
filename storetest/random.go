package storetest

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/locimem/loci"
	"github.com/locimem/loci/inmem"
)

// testRandom gives the same random operations to the store under test and to
// the one in memory: every answer, refusals included, must be the same. What
// was accepted must also be what a map of the writes holds, so that the two
// stores cannot be wrong together.
//
// The seed is fixed; -rapid.seed and -rapid.checks ask for other runs.
func testRandom(t *testing.T, h Harness) {
	if seed := flag.Lookup("rapid.seed"); seed.Value.String() == seed.DefValue {
		if err := seed.Value.Set("1"); err != nil {
			t.Fatal(err)
		}
	}
	rapid.Check(t, func(r *rapid.T) {
		s := h.Open(t)
		d := &duel{
			t:      r,
			store:  probe{Store: s, t: r, ctx: t.Context()},
			oracle: probe{Store: inmem.Open(inmem.Options{}), t: r, ctx: t.Context()},
			plain:  map[loci.ID]loci.Memory{},
			said:   map[string]loci.Turn{},
		}
		defer func() { d.store.Close() }()
		actions := map[string]func(*rapid.T){
			"":         d.compare,
			"apply":    d.apply,
			"write":    d.apply, // twice as often as the others
			"memories": d.memories,
			"turns":    d.turns,
			"history":  d.history,
			"postings": d.postings,
			"reindex":  d.reindex,
		}
		if h.Reopen != nil {
			actions["reopen"] = func(*rapid.T) {
				d.store.Store = h.Reopen(t, d.store.Store)
				d.changed = true
			}
		}
		r.Repeat(actions)
	})
}

// duel is a store under test beside the oracle and a plain map.
type duel struct {
	t             *rapid.T
	store, oracle probe
	plain         map[loci.ID]loci.Memory
	said          map[string]loci.Turn
	changed       bool // since the last comparison
}

func (d *duel) compare(*rapid.T) {
	if !d.changed {
		return
	}
	d.changed = false
	want := d.oracle.look()
	d.store.same("the store", want, d.store.look())
	d.store.same("problems", 0, len(want.Verify.Problems))
	oldestFirst := slices.SortedFunc(maps.Values(d.plain), func(a, b loci.Memory) int {
		return cmp.Or(a.Created.Compare(b.Created), cmp.Compare(a.ID, b.ID))
	})
	d.store.same("what was written", oldestFirst, want.Memories)
	d.store.same("turns that were written", len(d.said), len(want.Turns))
	for _, t := range want.Turns {
		d.store.same("a turn that was written", d.said[fmt.Sprint(t.Scope, t.ID)], t)
	}
}

func (d *duel) apply(r *rapid.T) {
	d.changed = true
	c := d.changeset(r)
	want, wantErr := d.oracle.Apply(d.oracle.ctx, c)
	got, gotErr := d.store.Apply(d.store.ctx, c)
	if (wantErr == nil) != (gotErr == nil) || wantErr != nil && loci.CodeOf(wantErr) != loci.CodeOf(gotErr) {
		r.Fatalf("apply: got %v, the oracle %v", gotErr, wantErr)
	}
	d.store.same("applied", want, got)
	if wantErr != nil || want.Replayed {
		return
	}
	for _, id := range c.Erase {
		delete(d.plain, id)
	}
	for _, w := range c.Memories {
		m := w.Memory.Clone()
		m.Created = m.Created.Truncate(time.Microsecond)
		d.plain[m.ID] = m
	}
	for _, w := range c.Turns {
		d.said[fmt.Sprint(w.Turn.Scope, w.Turn.ID)] = w.Turn
	}
}

func (d *duel) memories(r *rapid.T) {
	q := loci.MemoryQuery{
		Scopes:     rapid.SliceOfN(scopes(), 0, 4).Draw(r, "scopes"),
		AllScopes:  sometimes(r, "all scopes"),
		IDs:        rapid.SliceOfN(memoryIDs(), 0, 3).Draw(r, "ids"),
		Key:        rapid.SampledFrom([]string{"", "", "k1", "k2"}).Draw(r, "key"),
		Kinds:      rapid.SliceOfN(kinds(), 0, 2).Draw(r, "kinds"),
		NotKinds:   rapid.SliceOfN(kinds(), 0, 1).Draw(r, "not kinds"),
		Statuses:   rapid.SliceOfN(statuses(), 0, 3).Draw(r, "statuses"),
		Slots:      rapid.SliceOfN(slots(), 0, 2).Draw(r, "slots"),
		Subject:    rapid.SampledFrom([]string{"", "", "user", "ana"}).Draw(r, "subject"),
		Sources:    rapid.SliceOfN(rapid.SampledFrom([]loci.ID{id(1), id(2)}), 0, 2).Draw(r, "sources"),
		Order:      rapid.SampledFrom([]loci.QueryOrder{loci.OldestFirst, loci.NewestFirst, loci.SoonestDue}).Draw(r, "order"),
		Limit:      rapid.IntRange(0, 4).Draw(r, "limit"),
		Offset:     rapid.IntRange(0, 2).Draw(r, "offset"),
		Importance: rapid.SampledFrom([]loci.Importance{"", "", loci.Medium, loci.Low}).Draw(r, "importance"),
	}
	for _, t := range []*time.Time{&q.ExpiresBy, &q.DueAfter, &q.AsOf} {
		if sometimes(r, "a time") {
			*t = moments().Draw(r, "time")
		}
	}
	if q.AsOf.IsZero() && sometimes(r, "a digest") {
		q.Digest = rapid.SampledFrom(knownDigests).Draw(r, "digest")
	}
	d.store.same(fmt.Sprintf("%+v", q), d.oracle.memories(q), d.store.memories(q))
}

func (d *duel) turns(r *rapid.T) {
	q := loci.TurnQuery{
		Scopes:       rapid.SliceOfN(scopes(), 0, 4).Draw(r, "scopes"),
		Conversation: rapid.SampledFrom([]string{"", "c1", "c2"}).Draw(r, "conversation"),
		Newest:       rapid.Bool().Draw(r, "newest"),
		Limit:        rapid.IntRange(0, 4).Draw(r, "limit"),
	}
	if sometimes(r, "since") {
		q.Since = moments().Draw(r, "time")
	}
	d.store.same(fmt.Sprintf("%+v", q), d.oracle.turns(q), d.store.turns(q))
}

func (d *duel) history(r *rapid.T) {
	q := loci.HistoryQuery{
		Scopes: rapid.SliceOfN(scopes(), 0, 4).Draw(r, "scopes"),
		Memory: rapid.SampledFrom([]loci.ID{"", id(1), id(2)}).Draw(r, "memory"),
		Newest: rapid.Bool().Draw(r, "newest"),
		Limit:  rapid.IntRange(0, 4).Draw(r, "limit"),
	}
	want, got := d.oracle.history(q), d.store.history(q)
	for _, rows := range [][]loci.HistoryEntry{want, got} {
		for i := range rows {
			rows[i].Hash = "" // under another key
		}
	}
	d.store.same(fmt.Sprintf("%+v", q), want, got)
}

func (d *duel) postings(r *rapid.T) {
	q := loci.PostingsQuery{
		Scopes: rapid.SliceOfN(scopes(), 0, 4).Draw(r, "scopes"),
		Kind:   rapid.SampledFrom([]loci.DocKind{loci.DocMemory, loci.DocPast, loci.DocTurn}).Draw(r, "kind"),
		Terms:  rapid.SliceOfN(rapid.SampledFrom(knownTerms), 0, 5).Draw(r, "terms"),
	}
	want, got := d.oracle.postings(q), d.store.postings(q)
	for _, lists := range [][][]loci.Posting{want.Terms, got.Terms} {
		for _, list := range lists {
			for i := range list {
				list[i].Doc = 0 // handles are each store's own
			}
			slices.SortFunc(list, func(a, b loci.Posting) int { return (a.TF-b.TF)*1000 + a.Len - b.Len })
		}
	}
	d.store.same(fmt.Sprintf("%+v", q), want, got)
}

func (d *duel) reindex(r *rapid.T) {
	d.changed = true
	version := rapid.IntRange(1, 9).Draw(r, "analyser")
	digest := rapid.SampledFrom([]string{"", "digest1", "digest3"}).Draw(r, "digest")
	ofMemory := func(m loci.Memory) loci.IndexEntry {
		e := memoryIndex(m)
		e.Digest = digest
		return e
	}
	ofTurn := func(t loci.Turn) loci.IndexEntry { return index(loci.DocTurn, t.Text) }
	for _, p := range []probe{d.oracle, d.store} {
		if err := p.Reindex(p.ctx, version, ofMemory, ofTurn); err != nil {
			r.Fatalf("reindex: %v", err)
		}
	}
	want, err := d.oracle.Analyser(d.oracle.ctx)
	must(d.oracle, want, err)
	got, err := d.store.Analyser(d.store.ctx)
	d.store.same("analyser", want, must(d.store, got, err))
}

// changeset draws a changeset that is well formed and may well conflict.
func (d *duel) changeset(r *rapid.T) loci.Changeset {
	c := loci.Changeset{
		Key:    rapid.SampledFrom([]string{"", "", "", "", "one", "two"}).Draw(r, "key"),
		Change: rapid.SampledFrom([]loci.ChangeID{"A", "B"}).Draw(r, "change"),
		At:     moments().Draw(r, "at"),
	}
	if sometimes(r, "erase") {
		c.Erase = append(c.Erase, memoryIDs().Draw(r, "erased"))
	}
	for range rapid.IntRange(0, 2).Draw(r, "turns") {
		c.Turns = append(c.Turns, d.turnWrite(r))
	}
	for range rapid.IntRange(0, 3).Draw(r, "memories") {
		w := d.memoryWrite(r)
		entry := row(w.Memory)
		if rapid.Bool().Draw(r, "without a time") {
			entry.At = time.Time{}
		}
		c.Memories, c.History = append(c.Memories, w), append(c.History, entry)
	}
	if sometimes(r, "tombstone") {
		c.Tombstones = append(c.Tombstones, loci.Tombstone{
			Scope: scopes().Draw(r, "scope"), MAC: rapid.SampledFrom(knownMACs).Draw(r, "MAC"),
			Turn: turnIDsOf().Draw(r, "turn"), At: c.At,
		})
	}
	if sometimes(r, "review") {
		review := loci.Review{
			ID: rapid.SampledFrom([]string{"r1", "r2"}).Draw(r, "review"), Scope: scopes().Draw(r, "scope"), Kind: loci.ReviewForget,
			Memory: memoryIDs().Draw(r, "memory"), Other: memoryIDs().Draw(r, "other"), Created: c.At,
		}
		if sometimes(r, "done") {
			review.Done = c.At
		}
		c.Reviews = append(c.Reviews, review)
	}
	return c
}

// memoryWrite draws a write that mostly expects the version that is there.
func (d *duel) memoryWrite(r *rapid.T) loci.MemoryWrite {
	n := rapid.IntRange(1, 6).Draw(r, "memory")
	stored, exists := d.plain[id(n)]
	m := memory(n, withText(rapid.SampledFrom([]string{"likes tea", "likes green tea", "likes black black tea", "white"}).Draw(r, "text")))
	m.Scope = scopes().Draw(r, "scope")
	if exists && !sometimes(r, "moved") {
		m.Scope = stored.Scope
	}
	m.Key = rapid.SampledFrom([]string{"", "", "k1", "k2"}).Draw(r, "key")
	m.Kind, m.Status, m.Slot = kinds().Draw(r, "kind"), statuses().Draw(r, "status"), slots().Draw(r, "slot")
	m.Importance = rapid.SampledFrom([]loci.Importance{loci.Medium, loci.Low}).Draw(r, "importance")
	m.Created, m.Updated = moments().Draw(r, "created"), at(rapid.IntRange(0, 9).Draw(r, "updated"))
	if sometimes(r, "due") {
		w := loci.Day(start.AddDate(0, 0, rapid.IntRange(-1, 2).Draw(r, "days")))
		m.Due = &w
	}
	if sometimes(r, "expires") {
		m.Expires = at(rapid.IntRange(0, 9).Draw(r, "expiry"))
	}
	if sometimes(r, "derived") {
		m.DerivedFrom = []loci.ID{id(1), id(2)}
		m.Metadata = json.RawMessage(`{"n":1}`)
	}
	w := loci.MemoryWrite{Memory: m, Expect: stored.Version, Index: memoryIndex(m)}
	if sometimes(r, "stale") {
		w.Expect = int64(rapid.IntRange(0, 3).Draw(r, "expect"))
	}
	w.Memory.Version = w.Expect + 1
	w.Index.Digest = rapid.SampledFrom([]string{"", "", "digest1", "digest2"}).Draw(r, "digest")
	return w
}

func (d *duel) turnWrite(r *rapid.T) loci.TurnWrite {
	t := turn(rapid.IntRange(1, 4).Draw(r, "turn"), func(t *loci.Turn) {
		t.Scope = scopes().Draw(r, "scope")
		t.Conversation = rapid.SampledFrom([]string{"c1", "c2"}).Draw(r, "conversation")
		t.Time = at(rapid.IntRange(0, 2).Draw(r, "time"))
	})
	_, exists := d.said[fmt.Sprint(t.Scope, t.ID)]
	w := loci.TurnWrite{Turn: t, Replace: exists != sometimes(r, "unexpected")}
	if w.Replace && rapid.Bool().Draw(r, "blank") {
		w.Turn.Text, w.Turn.Blank = "", true
	}
	w.Index = index(loci.DocTurn, w.Turn.Text)
	return w
}

func sometimes(r *rapid.T, what string) bool { return rapid.IntRange(0, 4).Draw(r, what) == 4 }

func scopes() *rapid.Generator[loci.Scope] {
	return rapid.SampledFrom([]loci.Scope{
		home, {Org: "local", User: "ME"}, {Org: "local", User: "me", Agent: "a"}, {Org: "local", User: "m_"},
	})
}

func memoryIDs() *rapid.Generator[loci.ID] {
	return rapid.Map(rapid.IntRange(1, 6), id)
}

func turnIDsOf() *rapid.Generator[loci.TurnID] {
	return rapid.SampledFrom([]loci.TurnID{"", "t1", "t2"})
}

func kinds() *rapid.Generator[loci.Kind] {
	return rapid.SampledFrom([]loci.Kind{loci.Semantic, loci.Profile})
}

func statuses() *rapid.Generator[loci.Status] { return rapid.SampledFrom(loci.Statuses()) }

func slots() *rapid.Generator[loci.Slot] {
	return rapid.SampledFrom([]loci.Slot{
		{}, {Subject: "user"}, {Subject: "user", Attribute: "job"}, {Subject: "user", Attribute: "home_city"},
	})
}

// moments draws times of few different minutes, some finer than stores hold.
func moments() *rapid.Generator[time.Time] {
	return rapid.Custom(func(r *rapid.T) time.Time {
		return at(rapid.IntRange(0, 9).Draw(r, "minute")).Add(time.Duration(rapid.SampledFrom([]int{0, 0, 1, 1500}).Draw(r, "ns")))
	})
}
