package hook_test

import (
	"strings"
	"testing"
)

// A memory that listens to what it has caused itself fills up with itself:
// events of a program that loci has started, of its own tools, and of a message
// that only hands its own block back keep nothing.
func TestFieldBug_K7_cm2171(t *testing.T) {
	const tool = `{"session_id":"s","transcript_path":"/t","cwd":"/w","hook_event_name":"PostToolUse","tool_name":"mcp__loci__remember",` +
		`"tool_input":{"content":"I live in Porto"},"tool_response":"added: I live in Porto"}`
	prompt := func(message string) string { return strings.Replace(claudePrompt, "MESSAGE", message, 1) }
	for name, tt := range map[string]struct {
		env   map[string]string
		event string
	}{
		"a program that loci has started": {map[string]string{"LOCI_HOOK": "1"}, prompt("I live in Porto")},
		"its own tool":                    {nil, tool},
		"its own block":                   {nil, prompt(`<loci-context f48441ea38a76ecb>\n- [preferences 342e702a] I live in Porto\n</loci-context f48441ea38a76ecb>`)},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.env = tt.env
			w.send(tt.event)
			stats, err := w.mem.Service().Stats(t.Context())
			if err != nil || stats.Turns != 0 || w.memories() != "" {
				t.Errorf("%d turns kept, memories %q, %v", stats.Turns, w.memories(), err)
			}
		})
	}
}
