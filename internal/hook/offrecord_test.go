package hook_test

import (
	"strings"
	"testing"
)

// The user sees that a message is off the record, and so is the one before it
// where the wish says nothing else.
func TestOffTheRecordIsToldAndReachesBack(t *testing.T) {
	w := newWorld(t)
	say := func(id, message string) string {
		return w.send(strings.Replace(strings.Replace(claudePrompt, "MESSAGE", message, 1), `"p"`, `"`+id+`"`, 1))
	}
	w.say("I live in Porto")
	if got := at(t, say("p2", "Off the record: I earn 5000 euros"), "systemMessage"); got != "off the record" {
		t.Errorf("message %q", got)
	}
	if say("p3", "Don't remember that."); w.memories() != "I live in Porto" {
		t.Errorf("a wish about what was off the record already took more: %q", w.memories())
	}
	say("p4", "I have two cats")
	if got := at(t, say("p5", "Don't remember that."), "systemMessage"); !strings.Contains(got, "Off the record") {
		t.Errorf("message %q", got)
	}
	w.send(strings.Replace(claudeStop, `"p"`, `"p5"`, 1))
	if got := w.memories(); got != "I live in Porto" {
		t.Errorf("memories %q", got)
	}
}
