package setup

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/locimem/loci"
	"github.com/locimem/loci/plugins"
)

// Wiring is what a host is told to start: the program, and the flags that say
// whose memories it works with.
type Wiring struct {
	Program string
	Flags   []string
}

// Change is a new text for a configuration file.
type Change struct {
	File          string
	Before, After []byte // nil = there is no file

	program, made       string // what is wired, and the first folder that is to be made
	removal, executable bool
}

// Diff shows the change as a unified diff.
func (c Change) Diff() string {
	name := func(text []byte) string {
		if text == nil {
			return os.DevNull
		}
		return c.File
	}
	_, out, _ := bytes.Cut(diff.Diff(name(c.Before), c.Before, name(c.After), c.After), []byte("\n"))
	return string(out)
}

// part is a file of a host and what belongs there.
type part struct {
	file    string
	format  format
	base    string
	entries []entry
	whole   string // a file that is loci's own
}

// parts returns what belongs into the files of a host, each file once.
func (m Machine) parts(h Host, w Wiring) []part {
	var out []part
	put := func(s spot, e entry) {
		file := m.path(h, s)
		e.own = m.own(file, w)
		if n := len(out); n > 0 && out[n-1].file == file {
			out[n-1].entries = append(out[n-1].entries, e)
			return
		}
		out = append(out, part{file: file, format: formats()[s.Format], base: s.Base, entries: []entry{e}})
	}
	if len(h.Script.File) > 0 {
		out = append(out, part{file: m.path(h, h.Script), whole: w.script(h.Script.Source)})
	}
	put(h.Server, entry{path: h.Server.Path, value: w.server(h.Server.Value)})
	for _, event := range h.Hooks.Events {
		path := append(h.Hooks.Path[:len(h.Hooks.Path):len(h.Hooks.Path)], event)
		put(h.Hooks, entry{path: path, list: true, value: w.hook(h, m.OS)})
	}
	return out
}

// server puts the program and its arguments into a value of hosts.toml.
func (w Wiring) server(value string) string {
	args := append([]string{"mcp"}, w.Flags...)
	return strings.NewReplacer(
		"$program", quote(w.Program),
		"$argv", array(append([]string{w.Program}, args...)),
		"$args", array(args),
	).Replace(value)
}

// hook puts the command line of a host's hooks into their value. It names the
// host, unless others run it too.
func (w Wiring) hook(h Host, system string) string {
	words := []string{w.Program, "hook"}
	if !h.Hooks.Shared {
		words = append(words, "--host", h.Name)
	}
	words = append(words, w.Flags...)
	line := ""
	if system == "windows" {
		line = windowsLine(words, h.Hooks.PowerShell)
	} else {
		line = shellLine(words)
	}
	return strings.ReplaceAll(h.Hooks.Value, "$hook", quote(line))
}

// script returns a plugin that starts the program with its flags.
func (w Wiring) script(source string) string {
	text, err := plugins.Files.ReadFile(source)
	if err != nil {
		panic(fmt.Sprintf("setup: %v", err)) // embedded: a test reads it
	}
	return strings.NewReplacer(
		`LOCI_BIN || "loci"`, "LOCI_BIN || "+quote(w.Program),
		"const flags = []", "const flags = "+array(w.Flags),
	).Replace(string(text))
}

func array(words []string) string {
	quoted := make([]string, len(words))
	for i, s := range words {
		quoted[i] = quote(s)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// Plan returns the changes that wire a host. There are none where everything is
// in place already; what the user has written there is left as it is.
func (m Machine) Plan(h Host, w Wiring) ([]Change, error) {
	return plan(m.parts(h, w), func(p part, before []byte) (Change, error) {
		after, err := m.wire(h, p, before)
		if err == nil {
			err = m.agrees(h, w, p, before)
		}
		return Change{File: p.file, Before: before, After: after, program: w.Program}, err
	})
}

// PlanRemoval returns the changes that take loci out of a host again. Of a file
// that is as setup has left it every byte becomes what it was; from another one
// goes what starts loci and was not there before setup.
func (m Machine) PlanRemoval(h Host) ([]Change, error) {
	return plan(m.parts(h, Wiring{}), func(p part, before []byte) (Change, error) {
		after, err := before, error(nil)
		switch r, ok := m.receipt(p.file); {
		case ok && r.Wrote == digest(before):
			after = r.Was
		case p.whole == "":
			after, err = p.unwire(before, r.Was)
		case ok:
			err = loci.Errorf(loci.Conflict, "%s has been changed since loci setup wrote it", p.file).WithHint("remove it by hand; what was there before is beside %s", m.kept(p.file, ".backup"))
		}
		return Change{File: p.file, Before: before, After: after, removal: true}, err
	})
}

func plan(parts []part, change func(p part, before []byte) (Change, error)) ([]Change, error) {
	var out []Change
	for _, p := range parts {
		before, err := read(p.file)
		if err != nil {
			return nil, err
		}
		c, err := change(p, before)
		if err != nil {
			return nil, err
		}
		c.made = missing(p.file)
		if c.differs() {
			out = append(out, c)
		}
	}
	return out, nil
}

// differs reports whether a change changes something.
func (c Change) differs() bool {
	return (c.Before == nil) != (c.After == nil) || !bytes.Equal(c.Before, c.After)
}

// wire returns the text of a file with what belongs there and is missing.
func (m Machine) wire(h Host, p part, before []byte) ([]byte, error) {
	if p.whole != "" {
		return []byte(p.whole), nil
	}
	text, after := string(before), before
	if before == nil {
		text = p.base
	}
	for _, e := range p.entries {
		root, err := p.format.parse(text)
		if err != nil {
			return nil, unreadable(p.file, err)
		}
		if e.in(root) || m.plugged(h, e.covered()) {
			continue
		}
		if text, err = add(p.format, text, e); err != nil {
			return nil, loci.Errorf(loci.Invalid, "%s cannot be changed: %s", p.file, err).WithHint("put this at %s by hand: %s", strings.Join(e.path, "."), compact(e.value))
		}
		after = []byte(text)
	}
	return after, nil
}

// agrees refuses to leave what an earlier setup has written for another user or
// file, as if it were what is asked for now. What the user wrote stands.
func (m Machine) agrees(h Host, w Wiring, p part, before []byte) error {
	r, wrote := m.receipt(p.file)
	if !wrote || p.whole != "" {
		return nil
	}
	root, err := p.format.parse(string(before))
	if err != nil {
		return unreadable(p.file, err)
	}
	old, err := p.format.parse(string(r.Was))
	if err != nil {
		old = nil
	}
	for _, e := range p.entries {
		if e.in(old) || !e.ours(root) {
			continue
		}
		for _, c := range e.calls(root) {
			for flag := range slices.Chunk(w.Flags, 2) {
				if has := c.flag(flag[0]); has != flag[1] {
					return loci.Errorf(loci.Conflict, "%s is set up already with %s %s, not %s", h.Title, flag[0], cmp.Or(has, "as it is by default"), flag[1]).
						WithHint("`loci setup --remove %s`, then the same command again", h.Name)
				}
			}
		}
	}
	return nil
}

// unwire returns the text of a file without what is loci's and was not there
// before setup.
func (p part) unwire(text, was []byte) ([]byte, error) {
	old, err := p.format.parse(string(was))
	if err != nil {
		old = nil
	}
	for _, e := range p.entries {
		now, err := p.format.parse(string(text))
		if err != nil {
			return nil, unreadable(p.file, err)
		}
		if e.in(old) || !e.ours(now) {
			continue
		}
		left, err := cut(p.format, string(text), e)
		if err != nil {
			return nil, unreadable(p.file, err)
		}
		if left != string(text) {
			text = []byte(left)
		}
	}
	return text, nil
}

func unreadable(file string, err error) error {
	return loci.Errorf(loci.Invalid, "%s: %s", file, err).WithHint("%s", cmp.Or(loci.HintOf(err), "correct the file; nothing in it was changed"))
}

// covered names the part of the wiring that an entry is, as plugins cover it.
func (e entry) covered() string {
	if e.list {
		return "hooks"
	}
	return "server"
}

// read returns the text of a change's file as it is now.
func (m Machine) read(ctx context.Context, file string) ([]byte, error) {
	if file == crontabFile {
		return m.crontab(ctx)
	}
	return read(file)
}

// read returns the text of a file, nil if there is none. Of a pipe it would wait
// for ever.
func read(file string) ([]byte, error) {
	if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() {
		return nil, notAFile(file)
	}
	data, err := os.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, loci.Errorf(loci.Unavailable, "cannot read %s: %w", file, err).WithHint("look at its permissions")
	}
	return append([]byte{}, data...), nil // not nil if empty
}
