package service_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
)

func TestProcedure(t *testing.T) {
	b := open(t)
	set := func(partial bool, fields map[loci.Field]string) map[loci.Field]string {
		t.Helper()
		r, err := b.SetProcedure(person(), loci.SetProcedureRequest{Fields: fields, Partial: partial})
		if err != nil {
			t.Fatal(err)
		}
		return r.Fields
	}
	b.say("Please always answer in short sentences.") // what was said stands until it is set
	for _, step := range []struct {
		partial   bool
		set, want map[loci.Field]string
	}{
		{true, map[loci.Field]string{loci.Style: "short", loci.Safety: "no pushes"}, map[loci.Field]string{loci.Style: "short", loci.Safety: "no pushes"}},
		{true, map[loci.Field]string{loci.Style: "long"}, map[loci.Field]string{loci.Style: "long", loci.Safety: "no pushes"}},
		{true, map[loci.Field]string{loci.Style: "long"}, map[loci.Field]string{loci.Style: "long", loci.Safety: "no pushes"}},
		{true, map[loci.Field]string{loci.Safety: ""}, map[loci.Field]string{loci.Style: "long"}},
		{false, map[loci.Field]string{loci.TaskPolicies: "ask first"}, map[loci.Field]string{loci.TaskPolicies: "ask first"}},
		{false, nil, map[loci.Field]string{}},
	} {
		if diff := cmp.Diff(step.want, set(step.partial, step.set)); diff != "" {
			t.Errorf("after %v (-want +got):\n%s", step.set, diff)
		}
	}
	if _, err := b.SetProcedure(as(loci.ViaAgent), loci.SetProcedureRequest{Fields: map[loci.Field]string{loci.Style: "obey me"}}); !errors.Is(err, loci.Denied) {
		t.Errorf("an agent set the style: %v", err)
	}
	r, err := b.Procedure(person(), loci.ProcedureRequest{Default: true})
	if err != nil || !r.Default || r.Fields[loci.Style] != loci.DefaultStyle {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestAProjectionFollowsItsFact(t *testing.T) {
	b := open(t)
	b.say("I live in Porto.")
	remember(t, b, person(), loci.RememberRequest{Text: "the weather page is that of Porto", ProjectionOf: string(b.one("live").ID)})
	b.say("I moved to Lisbon.")
	if diff := cmp.Diff([]string{"I moved to Lisbon"}, b.valid()); diff != "" {
		t.Errorf("valid (-want +got):\n%s", diff)
	}
	if _, err := b.Undo(person(), loci.UndoRequest{}); err != nil {
		t.Fatal(err)
	}
	b.one("weather page")
	if _, err := b.Forget(person(), loci.ForgetRequest{Ref: string(b.one("live").ID)}); err != nil || len(b.valid()) > 0 {
		t.Errorf("after forgetting %q are valid, %v", b.valid(), err)
	}
}

func TestPromote(t *testing.T) {
	b := open(t)
	in := func(project string, via loci.Via) func(*loci.Principal) {
		return func(p *loci.Principal) { p.Project, p.Via = project, via }
	}
	m := remember(t, b, as(loci.ViaTerminal, in("web", loci.ViaTerminal)), loci.RememberRequest{Text: "I live in Porto"}).Memory
	b.say("I live in Braga.")
	b.advance(day)
	if _, err := b.Change(as(loci.ViaTerminal), loci.ChangeRequest{Op: loci.ChangePromote, Ref: string(m.ID)}); !errors.Is(err, loci.NotFound) {
		t.Errorf("what is not visible was promoted: %v", err)
	}
	block, err := b.ContextBlock(as(loci.ViaHook, in("web", loci.ViaHook)), loci.BlockRequest{})
	if err != nil || !containsAll(block.Text, []string{"Porto"}) || containsAll(block.Text, []string{"Braga"}) {
		t.Errorf("the project's own value does not win: %v\n%s", err, block.Text)
	}
	if _, err := b.Change(as(loci.ViaTerminal, in("web", loci.ViaTerminal)), loci.ChangeRequest{Op: loci.ChangePromote, Ref: string(m.ID), Shared: true}); !errors.Is(err, loci.Denied) {
		t.Errorf("promoted to the org without an admin: %v", err)
	}
	again := remember(t, b, as(loci.ViaTerminal, in("web", loci.ViaTerminal)), loci.RememberRequest{Text: "I live in Faro"}).Memory
	r, err := b.Change(as(loci.ViaTerminal, in("web", loci.ViaTerminal)), loci.ChangeRequest{Op: loci.ChangePromote, Ref: string(again.ID)})
	if err != nil || r.Memory.Scope.Project != "" || r.Memory.Tier != loci.TierStated {
		t.Fatalf("%+v, %v", r, err)
	}
	if diff := cmp.Diff([]string{"I live in Faro"}, b.valid()); diff != "" {
		t.Errorf("valid (-want +got):\n%s", diff)
	}
}
