package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/guard"
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
			"undoes it. Given --db, --user or --project, the hosts start loci with them.\n\n" +
			fold(append([]string{"Hosts:"}, setup.Names()...), 80) + ".",
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
	cmd.AddCommand(newSetupSchedule(a))
	return cmd
}

func (mode *setupMode) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&mode.remove, "remove", false, "undo it")
	f.BoolVar(&mode.dryRun, "dry-run", false, "only show what would change")
	f.BoolVar(&mode.yes, "yes", false, "do not ask")
}

// fold joins words with spaces, and breaks lines of more than width.
func fold(words []string, width int) string {
	lines, last := []string{""}, 0
	for _, w := range words {
		if len(lines[last])+len(w) >= width {
			lines, last = append(lines, ""), last+1
		}
		lines[last] = strings.TrimPrefix(lines[last]+" "+w, " ")
	}
	return strings.Join(lines, "\n")
}

func (a *app) machine() setup.Machine {
	return setup.Machine{OS: runtime.GOOS, Home: a.home(), Getenv: a.sys.Getenv, LookPath: exec.LookPath, State: filepath.Join(a.stateDir(), "setup"), Run: run}
}

func (a *app) setup(ctx context.Context, names []string, mode setupMode) error {
	m := a.machine()
	hosts, err := hostsFor(m, names, mode.remove)
	if err != nil {
		return err
	}
	w, err := a.wiring("db", "org", "user", "agent", "project")
	if err != nil {
		return err
	}
	report := setupReport{Hosts: []hostReport{}}
	for _, h := range hosts {
		changes, err := m.Plan(h, w)
		if mode.remove {
			changes, err = m.PlanRemoval(h)
		}
		r := hostReport{Host: h.Name, Title: h.Title, Changes: []changeReport{}}
		if err == nil {
			err = a.carryOut(ctx, m, &r, setup.Plan{Changes: changes}, mode)
		}
		switch {
		case err == nil:
		case len(hosts) == 1 || ctx.Err() != nil || r.State == setupPlanned: // nobody could be asked
			return err
		default:
			r.State, r.Error = setupFailed, describe(err).Message
			a.complain(h.Title+": "+r.Error, loci.HintOf(err))
		}
		if r.State == setupDone {
			r.Next = h.After
		}
		if !mode.remove || len(names) > 0 || r.State != setupUnchanged {
			report.Hosts = append(report.Hosts, r)
		}
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
	if found, err := exec.LookPath("loci"); err == nil && isSame(found, self) {
		return filepath.Abs(found)
	}
	return self, setup.CheckProgram(self)
}

// carryOut shows a plan, asks, and does it.
func (a *app) carryOut(ctx context.Context, m setup.Machine, r *hostReport, plan setup.Plan, mode setupMode) error {
	for _, c := range plan.Changes {
		r.Changes = append(r.Changes, changeReport{File: c.File, Diff: withoutSecrets(c.Diff())})
	}
	for _, words := range slices.Concat(plan.First, plan.Then) {
		r.Commands = append(r.Commands, strings.Join(words, " "))
	}
	r.State = setupPlanned
	switch {
	case len(plan.Changes) == 0:
		r.State = setupUnchanged
		return nil
	case mode.dryRun:
		return nil
	case !mode.yes:
		var shown bytes.Buffer
		a.page(&shown, a.sys.StderrTTY).plan(*r)
		fmt.Fprint(a.sys.Stderr, shown.String())
		if err := a.ask(ctx, "Change it?", nil); loci.CodeOf(err) == loci.Denied {
			r.State, r.Changes, r.Commands = setupDeclined, []changeReport{}, nil
			return nil
		} else if err != nil {
			return err
		}
	}
	if err := m.Ready(plan.Changes); err != nil {
		return err
	}
	r.State = setupDone
	if mode.remove {
		r.State = setupRemoved
	}
	if err := runAll(ctx, m, plan.First); err != nil && !mode.remove { // what is removed may be gone already
		return err
	}
	for i, c := range plan.Changes {
		backup, err := m.Apply(ctx, c)
		if err != nil {
			return halfDone(plan.Changes[:i], err)
		}
		r.Changes[i].Backup = backup
	}
	return runAll(ctx, m, plan.Then)
}

// halfDone says of what stopped a plan which of its changes are made.
func halfDone(done []setup.Change, err error) error {
	if len(done) == 0 {
		return err
	}
	files := make([]string, len(done))
	for i, c := range done {
		files[i] = c.File
	}
	const undo = "the same command goes on from here; with --remove it is taken back"
	hint := undo
	if own := loci.HintOf(err); own != "" {
		hint = own + "; " + undo
	}
	return loci.Errorf(loci.CodeOf(err), "%w; changed already: %s", err, strings.Join(files, ", ")).WithHint("%s", hint)
}

// withoutSecrets is a diff as it is shown; what is written keeps what the user's
// file holds. What is too long for the guard is read line by line.
func withoutSecrets(diff string) string {
	g := guard.New(guard.Options{})
	if len(diff) <= loci.MaxTurn {
		clean, _ := g.ScanTurn(diff)
		return clean
	}
	var out strings.Builder
	for line := range strings.Lines(diff) {
		clean, _ := g.ScanTurn(line)
		if clean == "" {
			clean = line[:1] + "[a long line]\n"
		}
		out.WriteString(clean)
	}
	return out.String()
}

func runAll(ctx context.Context, m setup.Machine, commands [][]string) error {
	for _, words := range commands {
		if _, err := m.Run(ctx, nil, words[0], words[1:]...); err != nil {
			return loci.Errorf(loci.Unavailable, "%s: %w", strings.Join(words, " "), err).WithHint("the files are in place; run it yourself, or undo with --remove")
		}
	}
	return nil
}

// run runs a command; its error is what it complains of.
func run(ctx context.Context, input []byte, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Stdin = bytes.NewReader(input)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) && len(bytes.TrimSpace(exit.Stderr)) > 0 {
		err = errors.New(string(bytes.TrimSpace(exit.Stderr)))
	}
	return out, err
}

func (a *app) printSetup(report setupReport, mode setupMode) error {
	if err := a.print(report, func(p *page) { p.setup(report, mode) }); err != nil {
		return err
	}
	for _, r := range report.Hosts {
		if r.State == setupFailed {
			return partial("not every host could be changed")
		}
	}
	return nil
}

func (p *page) setup(report setupReport, mode setupMode) {
	for _, r := range report.Hosts {
		if mode.dryRun || mode.yes {
			p.plan(r)
		}
		line := r.Title + ": " + r.State
		if r.Next != "" {
			line += "; " + r.Next
		}
		p.line("%s", line)
		for _, c := range r.Changes {
			if c.Backup != "" {
				p.line("  %s", p.dim("before: "+c.Backup))
			}
		}
	}
	if len(report.Hosts) == 0 {
		p.line("nothing to do")
	}
}

// plan writes the changes, and the commands that belong to them.
func (p *page) plan(r hostReport) {
	for _, c := range r.Changes {
		for line := range strings.Lines(c.Diff) {
			line = printable(strings.TrimRight(line, "\r\n"))
			switch {
			case strings.HasPrefix(line, "+"):
				line = p.green(line)
			case strings.HasPrefix(line, "-"):
				line = p.red(line)
			}
			p.line("%s", line)
		}
	}
	for _, c := range r.Commands {
		p.line("$ %s", printable(c))
	}
}
