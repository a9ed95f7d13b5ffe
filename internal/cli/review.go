package cli

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
)

// reviewReport is the result of `loci review`: what there is to look at, or
// with answers what became of it.
type reviewReport struct {
	loci.ReviewResult
	Answered []answered `json:"answered,omitempty"`
}

// answered is one item and what was said to it.
type answered struct {
	ID     string            `json:"id"`
	Answer loci.ReviewAnswer `json:"answer"`
	Memory loci.Memory       `json:"memory"` // after it
}

func newReview(a *app) *cobra.Command {
	var req loci.ReviewRequest
	var answers []string
	cmd := &cobra.Command{
		Use:   "review",
		Short: "Look at what is not sure, and decide",
		Long: "Look at what is not sure, and decide: what an agent did to your words, what\n" +
			"replaced something you had confirmed, conflicts, text from outside, guesses, and\n" +
			"what may be there twice. At a terminal one key answers each; elsewhere the list\n" +
			"is printed, and --answer answers.",
		Example: "  loci review\n  loci review --kind guess,conflict\n  loci review --json\n  loci review --answer 7c9e6679=confirm --answer 1b2c3d4e=reject",
		Args:    none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.reading(cmd.Context(), func(ctx context.Context, mem *local.Memory) error {
				found, err := mem.Service().Review(ctx, req)
				if err != nil {
					return err
				}
				switch {
				case len(answers) > 0:
					return a.answerAll(ctx, mem.Service(), answers)
				case a.sys.StdinTTY && a.sys.StdoutTTY && !a.flags.json:
					return a.walk(ctx, mem.Service(), found.Items)
				}
				return a.print(reviewReport{ReviewResult: found}, func(p *page) { p.toReview(found) })
			})
		},
	}
	f := cmd.Flags()
	f.Var(someOf(&req.Kinds, loci.ReviewKinds()), "kind", "only these: "+names(loci.ReviewKinds()))
	f.IntVarP(&req.Limit, "limit", "n", 50, "at most so many")
	f.StringArrayVar(&answers, "answer", nil, "answer one: `ID=WORD`; may be repeated")
	completeEnums(cmd)
	return cmd
}

// answerAll gives answers without a terminal. They are read before the first
// is given, so that a wrong one changes nothing.
func (a *app) answerAll(ctx context.Context, svc loci.Service, answers []string) error {
	all, err := svc.Review(ctx, loci.ReviewRequest{Limit: maxListed})
	if err != nil {
		return err
	}
	var requests []loci.AnswerRequest
	var items []loci.ReviewItem
	for _, given := range answers {
		id, word, _ := strings.Cut(given, "=")
		i := slices.IndexFunc(all.Items, func(item loci.ReviewItem) bool { return item.Named(id) })
		if i < 0 {
			return loci.Errorf(loci.NotFound, "nothing to review is called %q", id).WithHint("`loci review --json` lists what there is")
		}
		item, answer := all.Items[i], loci.ReviewAnswer(strings.ToLower(word))
		if !item.Takes(answer) {
			return loci.Errorf(loci.Invalid, "%s cannot be answered with %q", id, word).WithHint("one of: %s", names(item.Answers))
		}
		if slices.ContainsFunc(items, func(other loci.ReviewItem) bool { return other.ID == item.ID }) {
			return loci.Errorf(loci.Invalid, "%s is answered twice", id).WithHint("answer it once; nothing was changed")
		}
		items = append(items, item)
		requests = append(requests, loci.AnswerRequest{ID: item.ID, Answer: answer, Digest: item.Digest})
	}
	report := reviewReport{ReviewResult: loci.ReviewResult{Items: []loci.ReviewItem{}}}
	for _, r := range requests {
		res, err := svc.Answer(ctx, r)
		if err != nil {
			return err
		}
		report.Answered = append(report.Answered, answered{r.ID, r.Answer, res.Memory})
	}
	return a.print(report, func(p *page) {
		for i, item := range items {
			p.answered(requests[i].Answer, item)
		}
	})
}

// answered says what an answer has done.
func (p *page) answered(answer loci.ReviewAnswer, item loci.ReviewItem) {
	done := map[loci.ReviewAnswer]string{
		loci.AnswerConfirm: "confirmed", loci.AnswerReject: "rejected", loci.AnswerKeep: "kept",
		loci.AnswerRestore: "restored", loci.AnswerMerge: "merged", loci.AnswerForget: "forgotten",
	}[answer]
	p.line("%s %s%s", p.green(pad(done, 11)), gist(&item.Memory), p.dim("  ["+item.Memory.ID.Short()+"]"))
}

// walk shows one item after the other and takes a key for each.
func (a *app) walk(ctx context.Context, svc loci.Service, items []loci.ReviewItem) error {
	keys := a.keys()
	given := 0
	for n, item := range items {
		if err := a.print(nil, func(p *page) {
			p.line("%s %s", p.bold(fmt.Sprintf("%d of %d", n+1, len(items))), p.dim(question(item.Kind)))
			p.reviewed(item)
			p.line("%s", offers(item))
		}); err != nil {
			return err
		}
		for {
			key, err := keys(ctx)
			if err != nil || key == 'q' {
				return err
			}
			if key == 's' || key == ' ' {
				break
			}
			answer, ok := answerOf(item, key)
			if !ok {
				if err := a.print(nil, func(p *page) { p.line("%s", p.dim("the keys are: "+offers(item))) }); err != nil {
					return err
				}
				continue
			}
			if _, err := svc.Answer(ctx, loci.AnswerRequest{ID: item.ID, Answer: answer, Digest: item.Digest}); err != nil {
				return err
			}
			if err := a.print(nil, func(p *page) { p.answered(answer, item) }); err != nil {
				return err
			}
			given++
			break
		}
	}
	return a.print(nil, func(p *page) { p.line("%s", reviewEnd(len(items), given)) })
}

func reviewEnd(all, done int) string {
	if all == 0 {
		return "nothing to review"
	}
	return fmt.Sprintf("%d of %d answered", done, all)
}

// keys returns what reads one key at a time, or one line where a terminal
// cannot be put into that mode; what ends a line is no key. Control-C ends as q
// does.
func (a *app) keys() func(context.Context) (byte, error) {
	file, _ := a.sys.Stdin.(*os.File)
	in := bufio.NewReader(a.sys.Stdin)
	const interrupt, end = 3, 4
	return func(ctx context.Context) (byte, error) {
		if file != nil {
			if old, err := term.MakeRaw(int(file.Fd())); err == nil {
				defer term.Restore(int(file.Fd()), old)
			}
		}
		for {
			key, err := typed(ctx, in.ReadByte)
			switch {
			case ctx.Err() != nil:
				return 0, ctx.Err()
			case err != nil || key == interrupt || key == end:
				return 'q', nil
			case key != '\r' && key != '\n':
				return key | 0x20, nil
			}
		}
	}
}

// answerOf finds the answer that a key means: its first letter.
func answerOf(item loci.ReviewItem, key byte) (loci.ReviewAnswer, bool) {
	for _, answer := range item.Answers {
		if answer[0] == key {
			return answer, true
		}
	}
	return "", false
}

func offers(item loci.ReviewItem) string {
	var out []string
	for _, answer := range append(slices.Clone(item.Answers), "skip", "quit") {
		out = append(out, "["+string(answer[:1])+"]"+string(answer[1:]))
	}
	return strings.Join(out, "  ")
}

// question says what each kind of review asks.
func question(k loci.ReviewKind) string {
	return map[loci.ReviewKind]string{
		loci.ReviewGuess:      "Is this true?",
		loci.ReviewNoted:      "This was only noted or imported. Is it so, and do agents have to hold to it?",
		loci.ReviewConflict:   "Is this true instead of what is known?",
		loci.ReviewQuarantine: "This came from outside. Is it true, and may agents rely on it?",
		loci.ReviewStale:      "The second is no longer so. Is the first wrong too?",
		loci.ReviewDuplicate:  "Do these say the same?",
		loci.ReviewForget:     "An agent asked to forget this.",
		loci.ReviewAgent:      "An agent changed what you had said.",
		loci.ReviewSuperseded: "You had confirmed this, then said something else.",
	}[k]
}

func (p *page) toReview(r loci.ReviewResult) {
	if len(r.Items) == 0 && p.tty {
		p.line("nothing to review")
	}
	for _, item := range r.Items {
		p.line("%s  %s  %s", loci.ID(item.ID).Short(), pad(string(item.Kind), 20), p.dim(names(item.Answers)))
		p.reviewed(item)
	}
}

func (p *page) reviewed(item loci.ReviewItem) {
	p.line("  %s%s", gist(&item.Memory), p.dim("  "+labels(&item.Memory)+"  ["+item.Memory.ID.Short()+"]"))
	if item.Other != nil {
		p.line("  %s%s", gist(item.Other), p.dim("  "+string(item.Other.Status)+"  ["+item.Other.ID.Short()+"]"))
	}
	if quote := item.Memory.Quote; quote != "" && quote != item.Memory.Text {
		p.line("  %s", p.dim(printable(quoted(quote))))
	}
	if item.Note != "" {
		p.line("  %s", p.dim(printable(item.Note)))
	}
}
