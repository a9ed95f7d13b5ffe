package loci_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
)

func TestTrustTable(t *testing.T) {
	for _, tc := range []struct {
		origin loci.Origin
		tier   loci.Tier
		first  loci.Status
		hedged loci.Status
	}{
		{loci.UserStated, 2, loci.Active, loci.Hypothesis},
		{loci.AgentNoted, 1, loci.Active, loci.Hypothesis},
		{loci.AssistantInferred, 1, loci.Hypothesis, loci.Hypothesis},
		{loci.FromImport, 1, loci.Active, loci.Hypothesis},
		{loci.FromTool, 0, loci.Quarantined, loci.Quarantined},
		{loci.FromWeb, 0, loci.Quarantined, loci.Quarantined},
		{loci.FromDocument, 0, loci.Quarantined, loci.Quarantined},
		{"invented", 0, loci.Quarantined, loci.Quarantined},
	} {
		if tc.origin.Tier() != tc.tier || tc.origin.FirstStatus(false) != tc.first || tc.origin.FirstStatus(true) != tc.hedged {
			t.Errorf("%s: tier %d, %s, hedged %s", tc.origin, tc.origin.Tier(), tc.origin.FirstStatus(false), tc.origin.FirstStatus(true))
		}
	}
}

func TestMaySupersede(t *testing.T) {
	for by := range loci.Tier(4) {
		for target := range loci.Tier(4) {
			got := loci.MaySupersede(by, target, true, false)
			want := loci.Forbidden
			switch {
			case by == 0:
			case by >= target:
				want = loci.Allowed
			case by == 2 && target == 3:
				want = loci.AllowedWithReview
			}
			if got != want {
				t.Errorf("tier %d over %d: %v, want %v", by, target, got, want)
			}
		}
	}
	if loci.MaySupersede(2, 3, false, false) != loci.Forbidden || loci.MaySupersede(2, 3, true, true) != loci.Forbidden {
		t.Error("what was confirmed gives way in its own slot and outside the org only")
	}
	if loci.TierNoted.MayBeProcedural() || !loci.TierStated.MayBeProcedural() {
		t.Error("instructions need the user's own words")
	}
	member, admin := loci.Principal{}, loci.Principal{Roles: []loci.Role{loci.RoleAdmin}}
	if loci.TierNoted.MayShare(admin) || loci.TierStated.MayShare(member) || !loci.TierStated.MayShare(admin) {
		t.Error("sharing needs the user's words and an admin")
	}
}

func TestVisibleScopes(t *testing.T) {
	s := func(user, agent, project string) loci.Scope {
		return loci.Scope{Org: "o", User: user, Agent: agent, Project: project}
	}
	for _, tc := range []struct {
		in   loci.Scope
		want []loci.Scope
	}{
		{s("u", "", ""), []loci.Scope{s("u", "", ""), s("_shared", "", "")}},
		{s("u", "a", ""), []loci.Scope{s("u", "a", ""), s("u", "", ""), s("_shared", "", "")}},
		{s("u", "a", "p"), []loci.Scope{s("u", "a", "p"), s("u", "", "p"), s("_shared", "", "p"), s("u", "a", ""), s("u", "", ""), s("_shared", "", "")}},
	} {
		if diff := cmp.Diff(tc.want, tc.in.Visible()); diff != "" {
			t.Errorf("%+v: %s", tc.in, diff)
		}
	}
}

func TestErrorsKeepTheirCodeThroughWrapping(t *testing.T) {
	base := loci.Errorf(loci.NotFound, "no memory %q", "x").WithHint("look at %s", "list")
	err := fmt.Errorf("service: %w", base)
	if !errors.Is(err, loci.NotFound) || errors.Is(err, loci.Conflict) || loci.CodeOf(err) != loci.NotFound || loci.HintOf(err) != "look at list" {
		t.Errorf("%v: %s %q", err, loci.CodeOf(err), loci.HintOf(err))
	}
	refused := fmt.Errorf("remember: %w", &loci.RefusedError{Findings: []loci.Finding{{Class: loci.ClassSecret, Kind: "credential:github", Field: "text", Start: 3, End: 43}}})
	if !errors.Is(refused, loci.Refused) || loci.CodeOf(refused) != loci.Refused || loci.HintOf(refused) == "" {
		t.Errorf("%v", refused)
	}
	if got := refused.Error(); got != "remember: refused: it holds a secret (github)" {
		t.Errorf("got %q", got)
	}
	if loci.CodeOf(errors.New("boom")) != loci.Internal || loci.CodeOf(nil) != loci.Internal {
		t.Error("an error without a code is internal")
	}
	cause := errors.New("disk full")
	if err := loci.Errorf(loci.Unavailable, "cannot write: %w", cause); !errors.Is(err, cause) || err.Error() != "cannot write: disk full" {
		t.Errorf("%v", err)
	}
}

func TestPrincipalTravelsInTheContext(t *testing.T) {
	p := loci.Principal{Scope: loci.Scope{User: "ana"}, Via: loci.ViaTerminal, Client: "x"}
	got, ok := loci.PrincipalFrom(loci.WithPrincipal(context.Background(), p))
	if !ok || got.User != "ana" || !got.Person() || got.Actor() != "ana via terminal (x)" {
		t.Errorf("%+v %v", got, ok)
	}
	if _, ok := loci.PrincipalFrom(context.Background()); ok {
		t.Error("nobody acts in an empty context")
	}
	for _, via := range []loci.Via{loci.ViaAgent, loci.ViaHook, loci.ViaImport, ""} {
		if (loci.Principal{Via: via}).Person() {
			t.Errorf("%q is no person", via)
		}
	}
}

func TestParsersNameWhatTheyAccept(t *testing.T) {
	if c, err := loci.ParseCategory(" Finance "); err != nil || c != loci.Finance {
		t.Errorf("%v %v", c, err)
	}
	_, err := loci.ParseCategory("money")
	if !errors.Is(err, loci.Invalid) || loci.HintOf(err) != "one of: routine, study, preferences, finance, goals, relationships, constraints, ephemeral" {
		t.Errorf("%v %q", err, loci.HintOf(err))
	}
}
