package hook_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// What is kept of a conversation goes some time after its last event, and that of
// the others stays.
func TestOldConversationsAreCleared(t *testing.T) {
	w := newWorld(t)
	say := func(from, to int) {
		for i := from; i < to; i++ {
			w.send(fmt.Sprintf(`{"session_id":"s%d","transcript_path":"/t","cwd":"/","hook_event_name":"UserPromptSubmit","prompt_id":"1","prompt":"thanks"}`, i))
		}
	}
	say(0, 64)
	old := w.now.AddDate(0, 0, -8)
	sessions, err := filepath.Glob(filepath.Join(w.dir, "hook", "*.json"))
	if err != nil || len(sessions) != 64 {
		t.Fatalf("%d sessions, %v", len(sessions), err)
	}
	for _, file := range sessions {
		if err := os.Chtimes(file, old, old); err != nil {
			t.Fatal(err)
		}
	}
	say(64, 128)
	left := 0
	for _, file := range sessions {
		if _, err := os.Stat(file); err == nil {
			left++
		}
	}
	all, _ := filepath.Glob(filepath.Join(w.dir, "hook", "*.json"))
	if left > 0 || len(all) != 64 {
		t.Errorf("%d old conversations are left, of %d", left, len(all))
	}
}
