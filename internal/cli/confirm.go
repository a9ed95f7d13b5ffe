package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
)

func newConfirm(a *app) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:   "confirm ID|KEY",
		Short: "Say that a memory is true",
		Long: "Say that a memory is true, as a person: a guess becomes a fact, and text from\n" +
			"outside is let in. What came from outside is shown first and asked about.",
		Example: "  loci confirm 7c9e6679\n  loci confirm 7c9e6679 --yes",
		Args:    exactly("an id or a key"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.reading(cmd.Context(), func(ctx context.Context, mem *local.Memory) error {
				m, err := mem.Service().Get(ctx, loci.GetRequest{Ref: args[0]})
				if err != nil {
					return err
				}
				if m.Status == loci.Quarantined && !yes {
					if err := a.ask(ctx, "Is this true, and may agents rely on it?", []loci.Memory{m}); err != nil {
						return err
					}
				}
				// The digest binds the answer to the text that was shown.
				return a.change(ctx, mem.Service(), loci.ChangeRequest{
					Op: loci.ChangeConfirm, Ref: string(m.ID), Digest: loci.TextDigest(m.Text),
				}, "confirmed")
			})
		},
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	return cmd
}
