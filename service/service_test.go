package service_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
	"github.com/locimem/loci/inmem"
	"github.com/locimem/loci/service"
)

// bench is a service on a fresh store with a clock that the test sets.
type bench struct {
	*service.Service
	t     *testing.T
	store loci.Store
	mu    sync.Mutex
	clock time.Time
}

func open(t *testing.T, edit ...func(*service.Options)) *bench {
	t.Helper()
	b := &bench{t: t, store: inmem.Open(inmem.Options{}), clock: time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC)}
	o := service.Options{Now: b.now}
	for _, e := range edit {
		e(&o)
	}
	var err error
	if b.Service, err = service.New(b.store, o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.store.Close() })
	return b
}

func (b *bench) now() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.clock
}

func (b *bench) advance(d time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.clock = b.clock.Add(d)
}

const day = 24 * time.Hour

// say ingests one turn of the user a minute after the last.
func (b *bench) say(text string) loci.IngestResult {
	b.t.Helper()
	b.advance(time.Minute)
	return b.turn(loci.Turn{Role: loci.RoleUser, Text: text})
}

func (b *bench) turn(turn loci.Turn) loci.IngestResult {
	b.t.Helper()
	if turn.Time.IsZero() {
		turn.Time = b.now()
	}
	if turn.Conversation == "" {
		turn.Conversation = "c1"
	}
	r, err := b.Ingest(context.Background(), loci.IngestRequest{Turns: []loci.Turn{turn}})
	if err != nil {
		b.t.Fatalf("ingest %q: %v", turn.Text, err)
	}
	return r
}

// valid lists the texts that are valid now.
func (b *bench) valid() []string {
	b.t.Helper()
	r, err := b.List(context.Background(), loci.ListRequest{Limit: 1000})
	if err != nil {
		b.t.Fatal(err)
	}
	var out []string
	for _, m := range r.Memories {
		out = append(out, m.Text)
	}
	return out
}

func (b *bench) one(words ...string) loci.Memory {
	b.t.Helper()
	r, err := b.List(context.Background(), loci.ListRequest{Limit: 1000})
	if err != nil {
		b.t.Fatal(err)
	}
	var found []loci.Memory
	for _, m := range r.Memories {
		if containsAll(m.Text, words) {
			found = append(found, m)
		}
	}
	if len(found) != 1 {
		b.t.Fatalf("%d memories have %q; valid are %q", len(found), words, b.valid())
	}
	return found[0]
}

func containsAll(s string, words []string) bool {
	for _, w := range words {
		if !strings.Contains(strings.ToLower(s), strings.ToLower(w)) {
			return false
		}
	}
	return true
}

func (b *bench) block(query string) string {
	b.t.Helper()
	r, err := b.ContextBlock(context.Background(), loci.BlockRequest{Query: query})
	if err != nil {
		b.t.Fatal(err)
	}
	return r.Text
}

func as(via loci.Via, edit ...func(*loci.Principal)) context.Context {
	p := loci.Principal{Via: via}
	for _, e := range edit {
		e(&p)
	}
	return loci.WithPrincipal(context.Background(), p)
}

func admin(p *loci.Principal) { p.Roles = []loci.Role{loci.RoleAdmin} }

func TestTheSixSteps(t *testing.T) { // field bug B16
	b := open(t)
	ctx := context.Background()
	candidates, err := b.Extract(ctx, "eu prefiro respostas curtas", "Combinado!")
	if err != nil || len(candidates) != 1 {
		t.Fatalf("%d candidates, %v", len(candidates), err)
	}
	if !b.ShouldPersist(candidates[0]) {
		t.Fatal("should persist")
	}
	r, err := b.Upsert(ctx, candidates[0])
	if err != nil || r.Memory.Status != loci.Active || r.Memory.Category != loci.Preferences || r.Memory.Lang != "pt" {
		t.Fatalf("%+v %v", r.Memory, err)
	}
	if !strings.Contains(b.block(""), "eu prefiro respostas curtas") {
		t.Errorf("the block is %q", b.block(""))
	}
}

func TestPassingMoodsLeaveNothing(t *testing.T) {
	for _, mood := range []string{"Bugun charchadim", "آج تھکا ہوا ہوں", "estou cansado hoje", "I'm tired today", "сегодня я устал"} {
		b := open(t)
		found, err := b.Extract(context.Background(), mood, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range found {
			if b.ShouldPersist(c) {
				t.Errorf("%q would persist as %+v", mood, c)
			}
		}
		if b.ShouldPersist(loci.Candidate{Text: mood}) {
			t.Errorf("%q would persist when a host proposes it", mood)
		}
		b.say(mood)
		b.advance(25 * time.Hour)
		if got := b.valid(); len(got) > 0 {
			t.Errorf("a day later %q is still known", got)
		}
	}
}

func TestANameOutlivesItsConversation(t *testing.T) {
	b := open(t)
	b.turn(loci.Turn{Role: loci.RoleUser, Text: "Номи ман Никол", Conversation: "one"})
	b.advance(10 * day)
	b.turn(loci.Turn{Role: loci.RoleUser, Text: "Номи ман чист?", Conversation: "two"})
	if block := b.block("Номи ман чист?"); !strings.Contains(block, "Никол") {
		t.Errorf("the block is %q", block)
	}
}

func TestAnAllergyIsCritical(t *testing.T) {
	b := open(t)
	b.say("sou alérgico a amendoim")
	if m := b.one("amendoim"); m.Importance != loci.Critical || m.Category != loci.Constraints || m.Slot.Name() != "allergy" {
		t.Errorf("%+v", m)
	}
}

func TestIngestTwiceChangesNothing(t *testing.T) {
	b := open(t)
	turns := []loci.Turn{
		{ID: "m1", Role: loci.RoleUser, Text: "I live in Porto", Conversation: "c", Time: b.now()},
		{ID: "m2", Role: loci.RoleAssistant, Text: "Nice city!", Conversation: "c", Time: b.now()},
		{Role: loci.RoleUser, Text: "my sister Karla lives in Ghent", Conversation: "c", Time: b.now()},
	}
	first, err := b.Ingest(context.Background(), loci.IngestRequest{Turns: turns})
	if err != nil || first.Turns != 3 || first.Known != 0 {
		t.Fatalf("%+v %v", first, err)
	}
	before := dump(t, b)
	b.advance(day)
	again, err := b.Ingest(context.Background(), loci.IngestRequest{Turns: turns})
	if err != nil || again.Turns != 0 || again.Known != 3 || len(again.Outcomes) != 0 {
		t.Fatalf("%+v %v", again, err)
	}
	if diff := cmp.Diff(before, dump(t, b)); diff != "" {
		t.Errorf("something changed: %s", diff)
	}
}

func dump(t *testing.T, b *bench) string {
	t.Helper()
	ms, err := b.store.Memories(context.Background(), loci.MemoryQuery{AllScopes: true})
	if err != nil {
		t.Fatal(err)
	}
	v, err := b.store.Verify(context.Background())
	if err != nil || len(v.Problems) > 0 {
		t.Fatalf("%v %v", v.Problems, err)
	}
	return fmt.Sprintf("%+v %+v", ms, v)
}

func TestOneFactFromManySidesAtOnce_FieldBug_A26_C5(t *testing.T) { // agent-crew#28, lean-ctx#326
	b := open(t)
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			if _, err := b.Ingest(context.Background(), loci.IngestRequest{Turns: []loci.Turn{
				{Role: loci.RoleUser, Text: "I live in Porto", Conversation: fmt.Sprint("c", i), Time: b.now()}}}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if m := b.one("Porto"); m.Evidence != 1 {
		t.Errorf("evidence %d on one day", m.Evidence)
	}
}

func TestEvidenceMakesAGuessAFact(t *testing.T) {
	b := open(t)
	for range 2 {
		b.say("maybe I'm lactose intolerant")
		b.advance(2 * day)
		if m := b.one("lactose"); m.Status != loci.Hypothesis {
			t.Fatalf("%s after %d days", m.Status, m.Evidence)
		}
	}
	b.say("maybe I'm lactose intolerant")
	if m := b.one("lactose"); m.Status != loci.Active || m.Evidence != 3 {
		t.Errorf("%s after %d days", m.Status, m.Evidence)
	}
}

func TestSupersedeKeepsHistoryAndAsOf(t *testing.T) { // field bug A4, mem0#4956
	b := open(t)
	ctx := context.Background()
	b.say("I work at Acme")
	before := b.now()
	b.advance(30 * day)
	b.say("I work at Borealis now")
	if m := b.one("work"); !strings.Contains(m.Text, "Borealis") {
		t.Errorf("current: %q", m.Text)
	}
	past, err := b.List(ctx, loci.ListRequest{Statuses: []loci.Status{loci.Superseded}})
	if err != nil || len(past.Memories) != 1 || past.Memories[0].ValidTo.IsZero() || past.Memories[0].SupersededBy == "" {
		t.Fatalf("%+v %v", past, err)
	}
	then, err := b.List(ctx, loci.ListRequest{AsOf: before})
	if err != nil || len(then.Memories) != 1 || !strings.Contains(then.Memories[0].Text, "Acme") {
		t.Errorf("as of then: %+v %v", then, err)
	}
	hits, err := b.Recall(ctx, loci.RecallRequest{Query: "where do I work?", AsOf: before, NoTurns: true})
	if err != nil || len(hits.Hits) != 1 || !strings.Contains(hits.Hits[0].Memory.Text, "Acme") {
		t.Errorf("recall as of then: %+v %v", hits, err)
	}
}

func TestUndoWalksBack(t *testing.T) {
	b := open(t)
	ctx := context.Background()
	b.say("I work at Acme")
	b.say("I work at Borealis now")
	for _, want := range []string{"Acme", ""} {
		if _, err := b.Undo(ctx, loci.UndoRequest{}); err != nil {
			t.Fatal(err)
		}
		got := strings.Join(b.valid(), "|")
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("after undo: %q, want %q", got, want)
		}
	}
	if _, err := b.Undo(ctx, loci.UndoRequest{}); loci.CodeOf(err) != loci.NotFound {
		t.Errorf("nothing is left to undo, got %v", err)
	}
}

func TestUndoOfTwoRetractions_FieldBug_J7_omi14908(t *testing.T) {
	b := open(t)
	ctx := as(loci.ViaTerminal)
	b.say("I love basil")
	b.say("I love cilantro")
	a, err := b.Change(ctx, loci.ChangeRequest{Op: loci.ChangeRetract, Ref: string(b.one("basil").ID)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Change(ctx, loci.ChangeRequest{Op: loci.ChangeRetract, Ref: string(b.one("cilantro").ID)}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Undo(ctx, loci.UndoRequest{Change: a.Change}); err != nil {
		t.Fatal(err)
	}
	if got := b.valid(); len(got) != 1 || !strings.Contains(got[0], "basil") {
		t.Errorf("valid: %q", got)
	}
}

func TestLifeCycleAtReadTimeAndInMaintain(t *testing.T) {
	b := open(t)
	b.say("maybe I'm lactose intolerant")
	b.say("I hate coconut")
	b.advance(loci.HypothesisLife + time.Hour)
	if got := b.valid(); len(got) != 1 || !strings.Contains(got[0], "coconut") {
		t.Fatalf("valid before maintenance: %q", got)
	}
	r, err := b.Maintain(context.Background())
	if err != nil || r.Expired != 1 {
		t.Fatalf("%+v %v", r, err)
	}
	again, err := b.Maintain(context.Background())
	if err != nil || again.Expired+again.Merged+again.Erased+again.Turns != 0 {
		t.Errorf("maintenance is not idempotent: %+v %v", again, err)
	}
}

func TestWritersDoASliceOfMaintenance(t *testing.T) {
	b := open(t)
	b.say("maybe I'm lactose intolerant")
	b.advance(loci.HypothesisLife + 2*time.Hour)
	b.say("I live in Porto")
	ms, err := b.store.Memories(context.Background(), loci.MemoryQuery{AllScopes: true, Statuses: []loci.Status{loci.Expired}})
	if err != nil || len(ms) != 1 {
		t.Errorf("%+v %v", ms, err)
	}
}

func TestRetentionOfTurns(t *testing.T) {
	b := open(t, func(o *service.Options) { o.TurnsFor = 30 * day })
	b.say("I live in Porto")
	b.advance(31 * day)
	if r, err := b.Maintain(context.Background()); err != nil || r.Turns != 1 {
		t.Fatalf("%+v %v", r, err)
	}
	b.one("Porto")
	hits, err := b.Recall(context.Background(), loci.RecallRequest{Query: "Porto"})
	if err != nil || len(hits.Hits) != 1 || hits.Hits[0].Memory == nil {
		t.Errorf("%+v %v", hits, err)
	}
}

func TestTurnsOff(t *testing.T) {
	b := open(t, func(o *service.Options) { o.TurnsFor = -1 })
	turn := loci.Turn{Role: loci.RoleUser, Text: "I live in Porto", Time: b.now()}
	b.turn(turn)
	if r := b.turn(turn); r.Known != 1 {
		t.Errorf("a replay is not known: %+v", r)
	}
	stored, err := b.store.Turns(context.Background(), loci.TurnQuery{Scopes: []loci.Scope{{Org: "local", User: "me"}}})
	if err != nil || len(stored) != 1 || stored[0].Text != "" || !stored[0].Blank {
		t.Errorf("%+v %v", stored, err)
	}
	b.one("Porto")
}

func TestReindexTellsHowFarItIs(t *testing.T) {
	var last, total int
	b := open(t, func(o *service.Options) { o.Progress = func(done, all int) { last, total = done, all } })
	b.say("I live in Porto")
	b.say("I love basil")
	if err := b.Reindex(context.Background()); err != nil || last != 4 || total != 4 {
		t.Errorf("%d of %d, %v", last, total, err)
	}
	b.one("Porto")
}
