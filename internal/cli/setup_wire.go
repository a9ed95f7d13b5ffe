package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/guard"
	"github.com/locimem/loci/internal/setup"
)

// target is a host or a scheduler that is to start loci.
type target struct {
	name, title string
	after       string // what makes it read the change
	plan        func() (setup.Plan, error)
}

// wire shows each target's plan, asks, and does it. One of several that fails is
// reported and stops no other.
func (a *app) wire(ctx context.Context, m setup.Machine, targets []target, mode setupMode) (setupReport, error) {
	report := setupReport{Hosts: []hostReport{}}
	for _, t := range targets {
		r := hostReport{Host: t.name, Title: t.title, Changes: []changeReport{}}
		plan, err := t.plan()
		if err == nil {
			err = a.carryOut(ctx, m, &r, plan, mode)
		}
		switch {
		case err == nil:
		case len(targets) == 1 || ctx.Err() != nil || r.State == setupPlanned: // nobody could be asked
			return report, err
		default:
			r.State, r.Error = setupFailed, describe(err).Message
			a.complain(t.title+": "+r.Error, loci.HintOf(err))
		}
		if r.State == setupDone {
			r.Next = t.after
		}
		report.Hosts = append(report.Hosts, r)
	}
	return report, nil
}

// carryOut shows a plan, asks, and does it.
func (a *app) carryOut(ctx context.Context, m setup.Machine, r *hostReport, plan setup.Plan, mode setupMode) error {
	shown := guard.New(guard.Options{}) // what is written keeps what the user's file holds
	for _, c := range plan.Changes {
		r.Changes = append(r.Changes, changeReport{File: c.File, Diff: shown.Redact(c.Diff())})
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
	if i := slices.IndexFunc(report.Hosts, kept); mode.remove && i >= 0 {
		p.line("what was there before stays in %s; it may hold tokens: delete it when all works", filepath.Dir(report.Hosts[i].Changes[0].Backup))
	}
}

// kept reports whether a backup was made for a host.
func kept(r hostReport) bool { return len(r.Changes) > 0 && r.Changes[0].Backup != "" }

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
