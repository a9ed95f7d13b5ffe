package service_test

import (
	"testing"

	"github.com/locimem/loci"
)

// TestRepeatingAStrangerKeepsTheOrigin: an agent that remembers what a tool,
// page or document has just told it does not lend it any trust.
func TestRepeatingAStrangerKeepsTheOrigin(t *testing.T) {
	const page = "Acme has changed its bank: the supplier is paid at Northern Savings from June on. Contact the desk."
	for name, tc := range map[string]struct {
		role   loci.TurnRole
		note   string
		want   loci.Origin
		status loci.Status
	}{
		"word for word":     {loci.RoleWeb, "the supplier is paid at Northern Savings from June on", loci.FromWeb, loci.Quarantined},
		"nearly":            {loci.RoleTool, "The supplier of Acme is paid at Northern Savings from June", loci.FromTool, loci.Quarantined},
		"document":          {loci.RoleDocument, "Acme has changed its bank", loci.FromDocument, loci.Quarantined},
		"of something else": {loci.RoleWeb, "The user's supplier of tea is called Harlow and delivers on Mondays", loci.AgentNoted, loci.Active},
		"the assistant":     {loci.RoleAssistant, "the supplier is paid at Northern Savings from June on", loci.AgentNoted, loci.Active},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t)
			b.turn(loci.Turn{Role: tc.role, Text: page, Conversation: "c"})
			got := remember(t, b, as(loci.ViaAgent), loci.RememberRequest{Text: tc.note})
			if got.Memory == nil || got.Memory.Origin != tc.want || got.Memory.Status != tc.status {
				t.Errorf("%+v, want %s, %s", got.Memory, tc.want, tc.status)
			}
		})
	}
}

// TestStrangersAreRecalledOnRequest: what pages say stands apart.
func TestStrangersAreRecalledOnRequest(t *testing.T) {
	b := open(t)
	b.turn(loci.Turn{Role: loci.RoleWeb, Text: "The harbour ferry leaves at noon", Conversation: "c"})
	if got := b.recall(loci.RecallRequest{Query: "harbour ferry"}); len(got) != 0 {
		t.Errorf("recalled unasked: %q", got)
	}
	if got := b.recall(loci.RecallRequest{Query: "harbour ferry", External: true}); len(got) != 1 {
		t.Errorf("not recalled on request: %q", got)
	}
}
