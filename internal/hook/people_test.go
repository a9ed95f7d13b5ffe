package hook_test

import (
	"strings"
	"testing"

	"github.com/locimem/loci"
)

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

func TestAPlatformIsAText(t *testing.T) {
	w := newWorld(t)
	_, err := w.try(strings.Replace(hermes("t", "X", `""`, "I live in Porto"), `"X"`, `["cli"]`, 1))
	if got := w.memories(); got != "" || loci.CodeOf(err) != loci.Denied {
		t.Errorf("a list is the owner's terminal: %q %v", got, err)
	}
}

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
