package cli

import (
	"github.com/spf13/cobra"

	"github.com/locimem/loci"
)

func newComplete(a *app) *cobra.Command {
	var reopen bool
	cmd := newChange(a, &cobra.Command{
		Use:   "complete ID|KEY",
		Short: "Say that a goal is reached or a task done",
		Long: "Say that a goal is reached or a task done. It is shown as completed for 90 days.\n" +
			"--reopen takes it up again.",
		Example: "  loci complete 7c9e6679\n  loci complete 7c9e6679 --reopen",
	}, func() loci.ChangeRequest {
		if reopen {
			return loci.ChangeRequest{Op: loci.ChangeReopen}
		}
		return loci.ChangeRequest{Op: loci.ChangeComplete}
	}, "changed")
	cmd.Flags().BoolVar(&reopen, "reopen", false, "it is not done, or has started again")
	return cmd
}
