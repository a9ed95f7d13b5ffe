package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
	"github.com/locimem/loci/service"
	"github.com/locimem/loci/sqlite"
)

// importReport is the result of `loci import`.
type importReport struct {
	File string `json:"file"`
	Kept string `json:"kept,omitempty"` // with --adopt: where the original's file is now
	loci.ImportResult
	Problems []string `json:"problems,omitempty"` // what could not be read, with file and line
}

func newImport(a *app) *cobra.Command {
	var trust, adopt bool
	cmd := &cobra.Command{
		Use:   "import [FILE|-]",
		Short: "Bring in memories of another file",
		Long: "Bring in memories that `loci export` wrote, or those of the Python original's\n" +
			"memory file, which is only read. Importing the same again changes nothing, and\n" +
			"what was forgotten here does not come back.\n\n" +
			"Imported memories count as noted, not as said by you, unless you vouch for them\n" +
			"with --trust. --adopt takes the place of the original's file, which is kept\n" +
			"under another name.",
		Example: "  loci import memories.jsonl\n  loci import memories.jsonl --trust\n  loci import ~/old/memory.db\n  loci import --adopt",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 && !adopt {
				return needs(cmd, "a file to read")
			}
			return atMostOne(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := notBoth(cmd, "trust", "adopt"); err != nil {
				return err
			}
			var rep importReport
			var err error
			if adopt {
				rep, err = a.adopt(cmd.Context(), args)
			} else {
				rep, err = a.importFile(cmd.Context(), args[0], trust)
			}
			if err != nil {
				return err
			}
			return a.imported(rep)
		},
	}
	cmd.Flags().BoolVar(&trust, "trust", false, "keep the recorded trust; for files you know")
	cmd.Flags().BoolVar(&adopt, "adopt", false, "take the place of the Python original's file (default: the configured one)")
	return cmd
}

func (a *app) importFile(ctx context.Context, path string, trust bool) (importReport, error) {
	rep := importReport{File: path}
	req, err := a.readImport(ctx, path, &rep)
	if err != nil {
		return rep, err
	}
	if len(req.Memories)+len(req.Turns) == 0 && len(rep.Problems) > 0 {
		return rep, loci.Errorf(loci.Invalid, "%s holds no memories: %s", path, rep.Problems[0]).
			WithHint("import reads what `loci export` wrote, and the Python original's file")
	}
	req.Trust = trust
	return rep, a.with(ctx, func(ctx context.Context, mem *local.Memory) error {
		return a.importAll(ctx, mem, req, &rep)
	})
}

// readImport reads the records of a file of either kind.
func (a *app) readImport(ctx context.Context, path string, rep *importReport) (loci.ImportRequest, error) {
	bad := func(line int, err error) {
		rep.Problems = append(rep.Problems, fmt.Sprintf("%s:%d: %s", path, line, err))
	}
	kind, err := identify(path)
	if err != nil {
		return loci.ImportRequest{}, err
	}
	switch kind {
	case sqlite.PythonLoci:
		all, err := local.ReadOriginal(ctx, path)
		return loci.ImportRequest{Memories: all, Original: true}, err
	case sqlite.Loci:
		return loci.ImportRequest{}, loci.Errorf(loci.Invalid, "%s is a memory file itself", path).
			WithHint("use it with --db, or `loci export --db %s` and import that", path)
	case sqlite.Missing:
		return loci.ImportRequest{}, loci.Errorf(loci.NotFound, "%s: no such file", path)
	case sqlite.RustLoci, sqlite.OtherSQLite:
		return loci.ImportRequest{}, loci.Errorf(loci.Foreign, "%s is the database of another program (%s)", path, kind).
			WithHint("import reads what `loci export` wrote, and the Python original's file")
	}
	f, err := a.open(path)
	if err != nil {
		return loci.ImportRequest{}, err
	}
	defer f.Close()
	return service.ReadExport(f, bad)
}

// identify says whose a file is; stdin is never a database.
func identify(path string) (sqlite.Kind, error) {
	if path == "-" {
		return sqlite.NotSQLite, nil
	}
	return sqlite.Identify(path)
}

// adopt puts a memory file in the place of the original's and fills it.
func (a *app) adopt(ctx context.Context, args []string) (importReport, error) {
	s, err := a.settings()
	if err != nil {
		return importReport{}, err
	}
	rep := importReport{File: s.get("db")}
	if len(args) > 0 {
		rep.File = args[0]
	}
	if rep.Kept, err = local.Adopt(ctx, rep.File); err != nil {
		return rep, err
	}
	req, err := a.readImport(ctx, rep.Kept, &rep)
	if err == nil {
		err = a.withFile(ctx, rep.File, func(ctx context.Context, mem *local.Memory) error {
			return a.importAll(ctx, mem, req, &rep)
		})
	}
	if err != nil {
		return rep, loci.Errorf(loci.CodeOf(err), "%w", err).
			WithHint("the original's memories are safe in %s; `loci import %s` reads them", rep.Kept, rep.Kept)
	}
	return rep, nil
}

// importBatch is how many records one call imports, so that progress shows and
// an interrupt is heard.
const importBatch = 100

func (a *app) importAll(ctx context.Context, mem *local.Memory, req loci.ImportRequest, rep *importReport) error {
	bar := a.progress("record")
	defer bar.end()
	total := len(req.Memories) + len(req.Turns)
	for done := 0; done < total; {
		part := req
		part.Memories = take(&req.Memories, importBatch)
		part.Turns = take(&req.Turns, importBatch-len(part.Memories))
		res, err := mem.Service().Import(ctx, part)
		if err != nil {
			return err
		}
		rep.Added += res.Added
		rep.Known += res.Known
		rep.Quarantined += res.Quarantined
		rep.Turns += res.Turns
		rep.Refused = append(rep.Refused, res.Refused...)
		done += len(part.Memories) + len(part.Turns)
		bar.step(done, total)
	}
	return nil
}

// take removes up to n elements from the front of a list and returns them.
func take[T any](from *[]T, n int) []T {
	n = min(n, len(*from))
	head := (*from)[:n]
	*from = (*from)[n:]
	return head
}

func (a *app) imported(rep importReport) error {
	a.complainOf(rep.Problems, "")
	err := a.print(rep, func(p *page) {
		parts := []string{plural(rep.Added, "memory") + " added", fmt.Sprintf("%d known already", rep.Known)}
		if rep.Quarantined > 0 {
			parts = append(parts, fmt.Sprintf("%d quarantined", rep.Quarantined))
		}
		if len(rep.Refused) > 0 {
			parts = append(parts, fmt.Sprintf("%d refused", len(rep.Refused)))
		}
		if rep.Turns > 0 {
			parts = append(parts, plural(rep.Turns, "message"))
		}
		p.line("%s", strings.Join(parts, ", "))
		for _, o := range rep.Refused {
			p.outcome(o)
		}
		if rep.Kept != "" {
			p.line("the original's file is kept as %s", rep.Kept)
		}
	})
	if err == nil && len(rep.Problems) > 0 {
		return errReported
	}
	return err
}
