package cli

import (
	"context"

	"github.com/spf13/cobra"
)

func newEncrypt(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "encrypt",
		Short: "Encrypt the memory file",
		Long: "Encrypt the memory file with the configured key or passphrase (key.file,\n" +
			"key.command, LOCI_ENCRYPTION_KEY, LOCI_PASSPHRASE), or with one that you type.\n" +
			"Nobody else may have it open. Broken off at any moment it leaves the file whole.",
		Example: "  loci encrypt\n  loci config set key.file ~/loci.key\n  loci encrypt --json",
		Args:    none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.encrypt(cmd.Context())
		},
	}
}

func (a *app) encrypt(ctx context.Context) error {
	s, err := a.settings()
	if err != nil {
		return err
	}
	if err := a.mustBe(false); err != nil {
		return err
	}
	found, err := a.secrets(s).Configured(ctx)
	if err != nil {
		return err
	}
	if len(found) > 0 {
		return a.convert(ctx, s, found[0])
	}
	secret, err := a.chooseSecret()
	if err != nil {
		return err
	}
	return a.convert(ctx, s, secret)
}
