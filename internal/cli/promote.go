package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
)

func newPromote(a *app) *cobra.Command {
	var shared bool
	cmd := newChange(a, &cobra.Command{
		Use:   "promote ID|KEY",
		Short: "Let a memory hold for all agents and projects",
		Long: "Let a memory of one agent or project hold for all of them, or with --shared for\n" +
			"the whole org, which needs an admin and is only for what a person said. --agent\n" +
			"and --project say where it is now; from elsewhere it is not seen.",
		Example: "  loci promote 7c9e6679 --project web\n  loci promote 7c9e6679 --shared",
	}, func() loci.ChangeRequest { return loci.ChangeRequest{Op: loci.ChangePromote, Shared: shared} }, "promoted")
	change := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		err := change(cmd, args)
		if errors.Is(err, loci.NotFound) {
			return loci.Errorf(loci.NotFound, "%w", err).WithHint("say where it is now, with --project or --agent as when you look at it: `loci list --project NAME`")
		}
		return err
	}
	cmd.Flags().BoolVar(&shared, "shared", false, "to the whole org")
	return cmd
}
