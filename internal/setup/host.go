// Package setup wires loci into the agents' hosts on a machine: it finds them,
// changes their configuration files, and takes the change back.
//
// A file is never parsed and printed again: setup inserts a few bytes and
// leaves the others as they are, comments, order and line ends included. It
// reads what came out once more before it writes, and leaves alone what it
// cannot change safely. What it has put in is recorded, so that removing gives
// the file back as it was.
package setup

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"

	"github.com/locimem/loci"
)

//go:embed hosts.toml
var hostsFile string

// Host is a program that can be given a memory; hosts.toml says how.
type Host struct {
	Name, Title string // "claude-code", "Claude Code"
	Program     string
	Dir         map[string][]string
	After       string // what makes it read a change
	Plugin      spot
	Script      spot
	Server      spot
	Hooks       spot
}

// spot is a place in a configuration file, and what goes there.
type spot struct {
	File    []string
	Format  string
	Path    []string
	Events  []string // of hooks: the keys below path, each with a list
	Value   string
	Base    string // what a file that is not there yet holds
	Enabled [][]string
	Covers  []string
	Source  string // of a script
	Shared  bool   // hooks: others run them too

	PowerShell bool // runs hooks on Windows
}

var table = sync.OnceValue(func() []Host {
	var t struct{ Host []Host }
	if err := toml.Unmarshal([]byte(hostsFile), &t); err != nil {
		panic(fmt.Sprintf("setup: hosts.toml: %v", err)) // embedded: a test reads it
	}
	return t.Host
})

// Names lists the hosts that can be wired.
func Names() []string {
	var names []string
	for _, h := range table() {
		names = append(names, h.Name)
	}
	return names
}

// Machine is where hosts are looked for.
type Machine struct {
	OS       string // as runtime.GOOS
	Home     string
	Getenv   func(string) string
	LookPath func(string) (string, error)
	State    string // the folder for backups
	Program  string // the loci that runs
	// Run runs a command with a text as its input; an error holds what it
	// complains of.
	Run func(ctx context.Context, input []byte, name string, args ...string) ([]byte, error)
}

// Host returns the host of that name.
func (m Machine) Host(name string) (Host, error) {
	i := slices.IndexFunc(table(), func(h Host) bool { return h.Name == name })
	if i < 0 {
		return Host{}, loci.Errorf(loci.Invalid, "unknown host %q", name).WithHint("hosts: %s", strings.Join(Names(), ", "))
	}
	return table()[i], nil
}

// Found returns the hosts that are on the machine.
func (m Machine) Found() []Host {
	return slices.DeleteFunc(slices.Clone(table()), func(h Host) bool { return !m.Has(h) })
}

// Has reports whether the host is on the machine: its folder, or its program.
func (m Machine) Has(h Host) bool {
	if _, err := os.Stat(m.Dir(h)); err == nil {
		return true
	}
	if h.Program == "" {
		return false
	}
	_, err := m.LookPath(h.Program)
	return err == nil
}

// Dir is the folder in which the host keeps its settings.
func (m Machine) Dir(h Host) string {
	dir, ok := h.Dir[m.OS]
	if !ok {
		dir = h.Dir["linux"]
	}
	return m.first(dir)
}

// path returns the file of a spot.
func (m Machine) path(h Host, s spot) string {
	var paths []string
	for _, f := range s.File {
		paths = append(paths, strings.ReplaceAll(f, "$dir", m.Dir(h)))
	}
	return m.first(paths)
}

// first returns the first of several paths that is there, else the last.
func (m Machine) first(paths []string) string {
	var path string
	for _, p := range paths {
		if path = m.expand(p); isThere(path) {
			break
		}
		if found, _ := filepath.Glob(path); len(found) > 0 {
			return found[0]
		}
	}
	return path
}

// expand replaces ${NAME:-fallback} and a leading ~ in a path. What a variable
// holds is a path and no template; a brace that nothing closes is a letter.
func (m Machine) expand(path string) string {
	start := len(path)
	for {
		start = strings.LastIndex(path[:start], "${") // the innermost
		if start < 0 {
			break
		}
		end := start + strings.IndexByte(path[start:], '}')
		if end < start {
			continue
		}
		name, value, _ := strings.Cut(path[start+2:end], ":-")
		if v := m.Getenv(name); v != "" {
			value = v
		}
		path = path[:start] + value + path[end+1:]
	}
	if path == "~" || strings.HasPrefix(path, "~/") {
		path = m.Home + path[1:]
	}
	return filepath.FromSlash(path)
}

// plugged reports whether loci's own plugin does a part of the host's wiring.
func (m Machine) plugged(h Host, part string) bool {
	if !slices.Contains(h.Plugin.Covers, part) {
		return false
	}
	data, err := os.ReadFile(m.path(h, h.Plugin))
	if err != nil || len(h.Plugin.Enabled) == 0 {
		return err == nil
	}
	root, err := formats()[h.Plugin.Format].parse(string(data))
	if err != nil || root == nil {
		return false
	}
	return slices.ContainsFunc(h.Plugin.Enabled, func(path []string) bool { return says(root, path) })
}

// says reports whether the value at a path is true, or else at the path without
// its last word is or holds that word.
func says(root *node, path []string) bool {
	last := len(path) - 1
	n, word := root.at(path[:last]), path[last]
	if n == nil {
		return false
	}
	it, ok := n.member(word)
	holds := slices.ContainsFunc(n.items, func(it item) bool { return n.kind == list && it.value == word })
	return ok && it.value == true || holds || n.kind == scalar && n.value == word
}
