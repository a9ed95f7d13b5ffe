package hook_test

import (
	"strings"
	"testing"
)

// Each host's own events: the prompt teaches, the next prompt is answered with
// what was taught, at the place where that host looks for it.
func TestHosts(t *testing.T) {
	tests := []struct {
		host   string
		env    map[string]string
		prompt string // %s: the message
		where  string // a key path of the answer; empty: this host takes none
		quiet  string // what it is told where there is nothing to show
		always bool   // shown each time, since the model does not keep it
	}{
		{"claude-code", map[string]string{"CLAUDECODE": "1"},
			`{"session_id":"s","transcript_path":"/t.jsonl","cwd":"/w","hook_event_name":"UserPromptSubmit","prompt_id":"%s","prompt":"%s","source":"user"}`, "hookSpecificOutput.additionalContext", "", false},
		{"codex", nil,
			`{"session_id":"s","transcript_path":"/t","cwd":"/w","hook_event_name":"UserPromptSubmit","model":"m","turn_id":"%s","prompt":"%s"}`, "hookSpecificOutput.additionalContext", "", false},
		{"gemini", map[string]string{"GEMINI_SESSION_ID": "s", "CLAUDE_PROJECT_DIR": "/w"},
			`{"session_id":"s","cwd":"/w","hook_event_name":"BeforeAgent","timestamp":"%s","prompt":"<hook_context>I live in Rome</hook_context>\n\n%s"}`, "hookSpecificOutput.additionalContext", "", false},
		{"cursor", nil,
			`{"conversation_id":"s","generation_id":"%s","hook_event_name":"beforeSubmitPrompt","workspace_roots":["/w"],"prompt":"%s"}`, "additional_context", "", false},
		{"hermes", nil,
			`{"hook_event_name":"pre_llm_call","tool_name":null,"session_id":"s","cwd":"/w","extra":{"turn_id":"%s","user_message":"%s","platform":"cli","sender_id":null}}`, "context", `{"user":"me"}`, false},
		{"goose", nil, `{"event":"UserPromptSubmit","working_dir":"/w","session_id":"s","turn_id":"%s","message":"%s"}`, "", "", false},
		{"windsurf", nil, `{"agent_action_name":"pre_user_prompt","trajectory_id":"s","execution_id":"%s","tool_info":{"user_prompt":"%s"}}`, "", "", false},
		{"openclaw", nil, `{"hook_event_name":"before_prompt_build","runId":"%s","sessionId":"s","sessionKey":"agent:main:main","prompt":"%s"}`, "prependContext", `{"user":"me"}`, true},
		{"devin", map[string]string{"DEVIN_PROJECT_DIR": "/w"}, `{"hook_event_name":"UserPromptSubmit","session_id":"bramble-scorpion","prompt_id":"%s","prompt":"%s"}`, "hookSpecificOutput.additionalContext", "", false},
		{"loci", nil, `{"loci_event":"prompt","session_id":"s","turn_id":"%s","prompt":"%s"}`, "context", "", true},
	}
	for _, tt := range tests {
		t.Run(tt.host, func(t *testing.T) {
			w := newWorld(t)
			w.env = tt.env
			event := func(id, message string) string {
				return strings.Replace(strings.Replace(tt.prompt, "%s", id, 1), "%s", message, 1)
			}
			if got := w.send(event("1", "I am allergic to peanuts")); strings.TrimSpace(got) != tt.quiet {
				t.Errorf("an empty memory said %s", got)
			}
			if got := w.memories(); got != "I am allergic to peanuts" {
				t.Errorf("memories: %q", got)
			}
			got := w.send(event("2", "what can I eat?"))
			if tt.where == "" {
				if got != "" {
					t.Errorf("this host takes no context, and got %s", got)
				}
				return
			}
			if s := at(t, got, tt.where); !strings.Contains(s, "allergic to peanuts") {
				t.Errorf("answer %s", got)
			}
			if tt.always {
				got = w.send(event("3", "and what else?"))
			}
			if again := w.send(event("3", "and what else?")); again != got && tt.always || strings.TrimSpace(again) != tt.quiet && !tt.always {
				t.Errorf("the same block again: %s", again)
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
		"devin by its keys":  {"OTHER", `{"session_id":"s","hook_event_name":"UserPromptSubmit","prompt_id":"p","prompt":"I live in Porto"}`},
		"claude in devin":    {"DEVIN_PROJECT_DIR", strings.Replace(claudePrompt, "MESSAGE", "I live in Porto", 1)},
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
