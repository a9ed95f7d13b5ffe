package transcript

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
)

// detectLines is how many lines are looked at for what wrote them.
const detectLines = 50

// Detect tells the format of a file by its beginning and its name.
func Detect(head []byte, name string) Format {
	head = bytes.TrimSpace(bytes.TrimPrefix(head, bom))
	if slices.Contains([]string{".jsonl", ".ndjson"}, strings.ToLower(filepath.Ext(name))) {
		return ofLines(head)
	}
	if len(head) == 0 || head[0] != '[' && head[0] != '{' {
		return Text
	}
	inner := bytes.TrimSpace(head[1:])
	list := head[0] == '[' && bytes.HasPrefix(inner, []byte("{"))
	object := head[0] == '{' && len(inner) > 0 && (inner[0] == '"' || inner[0] == '}')
	if !list && !object {
		return Text
	}
	keys := topKeys(head)
	switch {
	case keys.any("mapping", "current_node"):
		return ChatGPT
	case list && keys.any("role"):
		return Messages
	case list, keys.any("sample_id", "qa", "speaker_a", "session_1"):
		return LoCoMo
	}
	return ofLines(head)
}

// ofLines tells whose lines of JSON these are.
func ofLines(head []byte) Format {
	for i, line := range bytes.Split(head, []byte("\n")) {
		keys := topKeys(line)
		switch {
		case i == detectLines || keys.any("role", "speaker") && keys.any("text"):
			return JSONL
		case keys.any("parentUuid", "leafUuid", "sessionId"):
			return Claude
		case keys.any("type") && keys.any("payload"), keys.any("type") && keys.any("content") && keys.any("role"):
			return Codex
		}
	}
	return JSONL
}

type keySet []string

func (k keySet) any(names ...string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return slices.Contains(k, n) })
}

// topKeys lists the keys of an object, or of the first in a list, as far as it is
// there.
func topKeys(data []byte) keySet {
	dec := json.NewDecoder(bytes.NewReader(data))
	for {
		open, err := dec.Token()
		if err != nil || open != json.Delim('{') && open != json.Delim('[') {
			return nil
		}
		if open == json.Delim('{') {
			break
		}
	}
	var out keySet
	for dec.More() {
		key, err := dec.Token()
		name, ok := key.(string)
		if err != nil || !ok {
			break
		}
		out = append(out, name)
		var value json.RawMessage
		if dec.Decode(&value) != nil {
			break
		}
	}
	return out
}
