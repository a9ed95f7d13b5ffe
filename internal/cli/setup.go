package cli

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/setup"
)

// setupReport is the result of `loci setup`.
type setupReport struct {
	Hosts []hostReport `json:"hosts"`
}

// hostReport says what was done to one host.
type hostReport struct {
	Host     string         `json:"host"`
	Title    string         `json:"title"`
	State    string         `json:"state"`
	Changes  []changeReport `json:"changes"`
	Commands []string       `json:"commands,omitempty"`
	Next     string         `json:"next,omitempty"`
	Error    string         `json:"error,omitempty"`
}

// changeReport is one changed file.
type changeReport struct {
	File   string `json:"file"`
	Diff   string `json:"diff"`
	Backup string `json:"backup,omitempty"`
}

// What `loci setup` has done to a host, or would do.
const (
	setupPlanned   = "planned"
	setupDone      = "set up"
	setupRemoved   = "removed"
	setupUnchanged = "nothing to do"
	setupDeclined  = "left as it is"
	setupFailed    = "failed"
)

// setupMode is how setup goes about it.
type setupMode struct{ remove, dryRun, yes bool }

func newSetup(a *app) *cobra.Command {
	var mode setupMode
	cmd := &cobra.Command{
		Use:   "setup [HOST...]",
		Short: "Wire loci into the agents' hosts on this machine",
		Long: "Wire loci into the agents' hosts on this machine: all that are found, or those\n" +
			"that are named. You see the exact change to each configuration file and are\n" +
			"asked; comments and order stay, and the text from before is kept. --remove\n" +
			"undoes it. Given --db, --user or --project, the hosts start loci with them.\n\n",
		Example: "  loci setup\n  loci setup claude-code cursor\n  loci setup --dry-run\n  loci setup codex --project auto\n  loci setup --remove",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := notBoth(cmd, "yes", "dry-run"); err != nil {
				return err
			}
			return a.setup(cmd.Context(), args, mode)
		},
	}
	mode.flags(cmd)
	closing(cmd, func() string { return fold(append([]string{"Hosts:"}, setup.Names()...), 80) + "." })
	cmd.AddCommand(newSetupSchedule(a))
	return cmd
}

func (mode *setupMode) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&mode.remove, "remove", false, "undo it")
	f.BoolVar(&mode.dryRun, "dry-run", false, "only show what would change")
	f.BoolVar(&mode.yes, "yes", false, "do not ask")
}

func (a *app) machine() setup.Machine {
	self, _ := programPath() // one that may not be wired is told by wiring
	return setup.Machine{
		OS: runtime.GOOS, Home: a.home(), Getenv: a.sys.Getenv, LookPath: exec.LookPath,
		State: filepath.Join(a.stateDir(), "setup"), Program: self, Run: run,
	}
}

func (a *app) setup(ctx context.Context, names []string, mode setupMode) error {
	m := a.machine()
	hosts, err := hostsFor(m, names, mode.remove)
	if err != nil {
		return err
	}
	plan := m.PlanRemoval
	if !mode.remove {
		w, err := a.wiring("db", "org", "user", "agent", "project")
		if err != nil {
			return err
		}
		plan = func(h setup.Host) ([]setup.Change, error) { return m.Plan(h, w) }
	}
	var targets []target
	for _, h := range hosts {
		targets = append(targets, target{h.Name, h.Title, h.After, func() (setup.Plan, error) {
			changes, err := plan(h)
			return setup.Plan{Changes: changes}, err
		}})
	}
	report, err := a.wire(ctx, m, targets, mode)
	if err != nil {
		return err
	}
	if mode.remove && len(names) == 0 {
		report.Hosts = slices.DeleteFunc(report.Hosts, func(r hostReport) bool { return r.State == setupUnchanged })
	}
	return a.printSetup(report, mode)
}

// hostsFor returns the hosts that are meant: all that are there, or those that
// are named. What is removed may have lost its host.
func hostsFor(m setup.Machine, names []string, remove bool) ([]setup.Host, error) {
	if len(names) == 0 && remove {
		names = setup.Names()
	}
	if len(names) == 0 {
		found := m.Found()
		if len(found) == 0 {
			return nil, loci.Errorf(loci.NotFound, "no host was found on this machine").WithHint("hosts: %s", strings.Join(setup.Names(), ", "))
		}
		return found, nil
	}
	var hosts []setup.Host
	for _, name := range names {
		h, err := m.Host(name)
		if err != nil {
			return nil, err
		}
		if !remove && !m.Has(h) {
			left := ""
			if len(names) > 1 {
				left = "; the others are left as they are"
			}
			return nil, loci.Errorf(loci.NotFound, "%s was not found on this machine%s", h.Title, left).WithHint("start it once, so that it makes its folder %s", m.Dir(h))
		}
		hosts = append(hosts, h)
	}
	return hosts, nil
}

// wiring is what others shall start: this program, with those of the flags
// without which they would not work with the memories that this shell does.
func (a *app) wiring(flags ...string) (setup.Wiring, error) {
	program, err := programPath()
	if err != nil {
		return setup.Wiring{}, err
	}
	s, err := a.settings()
	if err != nil {
		return setup.Wiring{}, err
	}
	w := setup.Wiring{Program: program}
	for _, v := range s {
		source, auto := strings.CutSuffix(v.Source, " (auto)")
		if !slices.Contains(flags, v.Key) || !strings.HasPrefix(source, "flag ") && !strings.HasPrefix(source, "LOCI_") {
			continue
		}
		if auto {
			v.Value = "auto"
		}
		if v.Key == "db" {
			if v.Value, err = filepath.Abs(v.Value); err != nil {
				return w, loci.Errorf(loci.Unavailable, "cannot tell the current folder: %w", err).WithHint("change to a folder that is there")
			}
		}
		w.Flags = append(w.Flags, "--"+v.Key, v.Value)
	}
	return w, nil
}

// programPath is where hosts find loci: on PATH if that is this program, since
// that name survives an update.
func programPath() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", loci.Errorf(loci.Unavailable, "cannot tell where loci is: %w", err).WithHint("start it by its whole path")
	}
	for _, name := range []string{"loci", filepath.Base(self)} {
		if found, err := exec.LookPath(name); err == nil && isSame(found, self) {
			return filepath.Abs(found)
		}
	}
	return self, setup.CheckProgram(self, os.TempDir())
}
