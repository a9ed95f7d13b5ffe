package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/locimem/loci"
	"github.com/locimem/loci/sqlite"
)

var (
	me  = loci.Scope{Org: loci.DefaultOrg, User: loci.DefaultUser}
	day = time.Date(2026, 10, 1, 9, 0, 0, 0, time.UTC)
)

func open(t testing.TB, path string) *sqlite.Store { return openWith(t, path, sqlite.Options{}) }

func openWith(t testing.TB, path string, o sqlite.Options) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(context.Background(), path, o)
	if err != nil {
		t.Fatalf("open %s: %v (%s)", path, err, loci.HintOf(err))
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func temp(t testing.TB) string { return filepath.Join(t.TempDir(), "memory.db") }

// write returns the changeset that adds a memory of its own id, text and terms.
func write(id int, text string, terms ...string) loci.Changeset {
	m := loci.Memory{
		ID: loci.ID(fmt.Sprintf("01999e2a-7c00-7000-8000-%012x", id)), Scope: me, Version: 1,
		Kind: loci.Semantic, Category: loci.Preferences, Importance: loci.Medium, Status: loci.Active,
		Text: text, Origin: loci.UserStated, Tier: loci.TierStated, Confidence: 1, Evidence: 1,
		Days: []string{"2026-10-01"}, Created: day, Updated: day, Said: day,
	}
	index := loci.IndexEntry{Kind: loci.DocMemory, Len: len(terms), Digest: fmt.Sprintf("digest %d", id)}
	for _, term := range terms {
		index.Terms = append(index.Terms, loci.TermCount{Term: term, TF: 1})
	}
	return loci.Changeset{
		Change: loci.ChangeID(fmt.Sprintf("change %d", id)), At: day,
		Memories: []loci.MemoryWrite{{Memory: m, Index: index}},
		History: []loci.HistoryEntry{{
			Scope: me, Memory: m.ID, Op: loci.HistoryAdd, Actor: "me via terminal", After: &m,
		}},
	}
}

func apply(t testing.TB, s loci.Store, c loci.Changeset) {
	t.Helper()
	if _, err := s.Apply(context.Background(), c); err != nil {
		t.Fatal(err)
	}
}

func verify(t testing.TB, s loci.Store) loci.VerifyReport {
	t.Helper()
	r, err := s.Verify(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Problems) > 0 {
		t.Errorf("problems: %q", r.Problems)
	}
	return r
}

// full is a memory without a zero field.
func full() loci.Memory {
	w := loci.Day(day)
	i := loci.Instant(day.Add(90 * time.Minute))
	return loci.Memory{
		ID: "01999e2a-7c00-7000-8000-0000a1b2c3d4", Key: "k", Scope: loci.Scope{Org: "o", User: "u", Agent: "a", Project: "p"},
		Kind: loci.Episodic, Field: loci.Workflow, Category: loci.Goals, Importance: loci.High, Status: loci.Completed,
		Text: loci.EpisodeText("shipped it", "it worked"), Task: "shipped it", Outcome: "it worked", Lang: "pt-BR",
		Slot: loci.Slot{Subject: "user", Attribute: "home_city"}, Value: "lisboa", Polarity: loci.Negated,
		Origin: loci.FromTool, Ref: loci.Ref{Conversation: "c", Turn: "t", Tool: "grep", URL: "https://example.org"},
		Quote: "it worked 🎉", Tier: loci.TierConfirmed, Confidence: .25, Evidence: 3, Days: []string{"2026-09-30", "2026-10-01"},
		Due: &w, Event: &i,
		ValidFrom: day.Add(1), ValidTo: day.Add(2 * time.Microsecond), Created: day.Add(3 * time.Microsecond),
		Updated: day.Add(4 * time.Microsecond), Said: day.Add(5 * time.Microsecond), Confirmed: day.Add(6 * time.Microsecond),
		Completed: day.Add(7 * time.Microsecond), Expires: day.Add(8 * time.Microsecond),
		Version: 7, Supersedes: "x", SupersededBy: "y", DerivedFrom: []loci.ID{"z", "w"}, ProjectionOf: "v",
		Metadata: []byte(`{"a":{"b":[1,2]}}`),
	}
}

func TestEveryFieldSurvives(t *testing.T) {
	ctx := context.Background()
	s := open(t, temp(t))
	want := full()
	apply(t, s, loci.Changeset{
		Change: "c", At: day, Memories: []loci.MemoryWrite{{Memory: want}},
		History: []loci.HistoryEntry{{Scope: want.Scope, Memory: want.ID, After: &want}},
	})
	want.ValidFrom = want.ValidFrom.Truncate(time.Microsecond)
	for name, q := range map[string]loci.MemoryQuery{
		"now":  {Scopes: []loci.Scope{want.Scope}},
		"asof": {Scopes: []loci.Scope{want.Scope}, AsOf: day},
	} {
		got, err := s.Memories(ctx, q)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]loci.Memory{want}, got); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", name, diff)
		}
	}
	verify(t, s)
}

func sorted(terms []string) []string {
	slices.Sort(terms)
	return slices.Compact(terms)
}

// TestFieldBug_C13_fluree1331: one process holds what it has read while
// another changes it; the change of the first is refused, not the second lost.
func TestFieldBug_C13_fluree1331(t *testing.T) {
	ctx := context.Background()
	path := temp(t)
	a, b := open(t, path), open(t, path)
	c := write(1, "lives in Porto", "porto")
	apply(t, a, c)

	byB := c.Memories[0]
	byB.Expect, byB.Memory.Version, byB.Memory.Text = 1, 2, "lives in Lisbon"
	apply(t, b, loci.Changeset{Memories: []loci.MemoryWrite{byB}})
	byA := c.Memories[0]
	byA.Expect, byA.Memory.Version, byA.Memory.Text = 1, 2, "lives in Braga"
	if _, err := a.Apply(ctx, loci.Changeset{Memories: []loci.MemoryWrite{byA}}); !errors.Is(err, loci.Conflict) {
		t.Errorf("got %v", err)
	}
	got, err := a.Memories(ctx, loci.MemoryQuery{Scopes: []loci.Scope{me}})
	if err != nil || len(got) != 1 || got[0].Text != "lives in Lisbon" {
		t.Errorf("got %v, %v", got, err)
	}
}

// TestFieldBug_C5_leanctx326: writes at the same time all stay, their index
// entries too.
func TestFieldBug_C5_leanctx326(t *testing.T) {
	s := open(t, temp(t))
	var wg sync.WaitGroup
	for i := range 7 {
		wg.Go(func() {
			if _, err := s.Apply(context.Background(), write(i, fmt.Sprint("fact ", i), "fact", fmt.Sprint("n", i))); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got := verify(t, s); got.Memories != 7 || got.Postings != 14 {
		t.Errorf("got %+v", got)
	}
}

// TestFullHasNoZeroField keeps TestEveryFieldSurvives honest when the record
// grows.
func TestFullHasNoZeroField(t *testing.T) {
	v := reflect.ValueOf(full())
	for i := range v.NumField() {
		if v.Field(i).IsZero() {
			t.Errorf("%s is zero", v.Type().Field(i).Name)
		}
	}
}
