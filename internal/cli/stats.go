package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
)

func newStats(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "stats",
		Short:   "Count what is remembered",
		Long:    "Count what is remembered in the scope, by status, kind and category.",
		Example: "  loci stats\n  loci stats --json",
		Args:    none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.with(cmd.Context(), func(ctx context.Context, mem *local.Memory) error {
				res, err := mem.Service().Stats(ctx)
				if err != nil {
					return err
				}
				return a.print(res, func(p *page) { p.stats(res) })
			})
		},
	}
}

func (p *page) stats(s loci.Stats) {
	counts(p, "memories", loci.Statuses(), s.Memories)
	counts(p, "kinds", loci.Kinds(), s.Kinds)
	counts(p, "categories", loci.Categories(), s.Categories)
	p.line("%s", plural(s.Turns, "message")+" kept, "+plural(s.Reviews, "review")+" open")
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
