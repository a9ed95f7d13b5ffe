package cli

import (
	"github.com/spf13/cobra"

	"github.com/locimem/loci"
)

func newDecrypt(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "decrypt",
		Short: "Make an encrypted memory file plain again",
		Long: "Make an encrypted memory file plain again. Nobody else may have it open. Broken\n" +
			"off at any moment it leaves the file whole.",
		Example: "  loci decrypt",
		Args:    none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := a.settings()
			if err != nil {
				return err
			}
			if err := a.mustBe(true); err != nil {
				return err
			}
			return a.convert(cmd.Context(), s, loci.Secret{})
		},
	}
}
