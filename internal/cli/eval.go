package cli

import (
	"cmp"
	"context"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/eval"
	"github.com/locimem/loci/internal/transcript"
)

// measure evaluates the files, or the files of the folders, at paths.
type measure func(ctx context.Context, paths []string, opt eval.Options) (eval.Report, error)

// evaluation is one kind of data set and how it is measured.
type evaluation struct {
	name, short, example string
	run                  measure
}

func evaluations() []evaluation {
	return []evaluation{
		{"extract", "What is learnt from single messages", "extract/dev", inStores(eval.Extract)},
		{"notes", "How much is learnt of an assistant's notes", "memory-extraction", inStores(eval.Notes)},
		{"stories", "What a store holds after several messages", "stories/dev.jsonl", inStores(eval.Stories)},
		{"secrets", "Which texts the guard refuses", "secrets.jsonl",
			func(_ context.Context, paths []string, _ eval.Options) (eval.Report, error) {
				figures, details, err := eval.Secrets(paths)
				return eval.Report{Figures: figures, Details: details}, err
			}},
		{"poison", "What strangers' texts reach, and which innocent ones are refused", "poison",
			func(ctx context.Context, paths []string, opt eval.Options) (eval.Report, error) {
				return eval.Poison(ctx, temporary, paths, opt)
			}},
		{"timex", "What time expressions are taken to mean", "timex/recognizers-text",
			func(_ context.Context, paths []string, opt eval.Options) (eval.Report, error) {
				figures, details, err := eval.Timex(paths, opt.Langs)
				return eval.Report{Figures: figures, Details: details}, err
			}},
		{"locomo", "Which messages and sessions questions recall", "locomo/locomo10.json", evalLoCoMo},
		{"retrieval", "Which of your own texts queries recall", "own.jsonl", inStores(eval.Retrieval)},
	}
}

// evalLoCoMo reads conversations as ingest does, and their questions.
func evalLoCoMo(ctx context.Context, paths []string, opt eval.Options) (eval.Report, error) {
	files, err := eval.Files(paths, ".json")
	if err != nil {
		return eval.Report{}, err
	}
	questions, err := eval.Questions(files)
	if err != nil {
		return eval.Report{}, err
	}
	all, err := conversations(files, transcript.LoCoMo)
	if err != nil {
		return eval.Report{}, err
	}
	for i := range all {
		all[i].Questions = questions[all[i].ID]
	}
	return eval.LoCoMo(ctx, temporary, all, opt)
}

// conversations reads files as ingest does, each user's turns together.
func conversations(files []string, format transcript.Format) ([]eval.Conversation, error) {
	var all []eval.Conversation
	for _, path := range files {
		f, err := os.Open(path)
		if err != nil {
			return nil, notReadable(path, err)
		}
		defer f.Close()
		for item, err := range transcript.Read(f, format, transcript.Options{Name: path, Zone: time.UTC}) {
			if err != nil {
				return nil, err
			}
			user := cmp.Or(item.User, loci.DefaultUser)
			if len(all) == 0 || all[len(all)-1].ID != user {
				all = append(all, eval.Conversation{ID: user})
			}
			c := &all[len(all)-1]
			c.Turns = append(c.Turns, item.Turn)
		}
	}
	return all, nil
}

// inStores runs an evaluation of JSON lines that works in temporary stores.
func inStores(f func(context.Context, eval.Factory, []string, eval.Options) (eval.Report, error)) measure {
	return func(ctx context.Context, paths []string, opt eval.Options) (eval.Report, error) {
		files, err := eval.Files(paths, ".jsonl")
		if err != nil {
			return eval.Report{}, err
		}
		return f(ctx, temporary, files, opt)
	}
}

func newEval(a *app) *cobra.Command {
	var sets []*cobra.Command
	for _, e := range evaluations() {
		sets = append(sets, newEvaluation(a, e))
	}
	sets = append(sets, newEvalSample(a))
	var names, examples []string
	for _, set := range sets {
		example, _, _ := strings.Cut(set.Example, "\n")
		names, examples = append(names, set.Name()), append(examples, example)
	}
	cmd := &cobra.Command{
		Use:   "eval DATASET FILE...",
		Short: "Measure loci against a data set",
		Long: "Measure loci against a data set. Stores of its own are used, never yours. The\n" +
			"exit code is 0 whatever the figures.",
		Example: strings.Join(examples, "\n"),
		Args:    atLeast("a data set: " + strings.Join(names, ", ")),
		RunE: func(_ *cobra.Command, args []string) error {
			return loci.Errorf(loci.Invalid, "unknown data set %q", args[0]).WithHint("one of: %s", strings.Join(names, ", "))
		},
	}
	cmd.AddCommand(sets...)
	return cmd
}

func newEvaluation(a *app, e evaluation) *cobra.Command {
	var opt eval.Options
	var langs string
	var details bool
	cmd := &cobra.Command{
		Use:     e.name + " FILE|FOLDER...",
		Short:   e.short,
		Example: "  loci eval " + e.name + " " + e.example + "\n  loci eval " + e.name + " " + e.example + " --lang en,pt --details",
		Args:    atLeast("a file or folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opt.Langs = list(langs)
			bar := a.progress("case")
			opt.Progress = bar.step
			rep, err := e.run(cmd.Context(), args, opt)
			bar.end()
			if err != nil {
				return err
			}
			return a.print(rep, func(p *page) { p.evaluated(rep, details) })
		},
	}
	cmd.Flags().StringVar(&langs, "lang", "", "only these `languages`: en,pt")
	if e.name == "stories" {
		cmd.Flags().BoolVar(&opt.Compact, "compact", false, "compact each store before its last step and at its end")
	}
	cmd.Flags().BoolVarP(&details, "details", "v", false, "show each miss")
	return cmd
}

func (p *page) evaluated(rep eval.Report, details bool) {
	if details {
		for _, d := range rep.Misses() {
			p.miss(d)
		}
	}
	for _, name := range figureNames(rep.Figures) {
		p.line("%s %s", pad(name, 28), figure(rep.Figures[name]))
	}
}

func (p *page) miss(d eval.Detail) {
	p.line("%s %s", p.bold(cmp.Or(d.ID, d.Lang)), printable(d.Input))
	for _, part := range []struct {
		name  string
		lines []string
	}{{"expected", d.Expected}, {"got", d.Got}, {"problem", d.Problems}} {
		for _, line := range part.lines {
			p.line("  %s %s", p.dim(pad(part.name, 9)), printable(line))
		}
	}
	p.line("")
}

// figureNames sorts by name, but what is over all comes first.
func figureNames(figures map[string]float64) []string {
	names := slices.Sorted(maps.Keys(figures))
	slices.SortStableFunc(names, func(a, b string) int {
		return rank(a) - rank(b)
	})
	return names
}

func rank(name string) int {
	if strings.HasPrefix(name, "all.") {
		return 0
	}
	return 1
}

// figure writes a count as a whole number and a ratio with three digits.
func figure(v float64) string {
	return strconv.FormatFloat(math.Round(v*1000)/1000, 'f', -1, 64)
}
