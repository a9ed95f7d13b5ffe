package plugins_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOpenClaw(t *testing.T) {
	installed(t, "node_modules/.bin/openclaw")
	h := newHost(t)
	h.write(".openclaw/openclaw.json", `{
  "agents": {"defaults": {"model": {"primary": "fake/fake"}}},
  "models": {"providers": {"fake": {"baseUrl": "`+h.model.URL+`/v1", "apiKey": "fake", "api": "openai-completions",
    "models": [{"id": "fake", "name": "fake", "contextWindow": 128000, "maxTokens": 4096}]}}}
}`)
	h.run("openclaw", "plugins", "install", "--force", "--accept-capabilities", "--link", filepath.Join(repository(t), "plugins", "openclaw"))
	h.run("openclaw", "config", "set", "plugins.entries.loci.hooks.allowConversationAccess", "true")
	say := func(message string) { h.run("openclaw", "agent", "--local", "--agent", "main", "--message", message) }
	h.turns(say)
	say("And tomorrow?") // the same conversation, which does not keep what was shown
	if !h.model.heard("stand in a loci block", "loci-context", "And tomorrow?") {
		t.Error("nothing was shown any more")
	}
}

// The plugin against a host of ours: who speaks, who may not be heard, and
// whose memory a tool works on.
func TestOpenClawPeople(t *testing.T) {
	installed(t, nodes+"/node")
	h := newHost(t)
	const (
		home     = `{}`
		window   = `{"channel": "webchat", "senderId": "cli"}`
		owner    = `{"channel": "telegram", "senderId": "1"}` // testdata/openclaw.mjs says so
		stranger = `{"channel": "telegram", "senderId": "42"}`
		nobody   = `{"channel": "telegram"}`
		unheard  = `{"channel": "telegram", "senderId": "99"}`
	)
	says := func(words, turn string) string {
		return fmt.Sprintf(`{"hook": "before_prompt_build", "event": {"prompt": %q, "messages": []}, "turn": %s}`, words, turn)
	}
	answers := func(success, turn string) string {
		return `{"hook": "agent_end", "event": {"success": ` + success + `, "messages": [{"role": "assistant", "content": [{"type": "text", "text": "Noted."}]}]}, "turn": ` + turn + `}`
	}
	calls := func(tool, words, turn string) string {
		return fmt.Sprintf(`{"tool": %q, "words": %q, "turn": %s}`, tool, words, turn)
	}
	steps := []struct{ call, want string }{ // want: in what is returned; empty: nothing is
		{says("I am allergic to peanuts.", home), ""},
		{answers("true", home), ""},
		{says("I live in Porto.", stranger), ""},
		{answers("true", stranger), ""},
		{says("What can I eat?", owner), "peanuts"},
		{answers("false", owner), ""},
		{says("What can I drink?", window), "peanuts"},
		{says("What can I eat?", stranger), "Porto"},
		{says("My name is Nobody.", nobody), ""},
		{says("My name is Cron.", `{"trigger": "cron"}`), ""},
		{says("My name is Bot.", `{"inputProvenance": {"kind": "inter_session"}}`), ""},
		{says("My name is Child.", `{"sessionKey": "agent:main:subagent:1"}`), ""},
		{calls("recall", "where do I live", stranger), "I live in Porto"},
		{calls("recall", "Porto", owner), "nothing"},
		{calls("recall", "Porto", unheard), "not known"},
		{calls("recall", "peanuts", home), "not known"}, // of a sub-agent
		{calls("recall", "peanuts", `{"senderIsOwner": true}`), "allergic"},
		{calls("recall", "--help", stranger), "nothing"},
		{calls("remember", "--shared", stranger), "stored"},
		{calls("forget", "Porto", stranger), "a person has to agree"},
	}
	var all []string
	for _, s := range steps {
		all = append(all, s.call)
	}
	h.write("calls.json", "["+strings.Join(all, ",")+"]")
	if err := os.CopyFS(filepath.Join(h.home, "package"), os.DirFS("openclaw")); err != nil {
		t.Fatal(err)
	}
	h.run("sh", "-c", "cd package && npm pack") // it builds what npm users get
	out := h.run("sh", "-c", `exec node "$0" ~/package/index.js <calls.json 2>warnings`, filepath.Join(repository(t), "plugins", "testdata", "openclaw.mjs"))
	var returned []string
	if err := json.Unmarshal([]byte(out), &returned); err != nil || len(returned) != len(steps) {
		t.Fatalf("%d of %d steps, %v: %s", len(returned), len(steps), err, out)
	}
	for i, s := range steps {
		if got := returned[i]; !strings.Contains(got, s.want) || s.want == "" && got != "" {
			t.Errorf("%s\nreturned %q, want %q", s.call, got, s.want)
		}
	}
	if list := h.run("loci", "list"); strings.Count(list, "\n") != 1 || !strings.Contains(list, "peanuts") {
		t.Errorf("the owner's: %s", list)
	}
	if stats := h.run("loci", "stats", "--json"); !strings.Contains(stats, `"turns": 4`) {
		t.Errorf("three messages and a reply of the owner's: %s", stats)
	}
	if warned := h.run("cat", "warnings"); strings.Count(warned, "does not say who wrote") != 1 {
		t.Errorf("warnings: %s", warned)
	}
}

// A program that is stopped in the middle of its answer stops no agent.
func TestOpenClawCutOff(t *testing.T) {
	installed(t, nodes+"/node")
	h := newHost(t)
	h.write("calls.json", `[{"hook": "before_prompt_build", "event": {"prompt": "hello", "messages": []}, "turn": {}}]`)
	h.write("cut", "#!/bin/sh\ncat >/dev/null\nprintf '{\"user\": \"m'\n")
	h.run("chmod", "+x", filepath.Join(h.home, "cut"))
	if err := os.CopyFS(filepath.Join(h.home, "package"), os.DirFS("openclaw")); err != nil {
		t.Fatal(err)
	}
	h.run("sh", "-c", "cd package && node build.js")
	out := h.run("sh", "-c", `LOCI_BIN=~/cut exec node "$0" ~/package/index.js <calls.json`, filepath.Join(repository(t), "plugins", "testdata", "openclaw.mjs"))
	if strings.TrimSpace(out) != `[""]` {
		t.Errorf("returned %s", out)
	}
}
