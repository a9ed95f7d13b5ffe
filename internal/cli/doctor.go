package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/locimem/loci/local"
)

func newDoctor(a *app) *cobra.Command {
	var repair bool
	var backup string
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check the memory file",
		Long: "Check the memory file: permissions, integrity, index, history. Each line is ok,\n" +
			"warn or fail, and says what to do. The exit code is 1 if anything fails.\n" +
			"--restore puts a copy of a backup in the place of a damaged file, which is kept.",
		Example: "  loci doctor\n  loci doctor --repair\n  loci doctor --restore ~/loci-monday.db\n  loci doctor --json",
		Args:    none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := notBoth(cmd, "repair", "restore"); err != nil {
				return err
			}
			return a.doctor(cmd.Context(), repair, backup)
		},
	}
	cmd.Flags().BoolVar(&repair, "repair", false, "rebuild the index if it is wrong")
	cmd.Flags().StringVar(&backup, "restore", "", "put a copy of this backup `file` in the place of a damaged one")
	return cmd
}

func (a *app) doctor(ctx context.Context, repair bool, backup string) error {
	s, err := a.settings()
	if err != nil {
		return err
	}
	path, kept := s.get("db"), ""
	if backup != "" {
		if kept, err = local.Restore(ctx, path, backup, a.secrets(s).Source(path)); err != nil {
			return err
		}
	}
	var rep local.DoctorReport
	err = a.existing(ctx, func(ctx context.Context, mem *local.Memory) (err error) {
		rep, err = mem.Doctor(ctx, repair)
		return err
	})
	if err != nil {
		if rep, err = local.Diagnose(ctx, path, a.secrets(s).Source(path), err); err != nil {
			return err
		}
	}
	rep.Kept = kept
	err = a.print(rep, func(p *page) { p.checks(rep) })
	if err == nil && !rep.Healthy() {
		return partial("not everything is well with the memory file")
	}
	return err
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
	if rep.Kept != "" {
		p.line("the damaged file is kept as %s", rep.Kept)
	}
}
