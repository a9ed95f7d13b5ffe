package cli

import (
	"github.com/spf13/cobra"

	"github.com/locimem/loci"
)

func newRetract(a *app) *cobra.Command {
	return newChange(a, &cobra.Command{
		Use:   "retract ID|KEY",
		Short: "Close a memory that is no longer true",
		Long: "Close a memory that is no longer true. It stays in the history and can be\n" +
			"brought back with `loci undo`; `loci forget` erases instead.",
		Example: "  loci retract 7c9e6679\n  loci retract home-city --why \"moved\"",
	}, func() loci.ChangeRequest { return loci.ChangeRequest{Op: loci.ChangeRetract} }, "retracted")
}
