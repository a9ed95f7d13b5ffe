package setup

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/xml"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"

	"github.com/locimem/loci"
)

//go:embed schedule.toml
var scheduleFile string

// Scheduler is a program that can run `loci maintain` every hour; schedule.toml
// says how.
type Scheduler struct {
	Name, Title, After   string
	Systems              []string
	Program, Found       string
	File                 []scheduleText
	Quoting, Crontab     string
	Start, Stop, Stopped [][]string
}

// scheduleText is a file of a scheduler, which is loci's own.
type scheduleText struct {
	Path, Text string
	Executable bool
}

// Plan is a list of changes, and the commands to run before and after them.
type Plan struct {
	First   [][]string
	Changes []Change
	Then    [][]string
}

var schedulers = sync.OnceValue(func() []Scheduler {
	var t struct{ Scheduler []Scheduler }
	if err := toml.Unmarshal([]byte(scheduleFile), &t); err != nil {
		panic(fmt.Sprintf("setup: schedule.toml: %v", err)) // embedded: a test reads it
	}
	return t.Scheduler
})

// Schedulers lists the names of what can run loci every hour.
func Schedulers() []string {
	var names []string
	for _, s := range schedulers() {
		names = append(names, s.Name)
	}
	return names
}

// Scheduler returns the scheduler of that name, or without one the first that
// is on the machine.
func (m Machine) Scheduler(name string) (Scheduler, error) {
	for _, s := range schedulers() {
		if name == s.Name || name == "" && m.runs(s) {
			return s, nil
		}
	}
	if name == "" {
		return Scheduler{}, loci.Errorf(loci.NotFound, "no scheduler was found on this machine").WithHint("name one of %s, or run `loci maintain` yourself", strings.Join(Schedulers(), ", "))
	}
	return Scheduler{}, loci.Errorf(loci.Invalid, "unknown scheduler %q", name).WithHint("schedulers: %s", strings.Join(Schedulers(), ", "))
}

// Scheduled returns the schedulers that have been told to run loci.
func (m Machine) Scheduled(ctx context.Context) []Scheduler {
	return slices.DeleteFunc(slices.Clone(schedulers()), func(s Scheduler) bool {
		plan, err := m.Unschedule(ctx, s)
		return err == nil && len(plan.Changes) == 0 || err != nil && !m.runs(s)
	})
}

// runs reports whether a scheduler is on the machine.
func (m Machine) runs(s Scheduler) bool {
	if !slices.Contains(s.Systems, m.OS) {
		return false
	}
	var err error
	if s.Found != "" {
		_, err = os.Stat(m.fillIn(s.Found, ""))
	} else {
		_, err = m.LookPath(s.Program)
	}
	return err == nil
}

// fillIn puts the user and a file into a word of schedule.toml.
func (m Machine) fillIn(word, file string) string {
	uid := strconv.Itoa(os.Getuid())
	return m.expand(strings.NewReplacer("$uid", uid, "$file", file).Replace(word))
}

func (m Machine) commands(s Scheduler, lines [][]string) [][]string {
	var out [][]string
	for _, line := range lines {
		var words []string
		for _, word := range line {
			words = append(words, m.fillIn(word, m.expand(s.File[0].Path)))
		}
		out = append(out, words)
	}
	return out
}

// Schedule plans that a scheduler runs loci every hour.
func (m Machine) Schedule(ctx context.Context, s Scheduler, w Wiring) (Plan, error) {
	command := strings.NewReplacer("$command", quoted(s.Quoting, append([]string{w.Program, "maintain"}, w.Flags...)))
	var plan Plan
	for _, f := range s.File {
		change := Change{File: m.expand(f.Path), After: []byte(command.Replace(f.Text)), executable: f.Executable}
		change.made = missing(change.File)
		var err error
		if change.Before, err = read(change.File); err != nil {
			return plan, err
		}
		plan.add(change)
	}
	if s.Crontab != "" {
		before, err := m.crontab(ctx)
		if err != nil {
			return plan, err
		}
		after := unscheduled(before)
		if len(after) > 0 && !bytes.HasSuffix(after, []byte("\n")) {
			after = append(after, '\n')
		}
		after = append(after, command.Replace(s.Crontab)+"\n"...)
		plan.add(Change{File: crontabFile, Before: before, After: after})
	}
	if len(plan.Changes) > 0 {
		plan.Then = m.commands(s, s.Start)
	}
	return plan, nil
}

// add keeps a change that changes something.
func (p *Plan) add(c Change) {
	if c.differs() {
		p.Changes = append(p.Changes, c)
	}
}

// Unschedule plans that a scheduler no longer runs loci.
func (m Machine) Unschedule(ctx context.Context, s Scheduler) (Plan, error) {
	var plan Plan
	for _, f := range s.File {
		file := m.expand(f.Path)
		before, err := read(file)
		if err != nil {
			return plan, err
		}
		change := Change{File: file, Before: before, removal: true}
		if was := m.undone(file, before); !bytes.Equal(was, before) {
			change.After = was
		}
		plan.add(change)
	}
	if s.Crontab != "" {
		before, err := m.crontab(ctx)
		if err != nil {
			return plan, err
		}
		plan.add(Change{File: crontabFile, Before: before, After: unscheduled(m.undone(crontabFile, before)), removal: true})
	}
	if len(plan.Changes) > 0 {
		plan.First, plan.Then = m.commands(s, s.Stop), m.commands(s, s.Stopped)
	}
	return plan, nil
}

// quoted writes a command line as a scheduler's file wants it.
func quoted(manner string, words []string) string {
	out := make([]string, len(words))
	for i, word := range words {
		switch manner {
		case "plist":
			var b strings.Builder
			_ = xml.EscapeText(&b, []byte(word)) // a builder takes everything
			out[i] = "<string>" + b.String() + "</string>"
		case "systemd":
			out[i] = strings.NewReplacer("%", "%%", "$", "$$").Replace(word)
			if !plainWord().MatchString(word) {
				out[i] = quote(out[i])
			}
		case "crontab":
			out[i] = strings.ReplaceAll(shellLine([]string{word}), "%", `\%`)
		default:
			out[i] = shellLine([]string{word})
		}
	}
	if manner == "plist" {
		return strings.Join(out, "")
	}
	return strings.Join(out, " ")
}
