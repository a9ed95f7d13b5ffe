package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
)

func newUndo(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "undo [CHANGE]",
		Short: "Take back the last change, or a named one",
		Long: "Take back the last change in the scope, or the one that `loci history` names.\n" +
			"What was forgotten cannot come back.",
		Example: "  loci undo\n  loci undo 4b6f0d21",
		Args:    atMostOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.reading(cmd.Context(), func(ctx context.Context, mem *local.Memory) error {
				var req loci.UndoRequest
				if len(args) > 0 {
					change, err := findChange(ctx, mem.Service(), args[0])
					if err != nil {
						return err
					}
					req.Change = change
				}
				res, err := mem.Service().Undo(ctx, req)
				if err != nil {
					return err
				}
				return a.print(res, func(p *page) { p.undone(res) })
			})
		},
	}
}

// findChange returns the change whose id ends in tail.
func findChange(ctx context.Context, svc loci.Service, tail string) (loci.ChangeID, error) {
	past, err := svc.History(ctx, loci.HistoryRequest{Limit: 1000})
	if err != nil {
		return "", err
	}
	var found loci.ChangeID
	for _, h := range past.Entries {
		switch {
		case !strings.HasSuffix(string(h.Change), strings.ToLower(tail)), h.Change == found:
		case found != "":
			return "", loci.Errorf(loci.Conflict, "%q means several changes", tail).WithHint("`loci history --json` has the whole ids")
		default:
			found = h.Change
		}
	}
	if found == "" {
		return loci.ChangeID(tail), nil // older than what was looked at, or unknown: the service says which
	}
	return found, nil
}

// undone writes what was taken back, and what holds again. An addition that
// was taken back leaves nothing to say.
func (p *page) undone(r loci.UndoResult) {
	added := map[loci.ID]bool{}
	for _, h := range r.Undone {
		text := ""
		if h.After != nil {
			text = gist(h.After)
		}
		added[h.Memory] = added[h.Memory] || h.After != nil && h.After.Version == 1
		p.line("taken back  %s %s%s", pad(string(h.Op), 10), text, p.dim("  ["+h.Memory.Short()+"]"))
	}
	for _, m := range r.Memories {
		if added[m.ID] && m.Status == loci.Superseded {
			continue
		}
		p.line("now         %s %s%s", pad(string(m.Status), 10), gist(&m), p.dim("  ["+m.ID.Short()+"]"))
	}
	if r.Left > 0 {
		p.line("%s", p.dim(plural(r.Left, "change")+" of the same conversation left; `loci undo` again goes further back"))
	}
	p.line("%s", p.dim("`loci undo "+shortChange(r.By)+"` puts it back"))
}
