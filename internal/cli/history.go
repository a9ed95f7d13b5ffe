package cli

import (
	"context"
	"fmt"
	"regexp"
	"time"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
)

func newHistory(a *app) *cobra.Command {
	var limit int
	cmd := &cobra.Command{
		Use:   "history [ID|KEY]",
		Short: "List the changes of one memory, or of all",
		Long: "List changes, newest first: of one memory, or of all in the scope. The change's\n" +
			"id is what `loci undo` takes. On a terminal columns give way where the text\n" +
			"would have no room.",
		Example: "  loci history\n  loci history 7c9e6679\n  loci history --limit 5 --json",
		Args:    atMostOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := atMost(cmd, limit, maxListed); err != nil {
				return err
			}
			req := loci.HistoryRequest{Limit: limit}
			if len(args) > 0 {
				req.Ref = args[0]
			}
			return a.reading(cmd.Context(), func(ctx context.Context, mem *local.Memory) error {
				res, err := mem.Service().History(ctx, req)
				if err != nil {
					return err
				}
				res.Entries = orEmpty(res.Entries)
				return a.print(res, func(p *page) { p.history(res.Entries, zoneOf(ctx)) })
			})
		},
	}
	cmd.Flags().IntVarP(&limit, "limit", "n", 50, fmt.Sprintf("at most so many, up to %d", maxListed))
	return cmd
}

func (p *page) history(entries []loci.HistoryEntry, zone *time.Location) {
	if len(entries) == 0 && p.tty {
		p.line("%s", p.dim("nothing has happened here"))
		return
	}
	rows := make([][]string, len(entries))
	for i, h := range entries {
		text := "(forgotten)"
		if h.After != nil {
			text = gist(h.After)
		}
		rows[i] = []string{shortChange(h.Change), stamp(h.At, zone), string(h.Op), h.Memory.Short(), h.Actor, shortWhy(h.Why), text}
	}
	p.table([]string{"CHANGE", "WHEN", "WHAT", "MEMORY", "BY", "WHY", "TEXT"}, rows, "BY", "WHY", "MEMORY")
}

// shortWhy writes ids that stand in a reason, such as that of an undo, as the
// others are written here.
func shortWhy(why string) string {
	return regexp.MustCompile(`\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b`).ReplaceAllStringFunc(why, func(id string) string {
		return loci.ID(id).Short()
	})
}

// shortChange names a change by its random tail, as ID.Short does a memory.
func shortChange(c loci.ChangeID) string { return loci.ID(c).Short() }
