package setup

import (
	"maps"
	"path/filepath"
	"slices"

	"github.com/locimem/loci"
)

// programs are files that are loci, beside those that are called so.
type programs []string

// programFile is how a release calls the program: loci, or loci_1.2_linux_amd64.
var programFile = expression(`(?i)^(?:.*[/\\])?loci(?:[_-][\w.-]*)?(?:\.exe)?$`)

// has reports whether a file is loci.
func (p programs) has(file string) bool {
	return programFile().MatchString(file) ||
		slices.ContainsFunc(p, func(own string) bool { return sameFile(own, file) })
}

// own are the programs that are known to be loci in a file: those that run or
// are wired now, and the one that an earlier setup has put there.
func (m Machine) own(file string, w Wiring) programs {
	r, _ := m.receipt(file)
	return slices.DeleteFunc(programs{m.Program, w.Program, r.Program}, func(s string) bool { return s == "" })
}

// buildFolder is where `go run` and `go test` leave programs for a while.
var buildFolder = expression(`[/\\]go-build\d*[/\\]`)

// CheckProgram refuses a program that hosts cannot be told to start, since it
// will be gone: from Go's build cache, or from temp, the folder for temporary files.
func CheckProgram(path, temp string) error {
	if buildFolder().MatchString(path) {
		return loci.Errorf(loci.Invalid, "%s lies in Go's build cache and will not stay there", path).
			WithHint("`go install ./cmd/loci`, and run `loci setup` with what that installs")
	}
	if in, err := filepath.Rel(temp, path); err == nil && filepath.IsLocal(in) {
		return loci.Errorf(loci.Invalid, "%s lies in a temporary folder and will not stay there", path).
			WithHint("move it to a folder on PATH, and run `loci setup` there")
	}
	return nil
}

// hook reads a command line as a call of `loci hook`.
func (p programs) hook(line string) (call, bool) {
	c := callOf(line)
	return c, len(c.args) > 0 && c.args[0] == "hook" && p.has(c.program)
}

// hooks returns what an event starts, as far as it is loci.
func (p programs) hooks(event any) []call {
	var out []call
	for _, line := range commandLines(event) {
		if c, ok := p.hook(line); ok {
			out = append(out, c)
		}
	}
	return out
}

// serverCall returns what the entry of an MCP server starts, nothing if it is
// elsewhere.
func serverCall(entry any) []call {
	words := commandOf(entry)
	if len(words) == 0 {
		return nil
	}
	fields := entry.(map[string]any)
	c := call{program: words[0], args: words[1:], off: fields["enabled"] == false || fields["disabled"] == true}
	for _, key := range []string{"env", "envs", "environment"} {
		if env, ok := fields[key].(map[string]any); ok {
			c.env = env
		}
	}
	return []call{c}
}

// serves reports whether the entry of a server starts loci, and not another
// program, or a place on the network, that goes by its name.
func (p programs) serves(entry any) bool { return slices.ContainsFunc(commandOf(entry), p.has) }

// commandOf returns the words of an MCP server's command; none if it is elsewhere.
func commandOf(server any) []string {
	entry, _ := server.(map[string]any)
	var words []string
	for _, key := range []string{"command", "cmd", "args"} {
		words = append(words, texts(entry[key])...)
	}
	return words
}

// texts returns the strings in a value.
func texts(v any) []string {
	var out []string
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		for _, one := range v {
			out = append(out, texts(one)...)
		}
	case map[string]any:
		for _, one := range v {
			out = append(out, texts(one)...)
		}
	}
	return out
}

// commandLines returns the command lines in what a host runs at an event.
func commandLines(event any) []string {
	var out []string
	switch v := event.(type) {
	case []any:
		for _, one := range v {
			out = append(out, commandLines(one)...)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if line, ok := v[key].(string); ok && commandKey(key) {
				out = append(out, line)
			} else {
				out = append(out, commandLines(v[key])...)
			}
		}
	}
	return out
}

// commandKey reports whether hosts name the command line of a hook so.
func commandKey(key string) bool {
	return key == "command" || key == "bash" || key == "powershell"
}

// any reports whether an event runs a hook of ours.
func (p programs) any(event any) bool { return len(p.hooks(event)) > 0 }

// only reports whether an event runs our hooks and nothing else.
func (p programs) only(event any) bool {
	ours := len(p.hooks(event))
	return ours > 0 && ours == len(commandLines(event))
}

// foreign returns what others run at an event.
func (p programs) foreign(event any) any {
	switch v := event.(type) {
	case []any:
		out := []any{}
		for _, one := range v {
			if !p.only(one) {
				out = append(out, p.foreign(one))
			}
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for key, one := range v {
			out[key] = p.foreign(one)
		}
		return out
	}
	return event
}
