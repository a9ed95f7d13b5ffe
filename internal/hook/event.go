package hook

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"

	"github.com/locimem/loci"
)

//go:embed hosts.toml
var hostsFile string

// host is one program whose events are understood; hosts.toml says what the
// fields mean.
type host struct {
	Name                                  string
	Env, Keys                             []string
	Start, Prompt, Reply, Compact, Inject []string
	Context, Message                      string
	Chars                                 int
}

type table struct {
	Host  []host
	Paths map[string][]string
}

var hosts = sync.OnceValue(func() table {
	var t table
	if _, err := toml.Decode(hostsFile, &t); err != nil {
		panic(fmt.Sprintf("hook: hosts.toml: %v", err)) // embedded: a test reads it
	}
	return t
})

// Hosts lists the names of the hosts, as --host takes them.
func Hosts() []string {
	var names []string
	for _, h := range hosts().Host {
		names = append(names, h.Name)
	}
	return names
}

// kind is what an event means to loci.
type kind int

const (
	other kind = iota
	start
	prompt
	reply
	compact
)

// event is what a host has told.
type event struct {
	host     host
	kind     kind
	name     string // as the host names it
	session  string
	turn     string // the host's id of the exchange; empty if it has none
	prompt   string
	reply    string
	folder   string
	sender   string // who wrote, where one host serves several people
	platform string
	aside    bool // of a sub-agent, or not by a person
}

// read understands an event. The host is the one that is named, else the one
// that its traces show.
func read(data []byte, named string, getenv func(string) string) (event, error) {
	var fields map[string]any
	if err := json.Unmarshal(data, &fields); err != nil {
		return event{}, loci.Errorf(loci.Invalid, "the event is no JSON object: %w", err).WithHint("a host's hook writes one to stdin; `loci hook --help` names the hosts")
	}
	h, err := hostOf(fields, named, getenv)
	if err != nil {
		return event{}, err
	}
	get := func(what string) string { return find(fields, hosts().Paths[what]) }
	e := event{
		host: h, name: get("event"), session: get("session"), turn: get("turn"), prompt: get("prompt"), reply: get("reply"),
		folder: get("folder"), sender: get("sender"), platform: get("platform"),
	}
	for k, names := range map[kind][]string{start: h.Start, prompt: h.Prompt, reply: h.Reply, compact: h.Compact} {
		if slices.Contains(names, e.name) {
			e.kind = k
		}
	}
	e.aside = get("subagent") != "" || e.kind == prompt && !byPerson(get("source"))
	return e, nil
}

// byPerson reports whether a prompt of this source was typed by somebody.
// Hosts that say nothing mean so; others also start turns by themselves.
func byPerson(source string) bool {
	return source == "" || source == "user" || source == "sdk" || source == "external_user"
}

func hostOf(fields map[string]any, named string, getenv func(string) string) (host, error) {
	for _, h := range hosts().Host {
		switch {
		case named != "" && h.Name != named:
		case named != "", slices.ContainsFunc(h.Env, func(v string) bool { return getenv(v) != "" }), hasAll(fields, h.Keys):
			return h, nil
		}
	}
	if named != "" {
		return host{}, loci.Errorf(loci.Invalid, "unknown host %q", named).WithHint("hosts: %s", strings.Join(Hosts(), ", "))
	}
	return host{}, loci.Errorf(loci.Invalid, "cannot tell which host sent this event").WithHint("name it with --host: %s", strings.Join(Hosts(), ", "))
}

func hasAll(fields map[string]any, keys []string) bool {
	return len(keys) > 0 && !slices.ContainsFunc(keys, func(k string) bool { _, ok := fields[k]; return !ok })
}

// find returns the text at the first of the paths that leads to one.
func find(fields any, paths []string) string {
	for _, path := range paths {
		v := fields
		for part := range strings.SplitSeq(path, ".") {
			switch at := v.(type) {
			case map[string]any:
				v = at[part]
			case []any:
				i, err := strconv.Atoi(part)
				if err != nil || i >= len(at) {
					v = nil
					continue
				}
				v = at[i]
			default:
				v = nil
			}
		}
		if s := textOf(v); s != "" {
			return s
		}
	}
	return ""
}

// textOf is the text of a value: a string, or the text parts of a message
// whose content is a list.
func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case []any:
		var parts []string
		for _, part := range v {
			if m, ok := part.(map[string]any); ok {
				if s, ok := m["text"].(string); ok {
					parts = append(parts, s)
				}
			}
		}
		return strings.Join(parts, "\n")
	}
	return ""
}
