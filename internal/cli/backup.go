package cli

import (
	"context"
	"os"

	"github.com/spf13/cobra"

	"github.com/locimem/loci/local"
)

// backupReport is the result of `loci backup`.
type backupReport struct {
	From  string `json:"from"`
	To    string `json:"to"`
	Bytes int64  `json:"bytes"`
}

func newBackup(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy the memory file while it is in use",
		Long: "Copy the memory file, complete and consistent, while others use it. An existing\n" +
			"file is never replaced. To go back when the memory file is damaged:\n" +
			"`loci doctor --restore FILE`.",
		Example: "  loci backup ~/loci-monday.db",
		Args:    exactly("a file to write"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.existing(cmd.Context(), func(ctx context.Context, mem *local.Memory) error {
				if err := mem.Backup(ctx, args[0]); err != nil {
					return err
				}
				rep := backupReport{From: mem.Path(), To: args[0]}
				if info, err := os.Stat(args[0]); err == nil {
					rep.Bytes = info.Size()
				}
				return a.print(rep, func(p *page) { p.line("%s copied to %s (%d KB)", rep.From, rep.To, (rep.Bytes+1023)/1024) })
			})
		},
	}
}
