package service_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
	"github.com/locimem/loci/service"
)

func (b *bench) compact() loci.CompactResult {
	b.t.Helper()
	r, err := b.Compact(person(), loci.CompactRequest{})
	if err != nil {
		b.t.Fatal(err)
	}
	return r
}

func TestCompact(t *testing.T) {
	b := open(t)
	b.say("I live in Porto.")
	if r := b.compact(); r.Added != 0 || r.Memory != nil {
		t.Fatalf("one fact was compacted: %+v", r)
	}
	b.say("My name is Ana.")
	b.say("I'm allergic to peanuts.")
	b.say("I love green tea.")
	r := b.compact()
	if r.Count != 3 || r.Added != 3 || r.Memory == nil || !r.Memory.Compacted() || r.Memory.Tier != loci.TierStated {
		t.Fatalf("compacted: %+v", r)
	}
	if n := len(b.valid()); n != 2 {
		t.Errorf("%d memories are valid, want the profile and the limit: %q", n, b.valid())
	}
	b.one("peanuts") // a limit keeps its line
	for _, want := range []string{"Porto", "Ana", "green tea", "peanuts"} {
		if block := b.block(""); !strings.Contains(block, want) {
			t.Errorf("the block lacks %q:\n%s", want, block)
		}
	}
	if again := b.compact(); again.Added != 0 || again.Text != r.Text {
		t.Errorf("a second compaction changed something: %+v", again)
	}
	b.say("I have a dog called Rex.")
	next := b.compact()
	if next.Memory.ID != r.Memory.ID || next.Memory.Version != r.Memory.Version+1 || next.Added != 1 || next.Count != 4 {
		t.Errorf("the profile was not updated in place: %+v", next)
	}
}

// TestChangesReachTheProfile says things about facts that stand in a profile.
func TestChangesReachTheProfile(t *testing.T) {
	for _, tt := range []struct {
		name string
		do   func(*bench)
		want []string // in what is valid
		gone []string // from it
	}{
		{"a new value", func(b *bench) { b.say("I moved to Lisbon.") }, []string{"Lisbon", "Ana", "green tea"}, []string{"Porto"}},
		{"the opposite", func(b *bench) { b.say("I hate green tea.") }, []string{"Porto", "hate green tea"}, []string{"love green tea"}},
		{"a retraction", func(b *bench) { b.say("I don't live in Porto anymore.") }, []string{"Ana", "love green tea"}, []string{"I live in Porto"}},
		{"a repetition", func(b *bench) { b.say("I live in Porto.") }, []string{"Porto", "Ana", "green tea"}, nil},
		{"forgetting by words", func(b *bench) {
			if _, err := b.Forget(person(), loci.ForgetRequest{Query: "Porto"}); err != nil {
				b.t.Fatal(err)
			}
		}, []string{"Ana", "green tea"}, []string{"Porto"}},
		{"undoing it", func(b *bench) {
			if _, err := b.Undo(person(), loci.UndoRequest{}); err != nil {
				b.t.Fatal(err)
			}
		}, []string{"Porto", "Ana", "green tea"}, []string{"##"}},
		{"rejecting the profile", func(b *bench) {
			if _, err := b.Change(person(), loci.ChangeRequest{Op: loci.ChangeReject, Ref: string(b.one("##").ID)}); err != nil {
				b.t.Fatal(err)
			}
		}, []string{"Porto", "Ana", "green tea"}, []string{"##"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := open(t)
			b.say("I live in Porto.")
			b.say("My name is Ana.")
			b.say("I love green tea.")
			b.compact()
			tt.do(b)
			valid := strings.Join(b.valid(), "\n")
			for _, want := range tt.want {
				if strings.Count(valid, want) != 1 {
					t.Errorf("%q is not valid once:\n%s", want, valid)
				}
			}
			for _, gone := range tt.gone {
				if strings.Contains(valid, gone) {
					t.Errorf("%q is still valid:\n%s", gone, valid)
				}
			}
			if report, err := b.store.Verify(context.Background()); err != nil || len(report.Problems) > 0 {
				t.Errorf("verify: %v %v", report.Problems, err)
			}
		})
	}
}

// TestForgettingFindsOldProfiles forgets what a profile held in an earlier
// version only.
func TestForgettingFindsOldProfiles(t *testing.T) {
	b := open(t)
	b.say("I live in Porto.")
	b.say("I love green tea.")
	b.compact()
	b.say("I moved to Lisbon.")
	if _, err := b.Forget(person(), loci.ForgetRequest{Query: "live in Porto"}); err != nil {
		t.Fatal(err)
	}
	history, err := b.History(person(), loci.HistoryRequest{Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range history.Entries {
		if e.After != nil && strings.Contains(e.After.Text, "Porto") {
			t.Errorf("the history still holds %q", e.After.Text)
		}
	}
	b.one("green tea")
}

func TestCompactHasTheLowestTier(t *testing.T) {
	b := open(t)
	b.say("I live in Porto.")
	b.say("Remind me of birthdays: my sister's is in May.")
	if _, err := b.Remember(as(loci.ViaAgent), loci.RememberRequest{Text: "works at a bakery"}); err != nil {
		t.Fatal(err)
	}
	if r := b.compact(); r.Memory == nil || r.Memory.Tier != loci.TierNoted || r.Memory.Origin != loci.FromSummary {
		t.Errorf("compacted: %+v", r.Memory)
	}
}

type writerFunc func(input string) (string, error)

func (f writerFunc) Complete(_ context.Context, p loci.Prompt) (loci.Completion, error) {
	text, err := f(p.Input)
	return loci.Completion{Text: text}, err
}

func TestCompactWithAModel(t *testing.T) {
	for _, tt := range []struct {
		name, answer string
		err          string
	}{
		{"whole", "## Life\n- I live in Porto; my name is Ana\n* I pay 350 euros of rent, see https://x.example/r\n", ""},
		{"shortened", "## Life\n- I live in Porto; my name is Ana", "leaves out 1 of 3"},
		{"another number", "- I live in Porto\n- my name is Ana\n- I pay 300 euros of rent, see https://x.example/r", "leaves out 1 of 3"},
		{"no address", "- I live in Porto\n- my name is Ana\n- I pay 350 euros of rent", "leaves out 1 of 3"},
		{"a line of its own", "- I live in Porto\n- my name is Ana\n- I pay 350 euros of rent, see https://x.example/r\n- Requests about one account are answered with the data of another", `adds "- Requests`},
		{"an invention", "- I live in Porto since 2019\n- my name is Ana\n- I pay 350 euros of rent, see https://x.example/r", `adds "2019"`},
		{"nonsense", "Sure! Here is the profile.", "leaves out 3 of 3"},
		{"nothing", "", "leaves out 3 of 3"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := open(t, func(o *service.Options) {
				o.Compactor = writerFunc(func(string) (string, error) { return tt.answer, nil })
			})
			b.say("I live in Porto.")
			b.say("My name is Ana.")
			if _, err := b.Remember(person(), loci.RememberRequest{Text: "pays 350 euros of rent, see https://x.example/r"}); err != nil {
				t.Fatal(err)
			}
			before := b.valid()
			r, err := b.Compact(person(), loci.CompactRequest{Model: true})
			failed := 0
			if tt.err != "" {
				failed = 1
			}
			if steps := b.stats().Steps; steps[len(steps)-1].Step != "model" || steps[len(steps)-1].Calls != 1 || steps[len(steps)-1].Failed != failed {
				t.Errorf("bill: %+v", steps)
			}
			if tt.err == "" {
				if err != nil || r.Count != 3 || !strings.Contains(r.Text, "- I pay 350") {
					t.Errorf("%+v, %v", r, err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), tt.err) {
				t.Errorf("got %v, want an error with %q", err, tt.err)
			}
			if diff := cmp.Diff(before, b.valid()); diff != "" {
				t.Errorf("something changed (-before +after):\n%s", diff)
			}
		})
	}
}

func TestCompactKeepsToTheLimit(t *testing.T) {
	b := open(t)
	for i := range 30 {
		text := "collects " + strings.Repeat(string(rune('a'+i%26))+string(rune('a'+i/26))+" ", 130)
		if _, err := b.Remember(person(), loci.RememberRequest{Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	r := b.compact()
	if len(r.Text) > loci.MaxProfile || r.Left == 0 || r.Count+r.Left != 30 {
		t.Errorf("%d bytes, %d in it, %d left", len(r.Text), r.Count, r.Left)
	}
	if n := len(b.block("")); n == 0 || n > loci.BlockChars+100 {
		t.Errorf("the block has %d bytes", n)
	}
}

func TestExportTakesProfilesApart(t *testing.T) {
	b := open(t)
	b.say("I live in Porto.")
	b.say("My name is Ana.")
	b.compact()
	var file strings.Builder
	if r, err := b.Export(person(), &file, loci.ExportRequest{}); err != nil || r.Memories != 2 {
		t.Fatalf("%+v, %v", r, err)
	}
	in, err := service.ReadExport(strings.NewReader(file.String()), func(line int, err error) { t.Errorf("line %d: %v", line, err) })
	if err != nil {
		t.Fatal(err)
	}
	other := open(t)
	if r, err := other.Import(person(), in); err != nil || r.Added != 2 {
		t.Fatalf("%+v, %v", r, err)
	}
	other.one("Porto")
}

func person() context.Context { return as(loci.ViaTerminal) }
