package hook_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/hook"
	"github.com/locimem/loci/local"
)

// world is a memory with a host in front of it.
type world struct {
	t   *testing.T
	mem *local.Memory
	dir string
	env map[string]string
	now time.Time
}

func newWorld(t *testing.T) *world {
	w := &world{t: t, dir: t.TempDir(), env: map[string]string{}, now: time.Date(2026, 10, 7, 9, 0, 0, 0, time.UTC)}
	mem, err := local.Open(t.Context(), local.Options{
		Path: filepath.Join(w.dir, "memory.db"), Now: func() time.Time { return w.now }, Zone: time.UTC, Org: "local", User: "me",
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { mem.Close() })
	w.mem = mem
	return w
}

// send hands an event over and returns the answer, which has to be one JSON
// object or nothing.
func (w *world) send(event string) string {
	w.t.Helper()
	out, err := w.try(event)
	if err != nil {
		w.t.Fatalf("%s: %v", event, err)
	}
	if s := strings.TrimSpace(out); s != "" && (!json.Valid([]byte(s)) || strings.Contains(s, "\n")) {
		w.t.Fatalf("not one JSON object: %s", s)
	}
	return out
}

func (w *world) memories() string {
	w.t.Helper()
	all, err := w.mem.Active(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	var texts []string
	for _, m := range all {
		texts = append(texts, m.Text)
	}
	return strings.Join(texts, "; ")
}

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

func at(t *testing.T, answer, path string) string {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(answer), &v); err != nil {
		t.Fatalf("%q: %v", answer, err)
	}
	for part := range strings.SplitSeq(path, ".") {
		m, _ := v.(map[string]any)
		v = m[part]
	}
	s, _ := v.(string)
	return s
}

const (
	claudePrompt = `{"session_id":"s","transcript_path":"/t","cwd":"/home/me/work/x","hook_event_name":"UserPromptSubmit","prompt_id":"p","prompt":"MESSAGE"}`
	claudeStop   = `{"session_id":"s","transcript_path":"/t","cwd":"/home/me/work/x","hook_event_name":"Stop","prompt_id":"p","last_assistant_message":"Noted: you live in Rome."}`
)

func (w *world) say(message string) string {
	return w.send(strings.Replace(claudePrompt, "MESSAGE", message, 1))
}

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

func pause(w *world, p hook.Pause) {
	if err := hook.SetPause(filepath.Join(w.dir, "paused"), p); err != nil {
		w.t.Fatal(err)
	}
}

func TestAPauseEnds(t *testing.T) {
	w := newWorld(t)
	pause(w, hook.Pause{Until: w.now})
	pause(w, hook.Pause{Folder: "/home/me/work-at-home"})
	w.say("I live in Porto")
	if w.memories() == "" {
		t.Error("a pause that has ended, or of another folder, still holds")
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

func TestACommandIsAnswered(t *testing.T) {
	w := newWorld(t)
	w.say("I live in Porto")
	answer := w.send(strings.Replace(strings.Replace(claudePrompt, "MESSAGE", "/memory list", 1), `"p"`, `"p2"`, 1))
	if got := at(t, answer, "systemMessage"); !strings.Contains(got, "I live in Porto") {
		t.Errorf("answer %s", answer)
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

func TestPeopleBehindOneGatewayAreUsers(t *testing.T) {
	w := newWorld(t)
	event := `{"hook_event_name":"pre_llm_call","session_id":"s","extra":{"turn_id":"t","user_message":"I live in Porto","platform":"telegram","sender_id":"42"}}`
	w.send(event)
	if w.memories() != "" {
		t.Error("another person's words became the owner's")
	}
	if got := w.send(strings.Replace(strings.Replace(event, "I live in Porto", "where do I live?", 1), `"t"`, `"u"`, 1)); !strings.Contains(got, "Porto") {
		t.Errorf("their own memory is not shown to them: %s", got)
	}
}

func TestWhatIsNoEvent(t *testing.T) {
	for _, in := range []string{"", "hello", "[]", "{}", `{"hook_event_name":"Other"}`} {
		err := hook.Run(t.Context(), strings.NewReader(in), &bytes.Buffer{}, hook.Options{Getenv: func(string) string { return "" }, Now: time.Now})
		if loci.CodeOf(err) != loci.Invalid {
			t.Errorf("%q: %v", in, err)
		}
	}
}

func FuzzEvent(f *testing.F) {
	f.Add(claudePrompt)
	f.Add(`{"extra":[],"hook_event_name":"pre_llm_call","session_id":1,"workspace_roots":{"0":"x"}}`)
	f.Fuzz(func(t *testing.T, in string) {
		_ = hook.Run(t.Context(), strings.NewReader(in), &bytes.Buffer{}, hook.Options{
			Getenv: func(string) string { return "" }, Now: time.Now, Pauses: filepath.Join(t.TempDir(), "p"), Dir: t.TempDir(),
			Principal: func(string) (loci.Principal, error) { return loci.Principal{}, nil },
			Service:   func(context.Context) (loci.Service, error) { return nil, loci.Unavailable },
		})
	})
}

func hermes(turn, platform, sender, said string) string {
	return `{"hook_event_name":"pre_llm_call","session_id":"s","extra":{"turn_id":"` + turn + `","user_message":"` + said + `","platform":"` + platform + `","sender_id":` + sender + `}}`
}

// A person whom the host has not named is nobody, and never the owner.
func TestNobodySpeaksAsTheOwner(t *testing.T) {
	for name, event := range map[string]string{
		"a number":         hermes("t", "telegram", "42", "I live in Porto"),
		"no sender":        hermes("t", "telegram", "null", "I live in Porto"),
		"an object":        hermes("t", "telegram", `{"id":42}`, "I live in Porto"),
		"an object, local": hermes("t", "cli", `{"id":42}`, "I live in Porto"),
		"no platform":      hermes("t", "", `"42"`, "I live in Porto"),
		"a blank":          hermes("t", "telegram", `" "`, "I live in Porto"),
		"odd platform":     strings.Replace(hermes("t", "X", "null", "I live in Porto"), `"X"`, `{"name":"telegram"}`, 1),
		"a list":           strings.Replace(hermes("t", "X", "null", "I live in Porto"), `"X"`, `["telegram"]`, 1),
		"a start":          `{"loci_event":"start","session_id":"s","platform":"slack"}`,
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			out, _ := w.try(event)
			if got := w.memories(); got != "" || strings.Contains(out, "context") || strings.Contains(out, `"me"`) {
				t.Errorf("the owner's: %q, shown: %q", got, out)
			}
		})
	}
	w := newWorld(t)
	w.send(hermes("t", "telegram", "42", "I live in Porto"))
	if got := w.send(hermes("u", "telegram", `"42"`, "where do I live?")); !strings.Contains(got, "Porto") || at(t, got, "user") != "telegram:42" {
		t.Errorf("42 as a number and as a text are two people: %s", got)
	}
}

// Hermes at its owner's own screen: the sender is an empty text there, and some
// of what comes in as a message is the host's own.
func TestHermesAtHome(t *testing.T) {
	for name, tt := range map[string]struct{ event, want string }{
		"the terminal":       {hermes("t", "cli", `""`, "I live in Porto"), "I live in Porto"},
		"its own window":     {hermes("t", "tui", `""`, "I live in Porto"), "I live in Porto"},
		"from Python":        {hermes("t", "", `""`, "I live in Porto"), "I live in Porto"},
		"a list":             {strings.Replace(hermes("t", "cli", `""`, "X"), `"X"`, `[{"type":"text","text":"I live in Porto"},{"type":"image_url","image_url":{"url":"x"}}]`, 1), "I live in Porto"},
		"a list of texts":    {strings.Replace(hermes("t", "cli", `""`, "X"), `"X"`, `["I live in Porto"]`, 1), "I live in Porto"},
		"a sub-agent":        {hermes("t", "subagent", `""`, "I live in Porto"), ""},
		"a timer":            {hermes("t", "cron", `""`, "I live in Porto"), ""},
		"a review of itself": {hermes("t", "cli", `""`, `Review the conversation above and update two things:\n\nI live in Porto.`), ""},
		"a skill's text":     {hermes("t", "cli", `""`, `[IMPORTANT: The user has invoked the \"x\" skill.]\n\nI live in Porto.`), ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			if out := w.send(tt.event); strings.Contains(out, `{"user":"me"}`) != (tt.want != "") {
				t.Errorf("answer: %s", out)
			}
			if got := w.memories(); got != tt.want {
				t.Errorf("memories: %q", got)
			}
		})
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

// try is send for events that may fail.
func (w *world) try(event string) (string, error) {
	var out bytes.Buffer
	w.now = w.now.Add(time.Second)
	err := hook.Run(w.t.Context(), strings.NewReader(event), &out, hook.Options{
		Principal: func(string) (loci.Principal, error) { return w.mem.Principal(), nil }, Now: func() time.Time { return w.now },
		Getenv:  func(k string) string { return w.env[k] },
		Service: func(context.Context) (loci.Service, error) { return w.mem.Service(), nil }, MAC: w.mem.MAC,
		Dir: filepath.Join(w.dir, "hook"), Pauses: filepath.Join(w.dir, "paused"),
	})
	return out.String(), err
}

// turns checks how many messages the owner's scope has kept.
func (w *world) turns(want int) {
	w.t.Helper()
	stats, err := w.mem.Service().Stats(w.t.Context())
	if err != nil || stats.Turns != want {
		w.t.Errorf("%d messages kept, want %d, %v", stats.Turns, want, err)
	}
}

// Odd ids lose nothing, and one id for two messages loses neither.
func TestOddIDs(t *testing.T) {
	event := func(session, id, said string) string {
		return `{"session_id":"` + session + `","transcript_path":"/t","hook_event_name":"UserPromptSubmit","prompt_id":"` + id + `","prompt":"` + said + `"}`
	}
	long := strings.Repeat("x", 600)
	w := newWorld(t)
	for i, e := range []string{
		event(long, "1", "hello one"), event("s", long, "hello two"), event(`s\u0000`, `p\u0000`, "hello three"),
		event("s", "same", "hello four"), event("s", "same", "hello five"), event("s/../../etc", "p", "hello six"),
	} {
		w.send(e)
		w.turns(i + 1)
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

// A pause of a folder holds however one comes there.
func TestAPauseSeesThroughLinks(t *testing.T) {
	dir := t.TempDir()
	real, link := filepath.Join(dir, "real"), filepath.Join(dir, "link")
	if err := os.Mkdir(real, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	for _, p := range []string{real, link} {
		for _, folder := range []string{real, link, filepath.Join(real, "."), link + "/", filepath.Join(link, "gone", "too")} {
			if !(hook.Pause{Folder: p}).Holds(now, folder) {
				t.Errorf("paused in %s, and %s is heard", p, folder)
			}
		}
		if (hook.Pause{Folder: p}).Holds(now, dir) {
			t.Errorf("paused in %s, and so is %s", p, dir)
		}
	}
	t.Chdir(link)
	for name, folders := range map[string][]string{"none": nil, "here": {"."}, "below": {"sub"}, "the second": {dir, real}} {
		if !(hook.Pause{Folder: real}).Holds(now, folders...) {
			t.Errorf("%s: not paused in %v", name, folders)
		}
	}
	if (hook.Pause{Folder: real}).Holds(now, real+"-other") {
		t.Error("a folder whose name begins so is paused too")
	}
}

func TestPausesSideBySide(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "paused")
	var group sync.WaitGroup
	for i := range 20 {
		group.Go(func() {
			if err := hook.SetPause(dir, hook.Pause{Folder: fmt.Sprint("/w/", i)}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if all, err := hook.Pauses(dir); err != nil || len(all) != 20 {
		t.Errorf("%d pauses, %v", len(all), err)
	}
}
