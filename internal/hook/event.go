package hook

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/locimem/loci"
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
	folders  []string // in which the host works
	sender   string   // who wrote, where one host serves several people
	platform string
	nobody   bool   // a platform that serves several people does not say who wrote
	aside    bool   // of a sub-agent, or not by a person
	context  []byte // where the model's whole context stands in, if the host tells it
	unread   error  // somebody may have said something in it that was not found
}

// read understands an event. The host is the one that is named, else the one
// that its traces show.
func read(data []byte, named string, getenv func(string) string) (event, error) {
	data = bytes.TrimPrefix(data, []byte("\uFEFF")) // as programs on Windows begin their output
	var fields map[string]any
	in := json.NewDecoder(bytes.NewReader(data))
	in.UseNumber() // an id of many digits stays as it is
	if err := in.Decode(&fields); err != nil {
		if wrong := new(json.UnmarshalTypeError); errors.As(err, &wrong) {
			err = fmt.Errorf("it is of the type %s", wrong.Value)
		}
		return event{}, loci.Errorf(loci.Invalid, "the event is no JSON object: %w", err).WithHint("a host's hook writes one to stdin; `loci hook --help` names the hosts")
	}
	h, err := hostOf(fields, named, getenv)
	if err != nil {
		return event{}, err
	}
	get := func(what string) string { return find(fields, what) }
	e := event{
		host: h, name: get("event"), session: get("session"), turn: get("turn"), prompt: get("prompt"), reply: get("reply"),
		folders: folders(fields), sender: scalar(fields, "sender"), platform: scalar(fields, "platform"),
	}
	if folder := getenv(h.Folder); len(e.folders) == 0 && folder != "" {
		e.folders = []string{folder}
	}
	e.kind = h.kindOf(e.name)
	e.session, e.turn = plainID(e.session), plainID(e.turn)
	e.sender = strings.TrimSpace(e.sender)
	elsewhere := has(fields, "platform") && !e.own() // or it cannot be read
	e.nobody = e.sender == "" && (elsewhere && e.kind != reply || has(fields, "sender"))
	if has(fields, "history") {
		e.context = data
	}
	if e.prompt == "" && e.kind == prompt && !hasText(fields, "prompt") || e.prompt != "" && e.kind == other {
		e.unread = loci.Errorf(loci.Invalid, "an event of %s was not understood; what was said in it is not kept", h.Name).WithHint("this version of %s may be newer than loci", h.Name)
	}
	if said := e.prompt + e.reply; !utf8.Valid(data) && strings.ContainsRune(said, utf8.RuneError) {
		e.prompt, e.reply = "", "" // in which code page it was is a guess, and a wrong one is another name
		e.unread = loci.Errorf(loci.Invalid, "an event of %s is not in UTF-8; what was said in it is not kept", h.Name).WithHint("have the host, or the terminal it runs in, write UTF-8")
	}
	e.aside = get("subagent") != "" || slices.Contains(h.Aside, e.platform) ||
		e.kind == prompt && (!byPerson(get("source")) || h.writes(e.prompt))
	return e, nil
}

// own reports whether only the owner sits at the event's platform.
func (e event) own() bool { return slices.Contains(e.host.Own, e.platform) }

// plainID keeps an id as it is if it can stand in the store, and makes a plain
// one of it otherwise, so that a host's odd ids lose nothing.
func plainID(id string) string {
	const most = 128
	plain := !strings.ContainsFunc(id, func(r rune) bool {
		return !(r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) || strings.ContainsRune("-_.:", r))
	})
	if id == "" || plain && len(id) <= most {
		return id
	}
	return hash(id)
}

// hash is a short name of a text that does not tell it.
func hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:12])
}

// folders are the paths in which a host works, all that it names.
func folders(fields any) []string {
	var out []string
	for _, path := range paths("folder") {
		switch v := at(fields, path).(type) {
		case string:
			out = append(out, v)
		case []any:
			for _, one := range v {
				if s, ok := one.(string); ok {
					out = append(out, s)
				}
			}
		}
	}
	for i, f := range out {
		if u, err := url.Parse(f); err == nil && u.Scheme == "file" {
			out[i] = u.Path
		}
	}
	return slices.DeleteFunc(out, func(f string) bool { return f == "" })
}

// byPerson reports whether a prompt of this source was typed by somebody, which
// hosts that tell none mean.
func byPerson(source string) bool {
	return source == "" || slices.Contains(hosts().Person, source)
}

// paths are the places in an event at which hosts put something.
func paths(what string) []string { return hosts().Paths[what] }

// find returns the text at the first place where one stands.
func find(fields any, what string) string {
	for _, path := range paths(what) {
		if s := textOf(at(fields, path)); s != "" {
			return s
		}
	}
	return ""
}

// has reports whether anything stands there: null and the empty text are how
// hosts say that nothing does.
func has(fields any, what string) bool {
	return slices.ContainsFunc(paths(what), func(path string) bool {
		v := at(fields, path)
		return v != nil && v != ""
	})
}

// hasText reports whether a text stands there, be it an empty one.
func hasText(fields any, what string) bool {
	return slices.ContainsFunc(paths(what), func(path string) bool { _, ok := at(fields, path).(string); return ok })
}

// scalar returns what names somebody or some place: one text or number, and
// nothing that is put together.
func scalar(fields any, what string) string {
	for _, path := range paths(what) {
		switch v := at(fields, path).(type) {
		case string:
			if v != "" {
				return v
			}
		case json.Number:
			return v.String()
		}
	}
	return ""
}

// at returns what stands at a path, nil if nothing does.
func at(v any, path string) any {
	for part := range strings.SplitSeq(path, ".") {
		switch in := v.(type) {
		case map[string]any:
			v = in[part]
		case []any:
			i, err := strconv.Atoi(part)
			if err != nil || i < 0 || i >= len(in) {
				return nil
			}
			v = in[i]
		default:
			return nil
		}
	}
	return v
}

// textOf is the text of a value: a string, a number, a part of a message, or the
// parts of one whose content is a list. The content of a part that is not said
// to be text may be a page.
func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case map[string]any:
		if s, ok := v["text"].(string); ok {
			return s
		}
		if kind, ok := v["type"].(string); !ok || strings.Contains(kind, "text") {
			return textOf(v["content"])
		}
	case []any:
		var parts []string
		for _, part := range v {
			if s := textOf(part); s != "" {
				parts = append(parts, s)
			}
		}
		return strings.Join(parts, "\n")
	}
	return ""
}
