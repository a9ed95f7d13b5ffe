package hook

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"

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
	Context, Message, User, Folder        string
	Fleeting                              bool
	Chars                                 int
	Own, Aside, Machine                   []string
}

type table struct {
	Person []string
	Host   []host
	Paths  map[string][]string
}

var hosts = sync.OnceValue(func() table {
	var t table
	if err := toml.Unmarshal([]byte(hostsFile), &t); err != nil {
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

// hostOf judges by what stands in the event. Variables alone make no host: they
// are inherited by other hosts that one has started.
func hostOf(fields map[string]any, named string, getenv func(string) string) (host, error) {
	all, name := hosts().Host, find(fields, "event")
	if named != "" {
		if i := slices.IndexFunc(all, func(h host) bool { return h.Name == named }); i >= 0 {
			return all[i], nil
		}
		return host{}, loci.Errorf(loci.Invalid, "unknown host %q", named).WithHint("hosts: %s", strings.Join(Hosts(), ", "))
	}
	var know, sent []host
	for _, h := range all {
		knows := h.kindOf(name) != other
		switch {
		case h.sent(fields, getenv) && knows:
			return h, nil
		case h.sent(fields, getenv): // one of its other events
			sent = append(sent, h)
		case knows:
			know = append(know, h)
		}
	}
	if len(know) == 1 { // nobody else has such an event
		return know[0], nil
	}
	if len(sent) > 0 {
		return sent[0], nil
	}
	return host{}, loci.Errorf(loci.Invalid, "cannot tell which host sent this event").WithHint("name it with --host: %s", strings.Join(Hosts(), ", "))
}

// sent reports whether an event has the host's keys.
func (h host) sent(fields map[string]any, getenv func(string) string) bool {
	keys := h.Keys
	if slices.ContainsFunc(h.Env, func(v string) bool { return getenv(v) != "" }) {
		keys = keys[:1]
	}
	return !slices.ContainsFunc(keys, func(k string) bool { _, ok := fields[k]; return !ok })
}

// kindOf is what an event of this name means, coming from the host.
func (h host) kindOf(name string) kind {
	for k, names := range map[kind][]string{start: h.Start, prompt: h.Prompt, reply: h.Reply, compact: h.Compact} {
		if slices.Contains(names, name) {
			return k
		}
	}
	return other
}

// writes reports whether a prompt is one that the host gives itself.
func (h host) writes(prompt string) bool {
	return slices.ContainsFunc(h.Machine, func(begin string) bool { return strings.HasPrefix(prompt, begin) })
}
