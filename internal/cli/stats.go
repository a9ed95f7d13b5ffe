package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
)

// statsReport is the result of `loci stats`.
type statsReport struct {
	loci.Stats
	Cost float64 `json:"cost,omitempty"` // of all steps, at the configured price
}

func newStats(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "stats",
		Short: "Count what is remembered",
		Long: "Count what is remembered in the scope, by status, kind and category; and what\n" +
			"keeping it has cost in the last 365 days, step by step (model.price gives the\n" +
			"price).",
		Example: "  loci stats\n  loci stats --json",
		Args:    none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.reading(cmd.Context(), func(ctx context.Context, mem *local.Memory) error {
				res, err := mem.Service().Stats(ctx)
				if err != nil {
					return err
				}
				report := statsReport{Stats: res}
				if report.Cost, err = a.cost(res.Steps); err != nil {
					return err
				}
				return a.print(report, func(p *page) { p.stats(report) })
			})
		},
	}
}

// cost is what the tokens of the steps cost at the configured price.
func (a *app) cost(steps []loci.StepStats) (float64, error) {
	s, err := a.settings()
	if err != nil {
		return 0, err
	}
	input, output, err := parsePrice(s.get("model.price"))
	sum := 0.0
	for _, step := range steps {
		sum += (float64(step.Input)*input + float64(step.Output)*output) / 1e6
	}
	return sum, err
}

// bill writes what each step did and cost.
func (p *page) bill(s statsReport) {
	if len(s.Steps) == 0 {
		return
	}
	p.line("%s", p.bold("steps"))
	for _, step := range s.Steps {
		line := fmt.Sprintf("  %s %s, %d failed, %d found, %d stored", pad(step.Step, 14), plural(step.Calls, "call"), step.Failed, step.Found, step.Stored)
		if step.Input+step.Output > 0 {
			line += fmt.Sprintf(", %d tokens read, %d written", step.Input, step.Output)
		}
		p.line("%s, %s", printable(line), step.Took.Round(time.Millisecond))
	}
	if s.Cost > 0 {
		p.line("cost of the tokens: %.4f", s.Cost)
	}
}

func (p *page) stats(s statsReport) {
	counts(p, "memories", loci.Statuses(), s.Memories)
	counts(p, "kinds", loci.Kinds(), s.Kinds)
	counts(p, "categories", loci.Categories(), s.Categories)
	p.line("%s", plural(s.Turns, "message")+" kept, "+plural(s.Reviews, "review")+" open")
	if s.Waiting > 0 {
		p.line("%s", plural(s.Waiting, "message")+" to be read by a model: `loci maintain`")
	}
	p.bill(s)
}

// counts writes one count per line in the order of the enumeration, with a bar
// on a terminal; what does not occur is left out.
func counts[T ~string](p *page, heading string, order []T, n map[T]int) {
	most := 0
	for _, v := range n {
		most = max(most, v)
	}
	if most == 0 {
		return
	}
	p.line("%s", p.bold(heading))
	for _, v := range order {
		if n[v] == 0 {
			continue
		}
		bar := ""
		if p.tty {
			bar = "  " + p.green(strings.Repeat("█", max(1, n[v]*30/most)))
		}
		p.line("  %s %6d%s", pad(string(v), 14), n[v], bar)
	}
}
