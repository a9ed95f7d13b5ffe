package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/timex"
	"github.com/locimem/loci/local"
)

func newEdit(a *app) *cobra.Command {
	req := loci.ChangeRequest{Op: loci.ChangeEdit}
	var text, due string
	var category loci.Category
	var importance loci.Importance
	cmd := &cobra.Command{
		Use:   "edit ID|KEY",
		Short: "Correct a memory",
		Long: "Correct a memory: its text, category, importance or date. `loci undo` takes it\n" +
			"back.",
		Example: "  loci edit 7c9e6679 --text \"My sister lives in Ghent\"\n  loci edit 7c9e6679 --importance high --due 2026-10-16\n  loci edit 7c9e6679 --due none",
		Args:    exactly("an id or a key"),
		RunE: func(cmd *cobra.Command, args []string) error {
			f := cmd.Flags()
			req.Ref = args[0]
			if f.Changed("text") {
				req.Text = &text
			}
			if f.Changed("category") {
				req.Category = &category
			}
			if f.Changed("importance") {
				req.Importance = &importance
			}
			if f.Changed("due") && due == "none" {
				req.ClearDue = true
			} else if f.Changed("due") {
				when, err := a.when(due, timex.Future)
				if err != nil {
					return err
				}
				req.Due = &when
			}
			if req.Text == nil && req.Category == nil && req.Importance == nil && req.Due == nil && !req.ClearDue {
				return needs(cmd, "something to change: --text, --category, --importance or --due")
			}
			return a.reading(cmd.Context(), func(ctx context.Context, mem *local.Memory) error {
				return a.change(ctx, mem.Service(), req, "edited")
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&text, "text", "", "the new text")
	f.Var(oneOf(&category, loci.Categories()), "category", names(loci.Categories()))
	f.Var(oneOf(&importance, loci.Importances()), "importance", names(loci.Importances()))
	f.StringVar(&due, "due", "", "the new `date`: 2026-10-15, or words such as tomorrow; none removes it")
	f.StringVar(&req.Why, "why", "", "a reason, for the history")
	f.Int64Var(&req.Expect, "expect", 0, "only if this is still the `version`")
	completeEnums(cmd)
	return cmd
}
