package hook_test

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
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
	w.open()
	t.Cleanup(func() { w.mem.Close() })
	return w
}

func (w *world) open() {
	mem, err := local.Open(w.t.Context(), local.Options{
		Path: filepath.Join(w.dir, "memory.db"), Now: func() time.Time { return w.now }, Zone: time.UTC, Org: "local", User: "me",
	})
	if err != nil {
		w.t.Fatal(err)
	}
	w.mem = mem
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

// turns checks how many messages the owner's scope has kept.
func (w *world) turns(want int) {
	w.t.Helper()
	stats, err := w.mem.Service().Stats(w.t.Context())
	if err != nil || stats.Turns != want {
		w.t.Errorf("%d messages kept, want %d, %v", stats.Turns, want, err)
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

func hermes(turn, platform, sender, said string) string {
	return `{"hook_event_name":"pre_llm_call","session_id":"s","extra":{"turn_id":"` + turn + `","user_message":"` + said + `","platform":"` + platform + `","sender_id":` + sender + `}}`
}

func pause(w *world, p hook.Pause) {
	if err := hook.SetPause(filepath.Join(w.dir, "paused"), p); err != nil {
		w.t.Fatal(err)
	}
}
