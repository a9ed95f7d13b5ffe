package cli

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"

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
	var force bool
	cmd := &cobra.Command{
		Use:   "export [FILE|-]",
		Short: "Write memories as JSON lines",
		Long: "Write the scope's memories as JSON, one per line, to a file that only you can\n" +
			"read, or to stdout. `loci import` reads it.",
		Example: "  loci export memories.jsonl\n  loci export | wc -l\n  loci export all.jsonl --turns --history",
		Args:    atMostOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.with(cmd.Context(), func(ctx context.Context, mem *local.Memory) error {
				if len(args) == 0 || args[0] == "-" {
					_, err := mem.Service().Export(ctx, a.sys.Stdout, req)
					return err
				}
				rep := exportReport{File: args[0]}
				err := writePrivate(args[0], force, func(w io.Writer) (err error) {
					rep.ExportResult, err = mem.Service().Export(ctx, w, req)
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
	f.BoolVar(&force, "force", false, "replace the file if it exists")
	return cmd
}

// writePrivate writes a new file that only its owner can read. What is written
// appears under its name when it is complete, or not at all.
func writePrivate(path string, force bool, write func(io.Writer) error) error {
	if _, err := os.Lstat(path); err == nil && !force {
		return loci.Errorf(loci.Conflict, "%s exists", path).WithHint("choose another name, or --force")
	}
	tmp := path + ".part"
	f, err := os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return loci.Errorf(loci.Conflict, "%s exists: another export runs, or one was broken off", tmp).WithHint("remove it and try again")
	}
	if err != nil {
		return loci.Errorf(loci.Internal, "cannot write %s: %w", path, err)
	}
	err = errors.Join(write(f), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(tmp, path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp))
	}
	return nil
}
