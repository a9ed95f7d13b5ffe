package service_test

import (
	"testing"

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
