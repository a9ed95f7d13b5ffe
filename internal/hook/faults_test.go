package hook_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/locimem/loci"
)

// A gateway that gives no turn ids: a reply goes into the memory of whom it is
// to, or into none.
func TestAReplyIsNobodyElses(t *testing.T) {
	prompt := func(sender string) string {
		return `{"hook_event_name":"pre_llm_call","session_id":"s","extra":{"user_message":"hello, I am ` + sender + `","platform":"telegram","sender_id":"` + sender + `"}}`
	}
	reply := func(sender string) string {
		return `{"hook_event_name":"post_llm_call","session_id":"s","extra":{"assistant_response":"You earn 5000 euros.","platform":"telegram","sender_id":"` + sender + `"}}`
	}
	for name, tt := range map[string]struct {
		events []string
		want   map[string]int
	}{
		"one person":        {[]string{prompt("a"), reply("a")}, map[string]int{"a": 2}},
		"to another":        {[]string{prompt("a"), prompt("b"), reply("a")}, map[string]int{"a": 1, "b": 1}},
		"to whom is unsaid": {[]string{prompt("a"), prompt("b"), reply("")}, map[string]int{"a": 1, "b": 1}},
		"after many":        {[]string{prompt("a"), prompt("b"), prompt("a"), reply("a")}, map[string]int{"a": 2, "b": 1}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			for _, event := range tt.events {
				w.send(event)
			}
			for user, want := range tt.want {
				p := w.mem.Principal()
				p.User = "telegram:" + user
				stats, err := w.mem.Service().Stats(loci.WithPrincipal(t.Context(), p))
				if err != nil || stats.Turns != want {
					t.Errorf("%s: %d messages kept, want %d, %v", user, stats.Turns, want, err)
				}
			}
		})
	}
}

// An event is its host's whatever variables the program has inherited.
func TestVariablesMakeNoHost(t *testing.T) {
	for name, tt := range map[string]struct{ variable, event string }{
		"windsurf in claude": {"CLAUDECODE", `{"agent_action_name":"pre_user_prompt","trajectory_id":"s","tool_info":{"user_prompt":"I live in Porto"}}`},
		"vscode in gemini":   {"GEMINI_PROJECT_DIR", `{"hookEventName":"UserPromptSubmit","sessionId":"s","prompt":"I live in Porto"}`},
		"claude in cursor":   {"CURSOR_VERSION", strings.Replace(claudePrompt, "MESSAGE", "I live in Porto", 1)},
		"codex in claude":    {"CLAUDECODE", `{"session_id":"s","hook_event_name":"UserPromptSubmit","turn_id":"t","prompt":"I live in Porto"}`},
		"gemini in claude":   {"CLAUDECODE", `{"session_id":"s","hook_event_name":"BeforeAgent","prompt":"I live in Porto"}`},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.env[tt.variable] = "1"
			w.send(tt.event)
			if got := w.memories(); got != "I live in Porto" {
				t.Errorf("memories %q", got)
			}
		})
	}
}

// A prompt of another shape is read, or it is said that it was not.
func TestNoPromptIsLostSilently(t *testing.T) {
	for prompt, want := range map[string]string{
		`{"text":"I live in Porto"}`:                                                                     "I live in Porto",
		`[{"type":"text","content":"I live in Porto"}]`:                                                  "I live in Porto",
		`{"content":[{"type":"text","text":"I live in Porto"}]}`:                                         "I live in Porto",
		`[{"type":"tool_result","content":"I live in Moscow"},{"type":"text","text":"I live in Porto"}]`: "I live in Porto",
		`{"words":"I live in Porto"}`:                                                                    "",
		`null`:                                                                                           "",
	} {
		w := newWorld(t)
		_, err := w.try(strings.Replace(claudePrompt, `"MESSAGE"`, prompt, 1))
		if got := w.memories(); got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q %v", prompt, got, err)
		}
	}
	w := newWorld(t)
	if _, err := w.try(strings.Replace(claudePrompt, "UserPromptSubmit", "PromptOfTomorrow", 1)); loci.CodeOf(err) != loci.Invalid {
		t.Errorf("an unknown event: %v", err)
	}
	w.send(strings.Replace(claudePrompt, "MESSAGE", "", 1))
}

// Only what nobody else can know shows that the model has the block.
func TestAPageDoesNotHideTheBlock(t *testing.T) {
	w := newWorld(t)
	ask := strings.Replace(hermes("2", "cli", `""`, "what can I eat?"), `"platform"`,
		`"conversation_history":[{"role":"tool","content":"see <loci-context docs> and <loci-context 0123456789abcdef>"}],"platform"`, 1)
	w.send(hermes("1", "cli", `""`, "I am allergic to peanuts"))
	for range 2 {
		if got := w.send(ask); !strings.Contains(got, "peanuts") {
			t.Errorf("the block is missing: %s", got)
		}
	}
}

func TestAPlatformIsAText(t *testing.T) {
	w := newWorld(t)
	_, err := w.try(strings.Replace(hermes("t", "X", `""`, "I live in Porto"), `"X"`, `["cli"]`, 1))
	if got := w.memories(); got != "" || loci.CodeOf(err) != loci.Denied {
		t.Errorf("a list is the owner's terminal: %q %v", got, err)
	}
}

// What a hook leaves behind tells a message to nobody who tries messages.
func TestNoTraceOfAMessageCanBeTried(t *testing.T) {
	const said = "I live in Porto"
	left := func() string {
		w := newWorld(t)
		w.say(said)
		w.say("where do I live?")
		var out bytes.Buffer
		if _, err := w.mem.Service().Export(t.Context(), &out, loci.ExportRequest{Turns: true}); err != nil {
			t.Fatal(err)
		}
		sessions, _ := filepath.Glob(filepath.Join(w.dir, "hook", "*.json"))
		for _, name := range sessions {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			out.Write(data)
		}
		return out.String()
	}
	id := regexp.MustCompile(`\bp\.([0-9a-f]{8})`)
	one, other := id.FindStringSubmatch(left()), id.FindStringSubmatch(left())
	if one == nil || other == nil || one[1] == other[1] {
		t.Errorf("two memories name a message alike: %q %q", one, other)
	}
	if sum := sha256.Sum256([]byte(said)); one[1] == hex.EncodeToString(sum[:4]) {
		t.Error("the name is a hash that anybody can try")
	}
}
