package guard

import (
	"encoding/json"
	"testing"
)

// turnsOf collects the values of every "text" in a JSON document.
func turnsOf(t *testing.T, raw []byte) []string {
	t.Helper()
	var doc any
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	var out []string
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				walk(e)
			}
		case map[string]any:
			if s, ok := v["text"].(string); ok {
				out = append(out, s)
			}
			for _, e := range v {
				walk(e)
			}
		}
	}
	walk(doc)
	return out
}
