package cli

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/transcript"
	"github.com/locimem/loci/local"
)

// ingestReport is the result of `loci ingest`.
type ingestReport struct {
	Files     int            `json:"files"`
	Turns     int            `json:"turns"`   // kept now
	Known     int            `json:"known"`   // seen before
	Refused   int            `json:"refused"` // could not be kept
	Stored    int            `json:"stored"`
	Updated   int            `json:"updated"`
	Repeated  int            `json:"repeated"`
	RefusedBy map[string]int `json:"refused_by,omitempty"` // statements that were not stored, by reason
	Outcomes  []loci.Outcome `json:"outcomes,omitempty"`   // with --verbose
	Problems  []problem      `json:"problems,omitempty"`   // lines that could not be read
	Seconds   float64        `json:"seconds"`
}

func newIngest(a *app) *cobra.Command {
	var format transcript.Format
	var verbose bool
	cmd := &cobra.Command{
		Use:   "ingest FILE|-...",
		Short: "Read conversations and keep what they say",
		Long: "Read conversations and keep what they say. Understood are JSON lines\n" +
			"({\"role\", \"speaker\", \"text\", \"time\", \"conversation\"}), plain text with lines\n" +
			"\"User:\" and \"Assistant:\", and LoCoMo's JSON (one user per conversation). The\n" +
			"same file again changes nothing. A line that cannot be read is reported and\n" +
			"skipped.",
		Example: "  loci ingest chat.jsonl\n  loci ingest monday.txt tuesday.txt --verbose\n  printf 'User: I live in Porto\\n' | loci ingest -\n  loci ingest locomo10.json --format locomo",
		Args:    atLeast("a file to read, or - for stdin"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.with(cmd.Context(), func(ctx context.Context, mem *local.Memory) error {
				in := &ingestion{app: a, svc: mem.Service(), verbose: verbose, bar: a.progress("message"), start: time.Now()}
				err := in.files(ctx, args, format)
				in.bar.end()
				if err != nil {
					return err
				}
				return in.report()
			})
		},
	}
	cmd.Flags().Var(oneOf(&format, transcript.Formats()), "format", "what the files are: "+names(transcript.Formats()))
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "show every outcome, not only the counts")
	completeEnums(cmd)
	return cmd
}

// ingestion is one run of the command.
type ingestion struct {
	app     *app
	svc     loci.Service
	verbose bool
	bar     *progress
	start   time.Time
	result  ingestReport
}

func (in *ingestion) files(ctx context.Context, paths []string, format transcript.Format) error {
	in.result.RefusedBy = map[string]int{}
	for _, path := range paths {
		turns, err := in.read(path, format)
		if err != nil {
			return err
		}
		if err := in.keep(ctx, turns); err != nil {
			return err
		}
		in.result.Files++
	}
	return nil
}

func (in *ingestion) read(path string, format transcript.Format) ([]loci.Turn, error) {
	var r io.Reader = in.app.sys.Stdin
	if path != "-" {
		f, err := os.Open(path)
		if os.IsNotExist(err) {
			return nil, loci.Errorf(loci.NotFound, "%s: no such file", path)
		}
		if err != nil {
			return nil, loci.Errorf(loci.Invalid, "cannot read %s: %w", path, err)
		}
		defer f.Close()
		r = f
	}
	return nil, fmt.Errorf("not wired %v", r)
}

// ingestBatch is how many turns one call ingests, so that progress shows and
// an interrupt is heard.
const ingestBatch = 50

// keep ingests runs of turns that belong to the same user.
func (in *ingestion) keep(ctx context.Context, turns []loci.Turn) error {
	p, _ := loci.PrincipalFrom(ctx)
	for done := 0; done < len(turns); {
		user := turns[done].Scope.User
		n := done + 1
		for n < len(turns) && n-done < ingestBatch && turns[n].Scope.User == user {
			n++
		}
		who := p
		if user != "" {
			who.User = user
		}
		res, err := in.svc.Ingest(loci.WithPrincipal(ctx, who), loci.IngestRequest{Turns: turns[done:n]})
		if err != nil {
			return err
		}
		in.count(res)
		done = n
		in.bar.step(done, len(turns))
	}
	return nil
}

func (in *ingestion) count(res loci.IngestResult) {
	r := &in.result
	r.Turns += res.Turns
	r.Known += res.Known
	r.Refused += res.Refused
	for _, o := range res.Outcomes {
		switch o.Action {
		case loci.ActionAdded, loci.ActionQuarantined:
			r.Stored++
		case loci.ActionEvidence:
			r.Repeated++
		case loci.ActionRefused:
			r.RefusedBy[refusal(o)]++
		case loci.ActionDropped:
		default:
			r.Updated++
		}
	}
	if in.verbose {
		r.Outcomes = append(r.Outcomes, res.Outcomes...)
	}
}

// refusal names the reason of a refusal in one word.
func refusal(o loci.Outcome) string {
	if len(o.Findings) > 0 {
		return o.Findings[0].Kind
	}
	return o.Reason
}

func (in *ingestion) report() error {
	r := in.result
	r.Seconds = time.Since(in.start).Seconds()
	for _, bad := range r.Problems {
		in.app.complain(bad.String(), "")
	}
	err := in.app.print(r, func(p *page) { p.ingested(r) })
	if err == nil && len(r.Problems) > 0 {
		return errReported
	}
	return err
}

func (p *page) ingested(r ingestReport) {
	for _, o := range r.Outcomes {
		p.outcome(o)
	}
	line := plural(r.Turns, "message") + " read"
	if r.Known > 0 {
		line += fmt.Sprintf(", %d known already", r.Known)
	}
	if r.Refused > 0 {
		line += fmt.Sprintf(", %d not kept", r.Refused)
	}
	p.line("%s (%.1f s)", line, r.Seconds)
	p.line("facts: %d stored, %d updated, %d repeated", r.Stored, r.Updated, r.Repeated)
	if len(r.RefusedBy) > 0 {
		var parts []string
		for _, why := range slices.Sorted(maps.Keys(r.RefusedBy)) {
			parts = append(parts, fmt.Sprintf("%d %s", r.RefusedBy[why], why))
		}
		p.line("refused: %s", printable(strings.Join(parts, ", ")))
	}
}
