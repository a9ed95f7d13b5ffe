package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/locimem/loci/local"
)

func newDoctor(a *app) *cobra.Command {
	var repair bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check the memory file",
		Long: "Check the memory file: permissions, integrity, index, history. Each line is ok,\n" +
			"warn or fail, and says what to do. The exit code is 1 if anything fails.",
		Example: "  loci doctor\n  loci doctor --repair\n  loci doctor --json",
		Args:    none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.with(cmd.Context(), func(ctx context.Context, mem *local.Memory) error {
				rep, err := mem.Doctor(ctx, repair)
				if err != nil {
					return err
				}
				err = a.print(rep, func(p *page) { p.checks(rep) })
				if err == nil && !rep.Healthy() {
					return partial("not everything is well with the memory file")
				}
				return err
			})
		},
	}
	cmd.Flags().BoolVar(&repair, "repair", false, "rebuild the index if it is wrong")
	return cmd
}

func (p *page) checks(rep local.DoctorReport) {
	p.line("%s", rep.Path)
	for _, c := range rep.Checks {
		word := pad(string(c.Health), 4)
		switch c.Health {
		case local.Healthy:
			word = p.green(word)
		case local.Warning:
			word = p.yellow(word)
		case local.Failing:
			word = p.red(word)
		}
		p.line("  %s  %s  %s", word, pad(c.Name, 12), printable(c.Detail))
		if c.Hint != "" {
			p.line("        %s  %s", pad("", 12), p.dim(printable(c.Hint)))
		}
	}
	if rep.Fixed {
		p.line("the index was rebuilt")
	}
}
