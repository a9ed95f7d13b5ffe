package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
)

func newReconcile(a *app) *cobra.Command {
	var req loci.ReconcileRequest
	cmd := &cobra.Command{
		Use:   "reconcile",
		Short: "Close what contradicts something newer",
		Long: "Close what contradicts something newer by a table of opposites: of \"prefers dark\n" +
			"mode\" and \"prefers light mode\" the newer stands. --preview only shows.",
		Example: "  loci reconcile --preview\n  loci reconcile --opposite \"vim|emacs\"",
		Args:    none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.reading(cmd.Context(), func(ctx context.Context, mem *local.Memory) error {
				res, err := mem.Service().Reconcile(ctx, req)
				if err != nil {
					return err
				}
				return a.print(res, func(p *page) { p.reconciled(res) })
			})
		},
	}
	cmd.Flags().BoolVar(&req.Preview, "preview", false, "only show")
	cmd.Flags().StringArrayVar(&req.Opposites, "opposite", nil, "a further pair: `ONE|OTHER`; may be repeated")
	return cmd
}

func (p *page) reconciled(r loci.ReconcileResult) {
	if len(r.Contradictions) == 0 {
		p.line("no contradictions")
	}
	for _, c := range r.Contradictions {
		p.line("%s %s%s", pad("stays", 11), gist(&c.Kept), p.dim("  ["+c.Kept.ID.Short()+"]"))
		p.line("%s %s%s", pad(verbOf(r.Preview), 11), gist(&c.Closed), p.dim("  ["+c.Closed.ID.Short()+"]"))
	}
}

func verbOf(preview bool) string {
	if preview {
		return "would close"
	}
	return "closed"
}
