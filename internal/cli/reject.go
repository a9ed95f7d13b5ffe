package cli

import (
	"github.com/spf13/cobra"

	"github.com/locimem/loci"
)

func newReject(a *app) *cobra.Command {
	return newChange(a, &cobra.Command{
		Use:   "reject ID|KEY",
		Short: "Say that a memory is not true",
		Long: "Say that a memory is not true. It is closed and can be brought back with\n" +
			"`loci undo`; a quarantined one is erased.",
		Example: "  loci reject 7c9e6679",
	}, func() loci.ChangeRequest { return loci.ChangeRequest{Op: loci.ChangeReject} }, "rejected")
}
