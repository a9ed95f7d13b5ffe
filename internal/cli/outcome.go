package cli

import (
	"slices"
	"strings"

	"github.com/locimem/loci"
)

// outcome writes what became of one statement, and why.
func (p *page) outcome(o loci.Outcome) {
	mark, verb := p.verb(o)
	line := mark + " " + pad(verb, 11) + " "
	switch {
	case o.Memory != nil:
		line += gist(o.Memory) + p.dim("  "+labels(o.Memory)+"  ["+o.Memory.ID.Short()+"]")
	case o.Text != "":
		line += printable(o.Text)
	}
	p.line("%s", strings.TrimRight(line, " "))
	if o.Previous != nil && (o.Memory == nil || o.Previous.ID != o.Memory.ID && o.Previous.Text != o.Memory.Text) {
		p.line("  %s %s%s", pad("", 11), p.dim("instead of: "), gist(o.Previous))
	}
	if why := because(o); why != "" {
		p.line("  %s %s", pad("", 11), p.dim("because "+printable(why)))
	}
}

// closings are what is done to a memory that is there, so nothing if none is.
var closings = []loci.Action{loci.ActionRetracted, loci.ActionCompleted, loci.ActionReopened}

// verb is the outcome's mark and name for people.
func (p *page) verb(o loci.Outcome) (mark, verb string) {
	if o.Memory == nil && slices.Contains(closings, o.Action) {
		return p.dim("·"), "no match"
	}
	switch o.Action {
	case loci.ActionAdded:
		if o.Memory != nil && o.Memory.Category == loci.Ephemeral {
			return p.dim("+"), "for a day"
		}
		if o.Memory != nil && o.Memory.Status == loci.Hypothesis {
			return p.yellow("?"), "unconfirmed"
		}
		return p.green("+"), "stored"
	case loci.ActionEvidence:
		return p.dim("="), "known"
	case loci.ActionSuperseded:
		if o.Confirms() {
			return p.green("✓"), "confirmed"
		}
		return p.yellow("~"), "changed"
	case loci.ActionRestored:
		return p.green("+"), "restored"
	case loci.ActionRetracted:
		return p.yellow("-"), "retracted"
	case loci.ActionCompleted:
		return p.green("✓"), "completed"
	case loci.ActionReopened:
		return p.yellow("~"), "reopened"
	case loci.ActionQuarantined:
		return p.yellow("!"), "quarantined"
	case loci.ActionRefused:
		return p.red("x"), "refused"
	}
	return p.dim("·"), string(o.Action)
}

// because says to people why something was not simply stored.
func because(o loci.Outcome) string {
	if len(o.Findings) == 0 {
		return o.Reason
	}
	return o.Findings[0].Reason()
}
