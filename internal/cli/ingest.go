package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/command"
	"github.com/locimem/loci/internal/transcript"
	"github.com/locimem/loci/local"
)

// ingestReport is the result of `loci ingest`.
type ingestReport struct {
	Files     int            `json:"files"`
	Turns     int            `json:"turns"`   // kept now
	Known     int            `json:"known"`   // seen before
	Refused   int            `json:"refused"` // could not be kept
	Off       int            `json:"off"`     // off the record
	Stored    int            `json:"stored"`
	Updated   int            `json:"updated"`
	Repeated  int            `json:"repeated"`
	RefusedBy map[string]int `json:"refused_by,omitempty"` // statements that were not stored, by reason
	RefusedAt []string       `json:"refused_at,omitempty"` // the same with file and line
	Outcomes  []loci.Outcome `json:"outcomes,omitempty"`   // with --verbose
	Replies   []loci.Reply   `json:"replies,omitempty"`    // to commands in the messages
	Problems  []string       `json:"problems,omitempty"`   // what could not be read, with file and line
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
			"\"User:\" and \"Assistant:\", ChatGPT's export (its ZIP or conversations.json),\n" +
			"the sessions of Claude Code and Codex, and LoCoMo's JSON (one user per\n" +
			"conversation). Only what you and the assistant said is read, no tools and no\n" +
			"sub-agents. The same file again changes nothing. A line that cannot be read is\n" +
			"reported and skipped.",
		Example: "  loci ingest chat.jsonl\n  loci ingest monday.txt tuesday.txt --verbose\n  printf 'User: I live in Porto\\n' | loci ingest -\n  loci ingest conversations.json\n  loci ingest ~/.claude/projects/*/*.jsonl",
		Args:    atLeast("a file to read, or - for stdin"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.ingest(cmd.Context(), args, format, verbose)
		},
	}
	cmd.Flags().Var(oneOf(&format, transcript.Formats()), "format", "what the files are: "+names(transcript.Formats()))
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "show every outcome, not only the counts")
	completeEnums(cmd)
	return cmd
}

func (a *app) ingest(ctx context.Context, paths []string, format transcript.Format, verbose bool) error {
	if err := a.readable(paths); err != nil {
		return err
	}
	return a.with(ctx, func(ctx context.Context, mem *local.Memory) error {
		who, _ := loci.PrincipalFrom(ctx)
		in := &ingestion{app: a, svc: mem.Service(), who: who, verbose: verbose, bar: a.progress("message")}
		return in.run(ctx, paths, format)
	})
}

// ingestBatch is from how many turns on a call ingests no further message, so
// that progress shows and an interrupt is heard. A reply goes with its message,
// and so does a wish that may mean the message before.
const ingestBatch = 50

// opening is by how many turns a conversation has shown whether several people
// speak in it.
const opening = 6

// ingestion is one run of the command.
type ingestion struct {
	app     *app
	svc     loci.Service
	who     loci.Principal
	verbose bool
	bar     *progress
	result  ingestReport
	hint    string // about the first problem that has one

	path  string // of the file that is read
	user  string // whose turns the batch holds; empty = the principal's own
	batch []transcript.Item
}

// full reports whether the batch ends before a turn. It goes on where a
// conversation has just begun, whose first turns show who speaks in it.
func (in *ingestion) full(next loci.Turn) bool {
	n := len(in.batch)
	if n < ingestBatch || next.Role != loci.RoleUser || command.OffTheRecord(next.Text) {
		return false
	}
	last, before := in.batch[n-1].Turn.Conversation, in.batch[n-opening].Turn.Conversation
	return last != next.Conversation || before == next.Conversation
}

// run ingests files, and tells what was done also when it is stopped.
func (in *ingestion) run(ctx context.Context, paths []string, format transcript.Format) error {
	start := time.Now()
	in.result.RefusedBy = map[string]int{}
	var stopped error
	for _, in.path = range paths {
		if stopped = in.file(ctx, format); stopped != nil {
			break
		}
	}
	in.bar.end()
	in.result.Seconds = time.Since(start).Seconds()
	reported := in.report()
	if stopped != nil {
		return goesOn(stopped)
	}
	return reported
}

// goesOn says of what stopped the reading of a file that the rest can follow.
func goesOn(err error) error {
	var e *loci.Error
	if !errors.As(err, &e) || e.Code != loci.Unavailable {
		return err
	}
	return e.WithHint("%s; what was read before stays, and the same command goes on from there", cmp.Or(e.Hint, "try again"))
}

// file ingests one file, batch by batch as it is read. Its error is one that
// stops all reading.
func (in *ingestion) file(ctx context.Context, format transcript.Format) error {
	r, err := in.app.openConversation(in.path)
	if err != nil {
		in.problem(err)
		return nil
	}
	defer r.Close()
	in.result.Files++
	var unfit string // a user for whom nothing can be kept
	opt := transcript.Options{Name: in.path, Now: in.app.sys.Now(), Zone: in.who.Zone}
	for item, err := range transcript.Read(r, format, opt) {
		if err != nil {
			in.problem(err)
			continue
		}
		if item.User != "" && item.User == unfit {
			continue
		}
		if item.User != in.user || in.full(item.Turn) {
			if err := in.flush(ctx); err != nil {
				return err
			}
		}
		if err := checkUser(item.User); item.User != "" && err != nil {
			in.problemAt(item, err)
			unfit = item.User
			continue
		}
		in.user = item.User
		in.batch = append(in.batch, item)
	}
	return in.flush(ctx)
}

// flush ingests the batch. A turn that makes it fail is left out and reported.
func (in *ingestion) flush(ctx context.Context) error {
	batch := in.batch
	in.batch = in.batch[:0]
	who := in.who
	who.User = cmp.Or(in.user, who.User)
	ctx = loci.WithPrincipal(ctx, who)
	for len(batch) > 0 {
		turns := make([]loci.Turn, len(batch))
		for i, item := range batch {
			turns[i] = item.Turn
		}
		res, err := in.svc.Ingest(ctx, loci.IngestRequest{Turns: turns})
		in.count(res, batch)
		in.bar.step(in.result.Turns+in.result.Known+in.result.Refused+in.result.Off, 0)
		if err == nil {
			return nil
		}
		if stops(ctx, err) {
			return err
		}
		failed := res.Turns + res.Known + res.Refused + res.Off // those before it were counted
		in.problemAt(batch[failed], err)
		batch = batch[failed+1:]
	}
	return nil
}

// stops reports whether an error would meet every record that is still to come.
func stops(ctx context.Context, err error) bool {
	return ctx.Err() != nil || errors.Is(err, loci.Unavailable) || errors.Is(err, loci.Denied)
}

// problem keeps what is to be reported at the end.
func (in *ingestion) problem(err error) {
	in.result.Problems = append(in.result.Problems, err.Error())
	in.hint = cmp.Or(in.hint, loci.HintOf(err))
}

// problemAt is problem for what the reader had nothing against.
func (in *ingestion) problemAt(item transcript.Item, err error) {
	in.problem(loci.Errorf(loci.CodeOf(err), "%s: %w", in.place(item), err).WithHint("%s", loci.HintOf(err)))
}

// place names a message by file and line.
func (in *ingestion) place(item transcript.Item) string {
	path := in.path
	if path == "-" {
		path = "stdin"
	}
	return fmt.Sprintf("%s:%d", path, item.Line)
}

// count adds what became of turns.
func (in *ingestion) count(res loci.IngestResult, turns []transcript.Item) {
	r := &in.result
	r.Turns += res.Turns
	r.Known += res.Known
	r.Refused += res.Refused
	r.Off += res.Off
	for _, o := range res.Outcomes {
		switch o.Action {
		case loci.ActionAdded, loci.ActionQuarantined:
			r.Stored++
		case loci.ActionEvidence:
			r.Repeated++
		case loci.ActionRefused:
			r.RefusedBy[refusal(o)]++
			r.RefusedAt = append(r.RefusedAt, in.place(turns[o.Of])+": "+because(o))
		case loci.ActionDropped:
		default:
			if o.Memory != nil { // a retraction may have met nothing
				r.Updated++
			}
		}
	}
	for _, reply := range res.Replies {
		if reply.After += len(r.Outcomes); !in.verbose {
			reply.After = 0
		}
		r.Replies = append(r.Replies, reply)
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
	in.app.complainOf(in.result.Problems, in.hint)
	err := in.app.print(in.result, func(p *page) { p.ingested(in.result) })
	if err == nil && len(in.result.Problems) > 0 {
		return partial(plural(len(in.result.Problems), "problem") + " with what was to be read")
	}
	return err
}

func (p *page) ingested(r ingestReport) {
	replies := r.Replies
	for n := range len(r.Outcomes) + 1 {
		for ; len(replies) > 0 && replies[0].After == n; replies = replies[1:] {
			p.reply(replies[0])
		}
		if n < len(r.Outcomes) {
			p.outcome(r.Outcomes[n])
		}
	}
	line := plural(r.Turns, "message") + " read"
	if r.Known > 0 {
		line += fmt.Sprintf(", %d known already", r.Known)
	}
	if r.Refused > 0 {
		line += fmt.Sprintf(", %d not kept", r.Refused)
	}
	if r.Off > 0 {
		line += fmt.Sprintf(", %d off the record", r.Off)
	}
	p.line("%s (%.1f s)", line, r.Seconds)
	p.line("facts: %d stored, %d updated, %d repeated", r.Stored, r.Updated, r.Repeated)
	for _, at := range r.RefusedAt[:min(maxComplaints, len(r.RefusedAt))] {
		p.line("not stored: %s", printable(at))
	}
	if more := len(r.RefusedAt) - maxComplaints; more > 0 {
		p.line("not stored: %d more", more)
	}
}

// reply writes what a command in a message was answered with.
func (p *page) reply(r loci.Reply) {
	for line := range strings.Lines(r.Text) {
		p.line("%s %s", p.bold("»"), printable(strings.TrimSuffix(line, "\n")))
	}
}
