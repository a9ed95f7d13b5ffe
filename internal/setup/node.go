package setup

import (
	"maps"
	"regexp"
	"slices"

	"github.com/locimem/loci"
)

// node is a value of a configuration file and where it stands in the text.
type node struct {
	kind       kind
	start, end int
	items      []item      // of an object or a list
	value      any         // of a scalar
	block      bool        // YAML by indentation, not between brackets
	tables     []tomlTable // of TOML: those of it and below it
}

type kind int

const (
	scalar kind = iota
	object
	list
)

// item is a member of an object, or an element of a list, which has no key.
type item struct {
	key   string
	start int // of the key or the dash, else of the value
	*node
}

// index returns which member has that name, the last if several do, since that
// is the one that counts; -1 if none does.
func (n *node) index(key string) int {
	if n.kind != object {
		return -1
	}
	for i, it := range slices.Backward(n.items) {
		if it.key == key {
			return i
		}
	}
	return -1
}

// member returns the member of that name.
func (n *node) member(key string) (item, bool) {
	i := n.index(key)
	if i < 0 {
		return item{}, false
	}
	return n.items[i], true
}

// at returns what stands at a path of keys, nil if nothing does.
func (n *node) at(path []string) *node {
	for _, key := range path {
		it, ok := n.member(key)
		if !ok {
			return nil
		}
		n = it.node
	}
	return n
}

// isNull reports whether nothing has been said yet, as in "hooks:" alone.
func (n *node) isNull() bool { return n.kind == scalar && n.value == nil }

// plain returns the value as encoding/json would.
func (n *node) plain() any {
	switch n.kind {
	case object:
		out := map[string]any{}
		for _, it := range n.items {
			out[it.key] = it.plain()
		}
		return out
	case list:
		out := []any{}
		for _, it := range n.items {
			out = append(out, it.plain())
		}
		return out
	}
	return n.value
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

// program is how the file of the program is called: loci, or as a release
// names it, loci_1.2_linux_amd64.
const program = `loci(?:[_-][\w.-]*)?(?:\.exe)?`

// hookCommand is a command line that calls `loci hook`, wherever loci stands and
// whatever variables are set for it.
var hookCommand = regexp.MustCompile(`(?i)^(?:&\s+)?(?:\w+=\S*\s+)*(?:'(?:(?:[^']|'\\'')*[/\\])?` + program +
	`'|"(?:[^"]*[/\\])?` + program + `"|(?:\S*[/\\])?` + program + `) hook(?: |$)`)

var programFile = regexp.MustCompile(`(?i)^(?:.*[/\\])?` + program + `$`)

// buildFolder is where `go run` and `go test` leave programs for a while.
var buildFolder = regexp.MustCompile(`[/\\]go-build\d*[/\\]`)

// CheckProgram refuses a program that hosts cannot be told to start: one that
// will be gone, or that setup would not know again by its name.
func CheckProgram(path string) error {
	switch {
	case buildFolder.MatchString(path):
		return loci.Errorf(loci.Invalid, "%s lies in Go's build cache and will not stay there", path).
			WithHint("`go install ./cmd/loci`, and run `loci setup` with what that installs")
	case !programFile.MatchString(path):
		return loci.Errorf(loci.Invalid, "%s is not called loci, and setup would not know its own entries again", path).
			WithHint("call it loci, or put a link of that name to it on PATH")
	}
	return nil
}

// startsLoci reports whether a server is the program, and not another one, or a
// place on the network, that goes by its name.
func startsLoci(server any) bool {
	entry, ok := server.(map[string]any)
	return ok && slices.ContainsFunc(commandOf(entry), programFile.MatchString)
}

// commandOf returns the words of an MCP server's command; none if it is elsewhere.
func commandOf(server map[string]any) []string {
	var words []string
	for _, key := range []string{"command", "cmd", "args"} {
		words = append(words, texts(server[key])...)
	}
	return words
}

// hooks returns the command lines in what a host runs at an event.
func hooks(v any) []string {
	var out []string
	switch v := v.(type) {
	case []any:
		for _, one := range v {
			out = append(out, hooks(one)...)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if line, ok := v[key].(string); ok && commandKey(key) {
				out = append(out, line)
			} else {
				out = append(out, hooks(v[key])...)
			}
		}
	}
	return out
}

// hasOurs reports whether something runs a hook of ours.
func hasOurs(v any) bool { return slices.ContainsFunc(hooks(v), hookCommand.MatchString) }

// onlyOurs reports whether something runs our hooks and nothing else.
func onlyOurs(v any) bool {
	foreign := func(line string) bool { return !hookCommand.MatchString(line) }
	return hasOurs(v) && !slices.ContainsFunc(hooks(v), foreign)
}

// commandKey reports whether hosts name the command line of a hook so.
func commandKey(key string) bool {
	return key == "command" || key == "bash" || key == "powershell"
}
