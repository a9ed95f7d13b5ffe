package setup

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
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

// Memory is the file that this shell works with, and the one that a host works
// with that is told nothing.
type Memory struct{ Here, Default string }

// Check looks at what a host's configuration files say of loci.
func (m Machine) Check(h Host, mem Memory) Status {
	c := checker{machine: m, host: h, memory: mem}
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
	machine Machine
	host    Host
	memory  Memory

	plugin  bool
	present int // entries
	missing []string
	calls   []call

	worst        State
	detail, hint string
}

// call is one place where a host starts loci.
type call struct {
	program string
	args    []string
	env     map[string]any
	off     bool
}

// flag returns what a call gives for a flag, or for its variable.
func (c call) flag(name string) string {
	said, _ := c.env["LOCI_"+strings.ToUpper(strings.TrimPrefix(name, "--"))].(string)
	for i, arg := range c.args {
		if value, ok := strings.CutPrefix(arg, name+"="); ok {
			said = value
		} else if arg == name && i+1 < len(c.args) {
			said = c.args[i+1]
		}
	}
	return said
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
		return hookCalls(root.at(e.path).plain())
	}
	return serverCall(root.at(e.path).plain())
}

// hookCalls returns what a list of hooks starts, as far as it is loci.
func hookCalls(v any) []call {
	var out []call
	for _, line := range hooks(v) {
		if !hookCommand.MatchString(line) {
			continue
		}
		if c := commandLine(line); c.program != "" {
			out = append(out, c)
		}
	}
	return out
}

// commandLine reads a line as a shell does: variables of its own, then the
// program. Without a program is a line that no shell would run.
func commandLine(line string) call {
	words, c := split(line), call{env: map[string]any{}}
	for i, word := range words {
		name, value, variable := strings.Cut(word, "=")
		switch {
		case word == "&": // of PowerShell
		case variable && variableName.MatchString(name):
			c.env[name] = value
		default:
			c.program, c.args = word, words[i+1:]
			return c
		}
	}
	return c
}

var variableName = regexp.MustCompile(`^\w+$`)

// serverCall returns what the entry of an MCP server starts, nothing if it is
// elsewhere.
func serverCall(v any) []call {
	entry, ok := v.(map[string]any)
	words := commandOf(entry)
	if !ok || len(words) == 0 {
		return nil
	}
	c := call{program: words[0], args: words[1:], off: entry["enabled"] == false || entry["disabled"] == true}
	for _, key := range []string{"env", "envs", "environment"} {
		if env, ok := entry[key].(map[string]any); ok {
			c.env = env
		}
	}
	return []call{c}
}

// split takes a command line apart as a shell would.
func split(line string) []string {
	var words []string
	var word strings.Builder
	var quote rune
	open := false
	for i, r := range line + " " {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"') && !strings.HasSuffix(line[:i], `\`):
			quote, open = r, true
		case quote == 0 && r == ' ':
			if open {
				words = append(words, word.String())
			}
			word.Reset()
			open = false
		case quote == 0 && r == '\\' && i+1 < len(line) && strings.IndexByte(`'"`, line[i+1]) >= 0: // escapes a quote
		default:
			word.WriteRune(r)
			open = true
		}
	}
	return words
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
	db := cmp.Or(call.flag("--db"), c.memory.Default)
	if !sameFile(c.machine.expand(db), c.memory.Here) {
		c.worse(Doubtful, fmt.Sprintf("%s works with %s, this shell with %s", title, db, c.memory.Here), fmt.Sprintf("if both shall be one: `loci setup --remove %s`, then `loci setup %s` here", name, name))
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
