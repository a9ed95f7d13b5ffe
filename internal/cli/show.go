package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
)

// showResult is the result of `loci show`: a memory, its status now, and the
// chain of memories that it replaced or that replaced it.
type showResult struct {
	Memory     loci.Memory         `json:"memory"`
	Status     loci.Status         `json:"status"`
	Replaced   []loci.Memory       `json:"replaced,omitempty"`    // newest first
	ReplacedBy []loci.Memory       `json:"replaced_by,omitempty"` // oldest first
	History    []loci.HistoryEntry `json:"history"`
}

func newShow(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "show ID|KEY",
		Short: "Show one memory, and why it is believed",
		Long: "Show one memory: the words it rests on, when and by whom they were said, what\n" +
			"it replaced, and every change since.",
		Example: "  loci show 7c9e6679\n  loci show home-city --json",
		Args:    exactly("an id or a key"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.reading(cmd.Context(), func(ctx context.Context, mem *local.Memory) error {
				res, err := a.explain(ctx, mem.Service(), args[0])
				if err != nil {
					return err
				}
				return a.print(res, func(p *page) { p.show(res, zoneOf(ctx)) })
			})
		},
	}
}

func (a *app) explain(ctx context.Context, svc loci.Service, ref string) (showResult, error) {
	m, err := svc.Get(ctx, loci.GetRequest{Ref: ref})
	if err != nil {
		return showResult{}, err
	}
	past, err := svc.History(ctx, loci.HistoryRequest{Ref: string(m.ID), Limit: 1000})
	if err != nil {
		return showResult{}, err
	}
	slices.Reverse(past.Entries)
	return showResult{
		Memory: m, Status: m.StatusAt(a.sys.Now()), History: past.Entries,
		Replaced:   chain(ctx, svc, m.Supersedes, func(m loci.Memory) loci.ID { return m.Supersedes }),
		ReplacedBy: chain(ctx, svc, m.SupersededBy, func(m loci.Memory) loci.ID { return m.SupersededBy }),
	}, nil
}

// chain follows next from id. A link that leads nowhere ends it: the memory
// there may have been forgotten.
func chain(ctx context.Context, svc loci.Service, id loci.ID, next func(loci.Memory) loci.ID) []loci.Memory {
	var out []loci.Memory
	seen := map[loci.ID]bool{}
	for id != "" && !seen[id] {
		seen[id] = true
		m, err := svc.Get(ctx, loci.GetRequest{Ref: string(id)})
		if err != nil {
			break
		}
		out = append(out, m)
		id = next(m)
	}
	return out
}

func (p *page) show(r showResult, zone *time.Location) {
	m := r.Memory
	field := func(name, value string) {
		if value != "" {
			p.line("  %s %s", p.dim(pad(name, 12)), printable(value))
		}
	}
	p.line("%s", p.bold(printable(m.Text)))
	field("id", string(m.ID)+" ("+m.ID.Short()+")")
	field("key", m.Key)
	field("status", string(r.Status))
	field("what", labels(&m))
	if m.Slot.Filled() {
		field("slot", m.Slot.String())
	}
	field("quote", quoted(m.Quote))
	field("why", believed(m, zone))
	field("from", source(m))
	field("said", saidOn(m, zone))
	field("expires", ends(m.Expires, zone))
	for _, old := range r.Replaced {
		field("instead of", gist(&old)+"  ["+old.ID.Short()+"], "+string(old.Status)+since(old.ValidTo, zone))
	}
	for _, newer := range r.ReplacedBy {
		field("replaced by", gist(&newer)+"  ["+newer.ID.Short()+"], "+string(newer.Status))
	}
	field("metadata", string(m.Metadata))
	p.line("  %s", p.dim("history"))
	for _, h := range r.History {
		p.line("    %s  %s %s%s", stamp(h.At, zone), pad(string(h.Op), 10), printable(h.Actor), p.dim(reason(shortWhy(h.Why))))
	}
}

// believed says in a sentence what a memory's authority rests on.
func believed(m loci.Memory, zone *time.Location) string {
	switch m.Tier {
	case loci.TierConfirmed:
		return "a person confirmed it" + since(m.Confirmed, zone)
	case loci.TierStated:
		if m.Origin == loci.FromSummary {
			return "it is made of what the user said"
		}
		return "the user said it"
	case loci.TierNoted:
		switch m.Origin {
		case loci.AssistantInferred:
			return "a model concluded it; nobody has confirmed it"
		case loci.FromSummary:
			return "it is made of other memories; not all of them are the user's words"
		case loci.FromImport:
			return "it was imported; nobody has confirmed it"
		}
		return "an agent noted it; nobody has confirmed it"
	}
	return fmt.Sprintf("it comes from outside (%s) and is not believed unless a person confirms it", m.Origin)
}

func source(m loci.Memory) string {
	var parts []string
	for _, part := range []struct{ name, value string }{
		{"conversation", m.Ref.Conversation}, {"turn", string(m.Ref.Turn)}, {"tool", m.Ref.Tool}, {"page", m.Ref.URL},
	} {
		if part.value != "" {
			parts = append(parts, part.name+" "+part.value)
		}
	}
	return strings.Join(parts, ", ")
}

func saidOn(m loci.Memory, zone *time.Location) string {
	if len(m.Days) > 1 {
		return fmt.Sprintf("on %d days, last %s", m.Evidence, stamp(m.Said, zone))
	}
	if m.Said.IsZero() {
		return ""
	}
	return stamp(m.Said, zone)
}

func ends(t time.Time, zone *time.Location) string {
	if t.IsZero() {
		return ""
	}
	return stamp(t, zone)
}

func since(t time.Time, zone *time.Location) string {
	if t.IsZero() {
		return ""
	}
	return " on " + day(t, zone)
}

func quoted(s string) string {
	if s == "" {
		return ""
	}
	return "“" + s + "”"
}

func reason(why string) string {
	if why == "" {
		return ""
	}
	return "  " + printable(why)
}
