package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
)

func newMaintain(a *app) *cobra.Command {
	var host bool
	cmd := &cobra.Command{
		Use:   "maintain",
		Short: "Tidy the memory file; for cron",
		Long: "Tidy the memory file: mark what has expired, erase what is due, merge exact\n" +
			"duplicates. Nothing depends on it being run, and running it twice does no harm.",
		Example: "  loci maintain\n  loci maintain --json",
		Args:    none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if host {
				a.dialog = newDialog(a.sys.Stdin, a.sys.Stdout)
			}
			return a.reading(cmd.Context(), func(ctx context.Context, mem *local.Memory) error {
				res, err := mem.Service().Maintain(ctx)
				if err != nil {
					return err
				}
				return a.print(res, func(p *page) { p.maintained(res) })
			})
		},
	}
	cmd.Flags().BoolVar(&host, "host-model", false, "for hosts' plugins: ask their model by lines of JSON on stdout, hear its answers on stdin")
	return cmd
}

func (p *page) maintained(r loci.MaintainResult) {
	var did []string
	for _, part := range []struct {
		n    int
		what string
	}{
		{r.Expired, "expired"}, {r.Merged, "merged"}, {r.Erased, "erased"}, {r.Embedded, "embedded"},
	} {
		if part.n > 0 {
			did = append(did, plural(part.n, "memory")+" "+part.what)
		}
	}
	if r.Turns > 0 {
		did = append(did, plural(r.Turns, "old message")+" blanked")
	}
	if r.Modelled > 0 {
		did = append(did, plural(r.Modelled, "message")+" read by the model")
	}
	if r.Reindexed {
		did = append(did, "index rebuilt")
	}
	if len(did) == 0 && r.Unread+r.Degraded == "" {
		did = []string{"nothing to do"}
	}
	if len(did) > 0 {
		p.line("%s", strings.Join(did, ", "))
	}
	if r.Unread != "" {
		p.line("%s %s", p.yellow("not read by the model:"), printable(r.Unread))
	}
	if r.Degraded != "" {
		p.line("%s %s", p.yellow("not embedded:"), printable(r.Degraded))
	}
	if r.Pending {
		p.line("%s forgotten bytes are still held by: %s", p.yellow("pending:"), printable(strings.Join(r.Holders, ", ")))
	}
}
