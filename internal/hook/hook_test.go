package hook_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/hook"
)

func TestTheUserSeesWhatWasRemembered(t *testing.T) {
	w := newWorld(t)
	w.say("I live in Porto")
	if got := at(t, w.send(claudeStop), "systemMessage"); got != "remembered: I live in Porto" {
		t.Errorf("message %q", got)
	}
	if got := w.memories(); got != "I live in Porto" {
		t.Errorf("the assistant's words became a memory: %s", got)
	}
	w.send(strings.Replace(strings.Replace(claudePrompt, "MESSAGE", "hello there", 1), `"p"`, `"q"`, 1))
	if got := w.send(strings.Replace(claudeStop, `"p"`, `"q"`, 1)); got != "" {
		t.Errorf("nothing was learnt, and yet: %s", got)
	}
}

// What a message says over and over is told once, and crowds nothing else out.
func TestFieldBug_Brk4_14_RepeatedFactsAreToldOnce(t *testing.T) {
	w := newWorld(t)
	w.say("I have a cat. " + strings.Repeat("I live in Porto. ", 30))
	if got := at(t, w.send(claudeStop), "systemMessage"); got != "remembered: I live in Porto; I have a cat" && got != "remembered: I have a cat; I live in Porto" {
		t.Errorf("message %q", got)
	}
}

// What a message takes back is told as well, and what it cannot do, with the way.
func TestTheUserSeesWhatWasForgotten(t *testing.T) {
	w := newWorld(t)
	w.say("I live in Porto")
	next := func(event string) string { return strings.Replace(event, `"p"`, `"q"`, 1) }
	w.send(next(strings.Replace(claudePrompt, "MESSAGE", "I don't live in Porto anymore", 1)))
	if got := at(t, w.send(next(claudeStop)), "systemMessage"); got != "no longer current: I live in Porto" {
		t.Errorf("message %q", got)
	}
	said := w.send(strings.Replace(claudePrompt, "MESSAGE", "Vergiss alles, was du über mich weißt.", 1))
	if got := at(t, said, "systemMessage"); !strings.Contains(got, "loci forget --everything") {
		t.Errorf("message %q", got)
	}
}

func TestAnEventThatComesTwiceIsKeptOnce(t *testing.T) {
	w := newWorld(t)
	w.say("I live in Porto")
	w.say("I live in Porto")
	stats, err := w.mem.Service().Stats(t.Context())
	if err != nil || stats.Turns != 1 {
		t.Errorf("%d turns, %v", stats.Turns, err)
	}
}

func TestNotListening(t *testing.T) {
	tests := []struct {
		name  string
		setup func(w *world)
		event string
	}{
		{"sub-agent", nil, strings.Replace(claudePrompt, `"cwd"`, `"agent_id":"a1","cwd"`, 1)},
		{"woken by a timer", nil, strings.Replace(claudePrompt, `"cwd"`, `"source":"loop_wakeup","cwd"`, 1)},
		{"off the record", nil, strings.Replace(claudePrompt, "MESSAGE", "MESSAGE, but don't remember this", 1)},
		{"off the record in Portuguese", nil, strings.Replace(claudePrompt, "MESSAGE", "MESSAGE, mas não guardes isto", 1)},
		{"paused", func(w *world) { pause(w, hook.Pause{}) }, claudePrompt},
		{"paused for an hour", func(w *world) { pause(w, hook.Pause{Until: w.now.Add(time.Hour)}) }, claudePrompt},
		{"paused above this folder", func(w *world) { pause(w, hook.Pause{Folder: "/home/me/work"}) }, claudePrompt},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			if tt.setup != nil {
				tt.setup(w)
			}
			w.send(strings.Replace(tt.event, "MESSAGE", "I live in Porto", 1))
			w.send(claudeStop)
			stats, err := w.mem.Service().Stats(t.Context())
			if err != nil || stats.Turns != 0 || w.memories() != "" {
				t.Errorf("%d turns kept, memories %q, %v", stats.Turns, w.memories(), err)
			}
		})
	}
}

// A reply belongs to the message it answers: if that is off the record, was
// written while paused, or by somebody else, so is the reply.
func TestRepliesFollowTheirMessage(t *testing.T) {
	stop := func(id string) string {
		return `{"session_id":"s","transcript_path":"/t","cwd":"/w","hook_event_name":"Stop","prompt_id":"` + id + `","last_assistant_message":"You earn 5000 euros."}`
	}
	say := func(id, message string) string {
		return `{"session_id":"s","transcript_path":"/t","cwd":"/w","hook_event_name":"UserPromptSubmit","prompt_id":"` + id + `","prompt":"` + message + `"}`
	}
	t.Run("paused", func(t *testing.T) {
		w := newWorld(t)
		w.send(say("a1", "hello there"))
		pause(w, hook.Pause{})
		w.send(say("a2", "I earn 5000 euros"))
		if err := hook.EndPause(filepath.Join(w.dir, "paused"), "", true); err != nil {
			t.Fatal(err)
		}
		w.send(stop("a2"))
		w.turns(1)
	})
	t.Run("another message", func(t *testing.T) {
		w := newWorld(t)
		w.send(say("a1", "I earn 5000 euros, don't remember this"))
		w.send(say("a2", "hello there"))
		w.send(stop("a1"))
		w.turns(1)
		w.send(stop("a2"))
		w.turns(2)
	})
	t.Run("nobody, or no person", func(t *testing.T) {
		for _, passed := range []string{
			`{"loci_event":"prompt","session_id":"z","platform":"telegram","prompt":"I earn 5000 euros"}`,
			`{"loci_event":"prompt","session_id":"z","source":"timer","prompt":"I earn 5000 euros"}`,
		} {
			w := newWorld(t)
			w.send(`{"loci_event":"prompt","session_id":"z","prompt":"hello there"}`)
			w.try(passed)
			w.send(`{"loci_event":"reply","session_id":"z","reply":"You earn 5000 euros."}`)
			w.turns(1)
		}
	})
	t.Run("of a person behind a gateway", func(t *testing.T) {
		w := newWorld(t)
		w.send(hermes("t1", "telegram", "42", "I live in Porto"))
		w.send(`{"hook_event_name":"post_llm_call","session_id":"s","extra":{"turn_id":"t1","assistant_response":"Noted.","platform":"telegram"}}`)
		w.turns(0) // nothing of it is the owner's
	})
}

func TestACommandIsAnswered(t *testing.T) {
	w := newWorld(t)
	w.say("I live in Porto")
	answer := w.send(strings.Replace(strings.Replace(claudePrompt, "MESSAGE", "/memory list", 1), `"p"`, `"p2"`, 1))
	if got := at(t, answer, "systemMessage"); !strings.Contains(got, "I live in Porto") {
		t.Errorf("answer %s", answer)
	}
	if answer = w.say("/thread summarize"); strings.TrimSpace(answer) != "" {
		t.Errorf("of what the model does itself it is told %s", answer)
	}
}

// After a compaction the model has lost the block and gets it again.
func TestCompactionShowsTheBlockAgain(t *testing.T) {
	w := newWorld(t)
	w.say("I live in Porto")
	start := `{"session_id":"s","transcript_path":"/t","hook_event_name":"SessionStart","source":"startup"}`
	if first, again := w.send(start), w.send(start); first == "" || again == "" {
		t.Fatal("a session that begins gets no block")
	}
	w.send(`{"session_id":"s","transcript_path":"/t","hook_event_name":"PreCompact","trigger":"auto"}`)
	if w.say("where do I live?") == "" {
		t.Error("after the compaction the block is missing")
	}
}

// What the host says is no longer in the model's context is shown again.
func TestABlockThatIsGoneComesBack(t *testing.T) {
	ask := func(turn, history string) string {
		return strings.Replace(hermes(turn, "cli", `""`, "what can I eat?"), `"platform"`, `"conversation_history":[`+history+`],"platform"`, 1)
	}
	w := newWorld(t)
	w.send(hermes("1", "cli", `""`, "I am allergic to peanuts"))
	shown := w.send(ask("2", `{"role":"user","content":"hello"}`))
	if !strings.Contains(shown, "peanuts") {
		t.Fatalf("answer %s", shown)
	}
	block, err := json.Marshal(at(t, shown, "context"))
	if err != nil {
		t.Fatal(err)
	}
	if again := w.send(ask("3", `{"role":"user","content":"hello","api_content":`+string(block)+`}`)); strings.Contains(again, "peanuts") {
		t.Errorf("the model has it: %s", again)
	}
	if again := w.send(ask("4", `{"role":"user","content":"a summary"}`)); !strings.Contains(again, "peanuts") {
		t.Errorf("the model has it no more: %s", again)
	}
	w.send(`{"hook_event_name":"on_pre_compress","session_id":"s","extra":{"platform":"cli"}}`)
	if again := w.send(hermes("5", "cli", `""`, "and where?")); !strings.Contains(again, "peanuts") {
		t.Errorf("after a cut: %s", again)
	}
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

func TestSecretsNeverReachTheFile(t *testing.T) {
	w := newWorld(t)
	const secret = "sk-proj-Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3dEf6hIj9kLm2n"
	w.say("my key is " + secret + " and I live in Porto")
	res, err := w.mem.Service().Recall(t.Context(), loci.RecallRequest{Query: "key Porto"})
	data, _ := json.Marshal(res)
	if err != nil || bytes.Contains(data, []byte(secret)) {
		t.Errorf("%v %s", err, data)
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

// A message that cannot be kept is told of, not lost in silence.
func TestAMessageThatIsRefusedIsToldOf(t *testing.T) {
	w := newWorld(t)
	_, err := w.try(strings.Replace(claudePrompt, "MESSAGE", strings.Repeat("word ", 300_000), 1))
	if loci.CodeOf(err) != loci.Refused {
		t.Errorf("%v", err)
	}
}
