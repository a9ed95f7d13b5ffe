package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/hook"
	"github.com/locimem/loci/internal/setup"
	"github.com/locimem/loci/local"
)

func newDoctor(a *app) *cobra.Command {
	var repair bool
	var backup string
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check the memory file and the hosts",
		Long: "Check the memory file: permissions, integrity, index, history; and whether the\n" +
			"hosts on this machine start loci, with the same file and for the same user.\n" +
			"Each line is ok, warn or fail, and says what to do. The exit code is 1 if\n" +
			"anything fails. --restore puts a copy of a backup in the place of a damaged\n" +
			"file, which is kept.",
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
	if err != nil && loci.CodeOf(err) != loci.NotFound { // where there is no file yet, the hosts can still be looked at
		if rep, err = local.Diagnose(ctx, path, a.secrets(s).Source(path), err); err != nil {
			return err
		}
	}
	rep.Path, rep.Kept = path, kept
	rep.Checks = append(append(orEmpty(rep.Checks), a.pauseChecks()...), a.hostChecks(s)...)
	err = errors.Join(err, a.print(rep, func(p *page) { p.checks(rep) }))
	if err == nil && !rep.Healthy() {
		return partial("not everything is well")
	}
	return err
}

// pauseChecks tells of each pause that is on: what a user has forgotten about
// looks like a memory that does not work.
func (a *app) pauseChecks() []local.Check {
	all, err := hook.Pauses(a.pausesDir())
	if err != nil {
		return []local.Check{{Name: "pause", Health: local.Failing, Detail: err.Error(), Hint: loci.HintOf(err)}}
	}
	var out []local.Check
	for _, p := range all {
		if p.Holds(a.sys.Now(), p.Folder) {
			out = append(out, local.Check{Name: "pause", Health: local.Warning, Detail: pause(p).line() + ": agents keep and see nothing", Hint: "`loci pause --end` ends it"})
		}
	}
	return out
}

// hostChecks looks at how the hosts on this machine are wired.
func (a *app) hostChecks(s settings) []local.Check {
	m, here, untold := a.machine(), meant(s.get), meant(a.untold)
	health := map[setup.State]local.Health{
		setup.Unwired: local.Healthy, setup.Wired: local.Healthy, setup.Doubtful: local.Warning, setup.Broken: local.Failing,
	}
	var out []local.Check
	for _, h := range m.Found() {
		st := m.Check(h, here, untold)
		out = append(out, local.Check{Name: h.Name, Health: health[st.State], Detail: st.Detail, Hint: st.Hint})
	}
	return out
}

// meant is the memory that settings choose.
func meant(setting func(key string) string) setup.Memory {
	return setup.Memory{DB: setting("db"), Org: setting("org"), User: setting("user")}
}

// untold is a setting of a program that is started without flags and without
// loci's variables.
func (a *app) untold(name string) string {
	k, err := findKey(name)
	if err != nil {
		return ""
	}
	v := setting{Key: k.name, Value: k.fallback}
	path := a.configPath()
	if file, err := readConfig(path); err == nil && file[k.name] != "" {
		v.Value, v.Source = file[k.name], path
	}
	return a.expand(v).Value
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
