package setup

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// State is how a host is wired.
type State int

// The states of a host.
const (
	Unwired  State = iota // it knows nothing of loci
	Wired                 // everything is in place
	Doubtful              // it works in part, or not as this shell does
	Broken                // it cannot work
)

// Status says how a host is wired, and what to do about it.
type Status struct {
	State  State
	Detail string
	Hint   string
}

// Memory says in which file memories are, and whose.
type Memory struct{ DB, Org, User string }

// Check looks at what a host's configuration files say of loci. This shell works
// with the memory here, and a host that is told nothing with the other.
func (m Machine) Check(h Host, here, untold Memory) Status {
	c := checker{machine: m, host: h, here: here, untold: untold}
	for _, p := range m.parts(h, Wiring{}) {
		if err := c.read(p); err != nil {
			c.worse(Broken, fmt.Sprintf("%s: %s", p.file, err), "correct the file")
		}
	}
	again := fmt.Sprintf("`loci setup %s`", h.Name)
	if c.worst <= Wired && !c.plugin && c.present == 0 {
		return Status{Unwired, h.Title + " is here and not set up", again + " wires it"}
	}
	for _, call := range c.calls {
		c.check(call)
	}
	if len(c.missing) > 0 {
		c.worse(Doubtful, h.Title+" lacks "+strings.Join(c.missing, ", "), again+" adds what is missing")
	}
	if c.worst <= Wired {
		how := "server"
		switch {
		case c.plugin:
			how = "plugin"
		case len(h.Hooks.Events) > 0:
			how = "server and hooks"
		case len(h.Script.File) > 0:
			how = "server and plugin"
		}
		return Status{Wired, h.Title + ": " + how, ""}
	}
	return Status{c.worst, c.detail, c.hint}
}

// checker gathers what is found in the files of a host.
type checker struct {
	machine      Machine
	host         Host
	here, untold Memory

	plugin  bool
	present int // entries
	missing []string
	calls   []call

	worst        State
	detail, hint string
}

// worse keeps the gravest of what is found, the first of its sort.
func (c *checker) worse(s State, detail, hint string) {
	if s > c.worst {
		c.worst, c.detail, c.hint = s, detail, hint
	}
}

func (c *checker) read(p part) error {
	text, err := read(p.file)
	if err != nil {
		return err
	}
	if p.whole != "" {
		if text == nil {
			c.missing = append(c.missing, "the plugin "+p.file)
		} else {
			c.present++
		}
		return nil
	}
	root, err := p.format.parse(string(text))
	if err != nil {
		return err
	}
	for _, e := range p.entries {
		plugged := c.machine.plugged(c.host, e.covered())
		c.plugin = c.plugin || plugged
		switch in := e.in(root); {
		case in && plugged:
			c.worse(Doubtful, fmt.Sprintf("%s has the plugin and calls loci from %s too: what you say is heard twice", c.host.Title, p.file), fmt.Sprintf("`loci setup --remove %s` leaves it to the plugin", c.host.Name))
		case in:
			c.present++
			c.calls = append(c.calls, e.calls(root)...)
		case !plugged && e.list:
			c.missing = append(c.missing, "the hook "+e.path[len(e.path)-1])
		case !plugged:
			c.missing = append(c.missing, "the server")
		}
	}
	return nil
}

// calls returns what an entry starts.
func (e entry) calls(root *node) []call {
	if e.list {
		return e.own.hooks(root.at(e.path).plain())
	}
	return serverCall(root.at(e.path).plain())
}

func (c *checker) check(call call) {
	title, name := c.host.Title, c.host.Name
	if call.off {
		c.worse(Doubtful, "loci is switched off in "+title, "switch it on in the host's own settings")
	}
	if _, err := c.machine.LookPath(call.program); err != nil {
		c.worse(Broken, fmt.Sprintf("%s starts %s, which is not there", title, call.program), fmt.Sprintf("`loci setup --remove %s`, then `loci setup %s`", name, name))
		return
	}
	for _, of := range []struct{ flag, what, here, untold string }{
		{"--db", "", c.here.DB, c.untold.DB},
		{"--org", "org ", c.here.Org, c.untold.Org},
		{"--user", "user ", c.here.User, c.untold.User},
	} {
		told := cmp.Or(call.flag(of.flag), of.untold)
		if told == of.here || of.flag == "--db" && sameFile(c.machine.expand(told), of.here) {
			continue
		}
		c.worse(Doubtful, fmt.Sprintf("%s works with %s%s, this shell with %s", title, of.what, told, of.here),
			fmt.Sprintf("if both shall be one: `loci setup --remove %s`, then `%s`", name, shellLine([]string{"loci", "setup", name, of.flag, of.here})))
	}
}

func sameFile(one, other string) bool {
	if filepath.Clean(one) == filepath.Clean(other) {
		return true
	}
	a, errA := os.Stat(one)
	b, errB := os.Stat(other)
	return errA == nil && errB == nil && os.SameFile(a, b)
}
