package service_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
)

// A record that is but a text is read as a statement; its trust is that of the
// import, or what a person vouches for.
func TestImportReadsPlainStatements(t *testing.T) {
	plain := []loci.Memory{{Text: "I live in Porto"}, {Text: "Never commit to main directly"}}
	for _, trust := range []bool{false, true} {
		b := open(t)
		ctx := as(loci.ViaTerminal)
		r, err := b.Import(ctx, loci.ImportRequest{Memories: plain, Trust: trust})
		if err != nil || r.Added != 2 {
			t.Fatalf("%+v %v", r, err)
		}
		want := loci.TierNoted
		if trust {
			want = loci.TierStated
		}
		home, order := b.one("Porto"), b.one("commit")
		if home.Slot.Attribute != "home_city" || home.Value != "porto" || home.Tier != want {
			t.Errorf("trust %t: %+v", trust, home)
		}
		if order.Kind != loci.Procedural || order.Field != loci.Safety || order.Tier != want {
			t.Errorf("trust %t: %+v", trust, order)
		}
		p, err := b.Procedure(ctx, loci.ProcedureRequest{})
		if stands := len(p.Memories) > 0; err != nil || stands != trust {
			t.Errorf("trust %t: an instruction stands: %t %v", trust, stands, err)
		}
	}
}

// What the import says is in conflict with what the user said goes to review
// and replaces nothing.
func TestImportReplacesNothingTheUserSaid(t *testing.T) {
	b := open(t)
	ctx := as(loci.ViaTerminal)
	remember(t, b, ctx, loci.RememberRequest{Text: "I live in Lisbon"})
	if _, err := b.Import(ctx, loci.ImportRequest{Memories: []loci.Memory{{Text: "I live in Porto"}}}); err != nil {
		t.Fatal(err)
	}
	if m := b.one("Lisbon"); m.Status != loci.Active {
		t.Errorf("%+v", m)
	}
	r, err := b.Review(ctx, loci.ReviewRequest{})
	if err != nil || len(r.Items) == 0 {
		t.Errorf("nothing to review: %+v %v", r, err)
	}
}

// A person who vouches for a file raises what came in without: what says
// exactly that, here, and stands. Nothing else is raised, nor by a program.
func TestImportWithTrustRaisesWhatIsHere(t *testing.T) {
	record := func(text string) loci.Memory {
		m := loci.Memory{Text: text, Kind: loci.Semantic, Category: loci.Preferences, Importance: loci.Medium, Status: loci.Active, Origin: loci.UserStated, Tier: loci.TierStated}
		m.ID = "0198c0de-0000-7000-8000-000000000001"
		return m
	}
	noted := record("I like tea")
	noted.Origin, noted.Tier = loci.AgentNoted, loci.TierNoted
	for _, tt := range []struct {
		name   string
		here   func(*bench)
		record loci.Memory
		want   loci.ImportResult
		tier   loci.Tier
	}{
		{"stands", func(*bench) {}, record("I like tea"), loci.ImportResult{Known: 1, Raised: 1}, loci.TierStated},
		{"recorded as a note", func(*bench) {}, noted, loci.ImportResult{Known: 1}, loci.TierNoted},
		{"edited here", func(b *bench) {
			other := "I like coffee"
			if _, err := b.Change(person(), loci.ChangeRequest{Op: loci.ChangeEdit, Ref: string(b.one("tea").ID), Text: &other}); err != nil {
				b.t.Fatal(err)
			}
		}, record("I like tea"), loci.ImportResult{Known: 1}, loci.TierNoted},
		{"confirmed here", func(b *bench) {
			if _, err := b.Change(person(), loci.ChangeRequest{Op: loci.ChangeConfirm, Ref: string(b.one("tea").ID)}); err != nil {
				b.t.Fatal(err)
			}
		}, record("I like tea"), loci.ImportResult{Known: 1}, loci.TierConfirmed},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := open(t)
			if r, err := b.Import(person(), loci.ImportRequest{Memories: []loci.Memory{record("I like tea")}}); err != nil || r.Added != 1 {
				t.Fatalf("%+v %v", r, err)
			}
			tt.here(b)
			got, err := b.Import(person(), loci.ImportRequest{Memories: []loci.Memory{tt.record}, Trust: true})
			if err != nil {
				t.Fatal(err)
			}
			got.Change = ""
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			if m := b.one("like"); m.Tier != tt.tier || m.Origin != loci.FromImport {
				t.Errorf("%+v", m)
			}
		})
	}
}

// A record that is done but does not say since when has been done since it came.
func TestImportKeepsWhatIsDone(t *testing.T) {
	b := open(t)
	done := loci.Memory{Text: "Renew the passport", Status: loci.Completed}
	if _, err := b.Import(as(loci.ViaTerminal), loci.ImportRequest{Memories: []loci.Memory{done}}); err != nil {
		t.Fatal(err)
	}
	if m := b.one("passport"); m.StatusAt(m.Created) != loci.Completed {
		t.Errorf("%+v", m)
	}
}
