package cli

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
)

func newRekey(a *app) *cobra.Command {
	var file string
	cmd := &cobra.Command{
		Use:   "rekey",
		Short: "Encrypt the memory file with another key or passphrase",
		Long: "Encrypt the memory file anew with another key or passphrase: that in\n" +
			"--new-key-file, or the first of several keys in LOCI_ENCRYPTION_KEY, or one that\n" +
			"you type. Every page is encrypted anew. Nobody else may have it open. Broken off\n" +
			"at any moment it leaves the file whole.",
		Example: "  loci rekey\n  loci rekey --new-key-file ~/loci-2.key\n  loci config set key.file ~/loci-2.key",
		Args:    none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := a.settings()
			if err != nil {
				return err
			}
			if err := a.mustBe(true); err != nil {
				return err
			}
			next, err := a.nextSecret(cmd.Context(), s, file)
			if err != nil {
				return err
			}
			return a.convert(cmd.Context(), s, next)
		},
	}
	cmd.Flags().StringVar(&file, "new-key-file", "", "the `file` that holds the new key or passphrase")
	return cmd
}

func (a *app) nextSecret(ctx context.Context, s settings, file string) (loci.Secret, error) {
	if file != "" {
		text, err := os.ReadFile(file)
		if err != nil {
			return loci.Secret{}, loci.Errorf(loci.Invalid, "cannot read the new key: %w", err).WithHint("look at the name; a key is made with: openssl rand -hex 32 > FILE")
		}
		return loci.ParseSecret(text)
	}
	found, err := a.secrets(s).Configured(ctx)
	if err != nil || len(found) > 1 {
		return append(found, loci.Secret{})[0], err
	}
	return a.chooseSecret()
}
