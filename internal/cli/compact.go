package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
)

func newCompact(a *app) *cobra.Command {
	var req loci.CompactRequest
	cmd := &cobra.Command{
		Use:   "compact",
		Short: "Gather plain facts in one profile",
		Long: "Gather the plain facts in one profile, written anew in place each time. They are\n" +
			"closed and not erased; undo brings them back. Limits, deadlines, guesses,\n" +
			"instructions and events stay as they are.",
		Example: "  loci compact\n  loci compact --json",
		Args:    none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.reading(cmd.Context(), func(ctx context.Context, mem *local.Memory) error {
				res, err := mem.Service().Compact(ctx, req)
				if err != nil {
					return err
				}
				return a.print(res, func(p *page) { p.compacted(res) })
			})
		},
	}
	cmd.Flags().BoolVar(&req.Model, "model", false, "have the configured model write it")
	return cmd
}

func (p *page) compacted(r loci.CompactResult) {
	if r.Added == 0 {
		p.line("nothing to compact")
		return
	}
	p.line("%s in the profile, %d of them new  [%s]", plural(r.Count, "fact"), r.Added, r.Memory.ID.Short())
	if r.Left > 0 {
		p.line("%s left as they are: the profile is full", plural(r.Left, "fact"))
	}
	p.line("")
	for line := range strings.Lines(r.Text) {
		p.line("%s", printable(strings.TrimSuffix(line, "\n")))
	}
}
