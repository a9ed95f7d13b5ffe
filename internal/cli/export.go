package cli

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
)

// exportReport is the result of `loci export FILE`. Without a file the export
// itself goes to stdout and this to nobody.
type exportReport struct {
	File string `json:"file"`
	loci.ExportResult
}

func newExport(a *app) *cobra.Command {
	var req loci.ExportRequest
	var force, markdown bool
	cmd := &cobra.Command{
		Use:   "export [FILE|-]",
		Short: "Write memories as JSON lines",
		Long: "Write the scope's memories as JSON, one per line, to a file that only you can\n" +
			"read, or to stdout. --markdown writes lists for people instead. `loci import`\n" +
			"reads both.",
		Example: "  loci export memories.jsonl\n  loci export all.jsonl --turns --history\n  loci export memories.md --markdown",
		Args:    atMostOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := notBoth(cmd, "markdown", "turns"); err != nil {
				return err
			}
			return a.reading(cmd.Context(), func(ctx context.Context, mem *local.Memory) error {
				export := func(w io.Writer) (loci.ExportResult, error) {
					if markdown {
						return exportNotes(ctx, mem.Service(), w, req)
					}
					return mem.Service().Export(ctx, w, req)
				}
				if len(args) == 0 || args[0] == "-" {
					_, err := export(a.sys.Stdout)
					return err
				}
				rep := exportReport{File: args[0]}
				err := a.writePrivate(args[0], force, func(w io.Writer) (err error) {
					rep.ExportResult, err = export(w)
					return err
				})
				if err != nil {
					return err
				}
				return a.print(rep, func(p *page) {
					line := plural(rep.Memories, "memory")
					if req.Turns {
						line += ", " + plural(rep.Turns, "message")
					}
					p.line("%s written to %s", line, rep.File)
				})
			})
		},
	}
	f := cmd.Flags()
	f.BoolVar(&req.Turns, "turns", false, "also the messages that were kept")
	f.BoolVar(&req.History, "history", false, "also what is no longer so")
	f.BoolVar(&markdown, "markdown", false, "lists for people, under the names of the categories")
	f.BoolVar(&force, "force", false, "replace the file if it exists")
	return cmd
}
