package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/transcript"
	"github.com/locimem/loci/local"
	"github.com/locimem/loci/service"
	"github.com/locimem/loci/sqlite"
)

// importReport is the result of `loci import`.
type importReport struct {
	File        string          `json:"file"`
	Kept        string          `json:"kept,omitempty"` // with --adopt: where the original's file is now
	Added       int             `json:"added"`
	Known       int             `json:"known"`
	Quarantined int             `json:"quarantined"`
	Raised      int             `json:"raised,omitempty"`      // of those known: trusted as recorded now
	Unconfirmed int             `json:"unconfirmed,omitempty"` // instructions and limits that wait for a person
	Turns       int             `json:"turns,omitempty"`
	Refused     []refusedRecord `json:"refused,omitempty"`
	Problems    []string        `json:"problems,omitempty"` // what could not be read, with file and line

	lines []int // of a list: where each record stands
}

// refusedRecord is a record that was not let in.
type refusedRecord struct {
	Record int `json:"record"`         // its number among those of the file, from 1
	Line   int `json:"line,omitempty"` // where it stands in a list
	loci.Outcome
}

func newImport(a *app) *cobra.Command {
	var trust, adopt bool
	cmd := &cobra.Command{
		Use:   "import [FILE|-]",
		Short: "Bring in memories of another file",
		Long: "Bring in memories that `loci export` wrote, the lists of a Markdown file such as\n" +
			"CLAUDE.md or MEMORY.md, or those of the Python original's memory file, which is\n" +
			"only read. Importing the same again changes nothing, and what was forgotten here\n" +
			"does not come back. Conversations are read as by `loci ingest`.\n\n" +
			"Imported memories count as noted, not as said by you, unless you vouch for them\n" +
			"with --trust. --adopt takes the place of the original's file, which is kept\n" +
			"under another name.",
		Example: "  loci import memories.jsonl\n  loci import memories.jsonl --trust\n  loci import ~/.claude/CLAUDE.md\n  loci import ~/old/memory.db\n  loci import --adopt",
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
			if adopt {
				return a.adopt(cmd.Context(), args)
			}
			return a.importFile(cmd.Context(), args[0], trust)
		},
	}
	cmd.Flags().BoolVar(&trust, "trust", false, "keep the recorded trust; for files you know")
	cmd.Flags().BoolVar(&adopt, "adopt", false, "take the place of the Python original's file (default: the configured one)")
	return cmd
}

func (a *app) importFile(ctx context.Context, path string, trust bool) error {
	format, ok, err := a.conversation(path)
	if err != nil {
		return err
	}
	if ok {
		return a.ingest(ctx, []string{path}, format, false)
	}
	rep := importReport{File: path}
	req, err := a.readImport(ctx, path, &rep)
	if err != nil {
		return err
	}
	if len(req.Memories)+len(req.Turns) == 0 && len(rep.Problems) > 0 {
		return loci.Errorf(loci.Invalid, "%s holds no memories: %s", path, rep.Problems[0]).
			WithHint(importable)
	}
	req.Trust = trust
	return a.with(ctx, func(ctx context.Context, mem *local.Memory) error {
		return a.importAll(ctx, mem.Service(), req, rep)
	})
}

// conversation tells a host's conversations by their look, also in a ZIP or a
// folder. What comes through a pipe cannot be looked at twice.
func (a *app) conversation(path string) (transcript.Format, bool, error) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() && !info.IsDir() {
		return "", false, nil // whoever reads it will say why it cannot be
	}
	f, err := a.openConversation(path)
	if err != nil {
		return "", false, err
	}
	defer f.Close()
	head := make([]byte, importHead)
	n, _ := io.ReadFull(f, head)
	format := transcript.Detect(head[:n], path)
	return format, slices.Contains([]transcript.Format{transcript.ChatGPT, transcript.Claude, transcript.Codex}, format), nil
}

// importHead is how much of a file shows what it is.
const importHead = 64 << 10

// importable says what can be imported, besides conversations.
const importable = "import reads what `loci export` wrote, lists in Markdown, and the Python original's file"

// readImport reads the records of a file, whichever kind it is.
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
		return loci.ImportRequest{}, notReadable(path, fs.ErrNotExist)
	case sqlite.RustLoci, sqlite.OtherSQLite:
		return loci.ImportRequest{}, loci.Errorf(loci.Foreign, "%s is the database of another program (%s)", path, kind).
			WithHint(importable)
	}
	f, err := a.open(path)
	if err != nil {
		return loci.ImportRequest{}, err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, importHead)
	if head, _ := in.Peek(importHead); transcript.IsNotes(head, path) {
		return readNotes(in, path, rep), nil
	}
	return service.ReadExport(in, bad)
}

// identify says whose a file is; stdin and pipes are never databases.
func identify(path string) (sqlite.Kind, error) {
	if info, err := os.Stat(path); path == "-" || err == nil && info.Mode()&os.ModeNamedPipe != 0 {
		return sqlite.NotSQLite, nil
	}
	return sqlite.Identify(path)
}

// adopt puts a memory file in the place of the original's and fills it.
func (a *app) adopt(ctx context.Context, args []string) error {
	s, err := a.settings()
	if err != nil {
		return err
	}
	rep := importReport{File: s.get("db")}
	if len(args) > 0 {
		rep.File = args[0]
	}
	if rep.Kept, err = local.Adopt(ctx, rep.File); err != nil {
		return err
	}
	req, err := a.readImport(ctx, rep.Kept, &rep)
	if err == nil {
		err = a.withFile(ctx, rep.File, func(ctx context.Context, mem *local.Memory) error {
			return a.importAll(ctx, mem.Service(), req, rep)
		})
	}
	if err != nil {
		return loci.Errorf(loci.CodeOf(err), "%w", err).
			WithHint("the original's memories are safe in %s; `loci import %s` reads them", rep.Kept, rep.Kept)
	}
	return nil
}

// importAll imports record by record, so that one which fails is known and the
// others come in, and tells what was done also when it is stopped. All is one
// change, so that undo takes it back whole.
func (a *app) importAll(ctx context.Context, svc loci.Service, req loci.ImportRequest, rep importReport) error {
	bar := a.progress("record")
	total := len(req.Memories) + len(req.Turns)
	for done := range total {
		one := req
		one.Memories, one.Turns = nil, nil
		if done < len(req.Memories) {
			one.Memories = req.Memories[done : done+1]
		} else {
			one.Turns = req.Turns[done-len(req.Memories):][:1]
		}
		res, err := svc.Import(ctx, one)
		switch {
		case err != nil && stops(ctx, err):
			bar.end()
			if done > 0 {
				_ = a.imported(rep) // the error that stops it tells more
			}
			return goesOn(err)
		case err != nil:
			res.Refused = append(res.Refused, loci.Outcome{Action: loci.ActionRefused, Reason: err.Error()})
		}
		req.Change = res.Change
		rep.count(done+1, res)
		bar.step(done+1, total)
	}
	bar.end()
	return a.imported(rep)
}

// count adds what became of one record.
func (r *importReport) count(record int, res loci.ImportResult) {
	r.Added += res.Added
	r.Known += res.Known
	r.Quarantined += res.Quarantined
	r.Raised += res.Raised
	r.Unconfirmed += res.Unconfirmed
	r.Turns += res.Turns
	line := 0
	if record <= len(r.lines) {
		line = r.lines[record-1]
	}
	for _, o := range res.Refused {
		r.Refused = append(r.Refused, refusedRecord{record, line, o})
	}
}

// waiting says what it means that an import was not vouched for.
func waiting(n int) string {
	return fmt.Sprintf("%d to be confirmed: agents are not shown instructions that were only imported,\n"+
		"and limits as unconfirmed. `loci review` asks about each; a file of your own can be\n"+
		"imported again with --trust", n)
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
		if rep.Raised > 0 {
			p.line("%d of those known had only been noted, and now count as the file says", rep.Raised)
		}
		if rep.Unconfirmed > 0 {
			p.line("%s", waiting(rep.Unconfirmed))
		}
		for _, r := range rep.Refused {
			if r.Text = fmt.Sprintf("record %d", r.Record); r.Line > 0 {
				r.Text = fmt.Sprintf("%s:%d", rep.File, r.Line)
			}
			p.outcome(r.Outcome)
		}
		if rep.Kept != "" {
			p.line("the original's file is kept as %s", rep.Kept)
		}
	})
	if lost := len(rep.Problems) + len(rep.Refused); err == nil && lost > 0 {
		return partial(plural(lost, "record") + " did not come in")
	}
	return err
}
