package hook_test

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/hook"
)

func TestWhatIsNoEvent(t *testing.T) {
	for _, in := range []string{"", "hello", "[]", "{}", `{"hook_event_name":"Other"}`} {
		err := hook.Run(t.Context(), strings.NewReader(in), &bytes.Buffer{}, hook.Options{Getenv: func(string) string { return "" }, Now: time.Now})
		if loci.CodeOf(err) != loci.Invalid {
			t.Errorf("%q: %v", in, err)
		}
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

// A byte order mark is no part of an event, and bytes of another code page are
// no words.
func TestEventsInOtherEncodings(t *testing.T) {
	w := newWorld(t)
	w.send("\uFEFF" + strings.Replace(claudePrompt, "MESSAGE", "I live in Porto", 1))
	if got := w.memories(); got != "I live in Porto" {
		t.Error(got)
	}
	for name, said := range map[string]string{"Latin-1": "My name is Zo\xeb", "CP1251": "\xcc\xe5\xed\xff \xe7\xee\xe2\xf3\xf2"} {
		w := newWorld(t)
		if _, err := w.try(strings.Replace(claudePrompt, "MESSAGE", said, 1)); loci.CodeOf(err) != loci.Invalid || !strings.Contains(err.Error(), "UTF-8") {
			t.Errorf("%s: %v", name, err)
		}
		if got := w.memories(); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
	w = newWorld(t) // what the host itself has lost
	w.send(strings.Replace(claudePrompt, "MESSAGE", "I live in Orl\uFFFDans. I work at Fabrikam.", 1))
	if got := w.memories(); !strings.Contains(got, "Fabrikam") || strings.Contains(got, "Orl") {
		t.Error(got)
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
