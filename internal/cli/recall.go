package cli

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
)

func newRecall(a *app) *cobra.Command {
	var req loci.RecallRequest
	var asOf string
	cmd := &cobra.Command{
		Use:   "recall WORDS",
		Short: "Find what is relevant to a question",
		Long: "Find what is relevant to a question: memories first, then excerpts of the\n" +
			"messages that were kept. Recalling changes nothing.",
		Example: "  loci recall where does my sister live\n  loci recall peanuts --memories --json\n  loci recall address --past",
		Args:    atLeast("something to look for"),
		RunE: func(cmd *cobra.Command, args []string) error {
			err := atMost(cmd, req.Limit, maxRecalled)
			if err != nil {
				return err
			}
			if req.Query, err = a.text(args); err != nil {
				return err
			}
			if req.Query == "" {
				return needs(cmd, "something to look for")
			}
			if req.AsOf, err = a.moment(asOf); err != nil {
				return err
			}
			return a.reading(cmd.Context(), func(ctx context.Context, mem *local.Memory) error {
				res, err := mem.Service().Recall(ctx, req)
				if err != nil {
					return err
				}
				res.Hits = orEmpty(res.Hits)
				return a.print(res, func(p *page) {
					p.hits(res.Hits, req.Explain, zoneOf(ctx))
					p.degraded(res)
				})
			})
		},
	}
	f := cmd.Flags()
	f.IntVarP(&req.Limit, "limit", "n", 0, fmt.Sprintf("at most so many, up to %d (default 12; of facts alone 6, of episodes alone 3)", maxRecalled))
	f.IntVar(&req.Offset, "offset", 0, "leave out so many first")
	f.Var(someOf(&req.Kinds, loci.Kinds()), "kind", "only these kinds: "+names(loci.Kinds()))
	f.Var(someOf(&req.Categories, loci.Categories()), "category", "only these: "+names(loci.Categories()))
	f.BoolVar(&req.NoTurns, "memories", false, "memories only, no excerpts of messages")
	f.BoolVar(&req.OnlyTurns, "messages", false, "excerpts of messages only, no memories")
	f.IntVar(&req.PerConversation, "per-conversation", 0, "at most so many messages of one conversation")
	f.BoolVar(&req.External, "external", false, "also what tools, pages and documents said")
	f.BoolVar(&req.Past, "past", false, "also what is no longer so")
	f.StringVar(&asOf, "as-of", "", "what was so at that `time`: "+pastExamples)
	f.BoolVar(&req.Explain, "explain", false, "show which arm adds what to each score")
	completeEnums(cmd)
	return cmd
}

func (p *page) hits(hits []loci.Hit, explain bool, zone *time.Location) {
	if len(hits) == 0 && p.tty {
		p.line("%s", p.dim("nothing found"))
		return
	}
	headings := []string{"ID", "STATUS", "SAID", "TEXT"}
	if explain {
		headings = []string{"ID", "STATUS", "SAID", "SCORE", "MADE OF", "TEXT"}
	}
	rows := make([][]string, 0, len(hits))
	for _, h := range hits {
		var row []string
		text := h.Excerpt
		if h.Memory != nil {
			row = []string{h.Memory.ID.Short(), string(h.Status), day(h.Memory.Said, zone)}
			if text == "" {
				text = told(h.Memory)
			}
		} else {
			row = []string{"-", speaker(h.Turn), day(h.Turn.Time, zone)}
			for _, o := range h.Outdated {
				text = "(" + o.String() + ") " + text // first: lines are cut at the end
			}
		}
		if explain {
			row = append(row, fmt.Sprintf("%.3f", h.Score), shares(h.Explain))
		}
		rows = append(rows, append(row, text))
	}
	p.table(headings, rows)
}

// degraded says on a terminal which arm did not take part.
func (p *page) degraded(res loci.RecallResult) {
	if res.Degraded != "" && p.tty {
		p.line("%s", p.dim(printable(res.Degraded)))
	}
}

func speaker(t *loci.Turn) string {
	if t.Speaker != "" {
		return t.Speaker
	}
	return string(t.Role)
}

func shares(m map[string]float64) string {
	var parts []string
	for _, arm := range slices.Sorted(maps.Keys(m)) {
		parts = append(parts, fmt.Sprintf("%s %.3f", arm, m[arm]))
	}
	return strings.Join(parts, " + ")
}

// day writes the date of t for people; the zero time is a dash.
func day(t time.Time, zone *time.Location) string {
	if t.IsZero() {
		return "-"
	}
	return t.In(zone).Format(time.DateOnly)
}
