package hook

import (
	"encoding/json"
	"slices"
	"strings"
)

// answer is what a host is told, in the shape that it wants.
type answer struct {
	context string // for the model
	message string // for the user
	user    string // whose memory the host's tools are to use
}

// encode returns one JSON object, or nothing where there is nothing to say or
// the host would not take it.
func (a answer) encode(e event) []byte {
	out := map[string]any{}
	if a.context != "" && e.host.Context != "" && slices.Contains(e.host.Inject, e.name) {
		set(out, e.host.Context, a.context)
		if inner, ok := out["hookSpecificOutput"].(map[string]any); ok {
			inner["hookEventName"] = e.name
		}
	}
	if a.message != "" && e.host.Message != "" {
		set(out, e.host.Message, a.message)
	}
	if a.user != "" && e.host.User != "" && e.kind == prompt {
		set(out, e.host.User, a.user)
	}
	if len(out) == 0 {
		return nil
	}
	data, err := json.Marshal(out)
	if err != nil {
		return nil // strings always marshal
	}
	return append(data, '\n')
}

func set(out map[string]any, path, value string) {
	first, rest, nested := strings.Cut(path, ".")
	if !nested {
		out[first] = value
		return
	}
	inner, ok := out[first].(map[string]any)
	if !ok {
		inner = map[string]any{}
		out[first] = inner
	}
	set(inner, rest, value)
}
