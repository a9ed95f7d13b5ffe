package cli

import (
	"github.com/spf13/cobra"

	"github.com/locimem/loci"
)

func newPromote(a *app) *cobra.Command {
	var shared bool
	cmd := newChange(a, &cobra.Command{
		Use:   "promote ID|KEY",
		Short: "Let a memory hold for all agents and projects",
		Long: "Let a memory of one agent or project hold for all of them, or with --shared for\n" +
			"the whole org, which needs an admin and is only for what a person said.",
		Example: "  loci promote 7c9e6679 --project web\n  loci promote 7c9e6679 --shared",
	}, func() loci.ChangeRequest { return loci.ChangeRequest{Op: loci.ChangePromote, Shared: shared} }, "promoted")
	cmd.Flags().BoolVar(&shared, "shared", false, "to the whole org")
	return cmd
}
