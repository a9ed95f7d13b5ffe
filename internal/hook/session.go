package hook

import (
	"encoding/json"
	"os"
	"path/filepath"
	"time"

	"github.com/locimem/loci"
)

// session is what one event of a conversation has to know of the one before.
// It holds keyed hashes and ids, never a text.
type session struct {
	Turn  string `json:"turn,omitempty"`  // of the last message that was kept
	Event string `json:"event,omitempty"` // the host's id of the last message, kept or not
	Off   bool   `json:"off,omitempty"`   // that message, and its reply, are off the record
	User  string `json:"user,omitempty"`  // who wrote it, where a host serves several people
	Mixed bool   `json:"mixed,omitempty"` // several people have written here
	Shown string `json:"shown,omitempty"` // mark of the block the model has in its context
	Fence string `json:"fence,omitempty"` // of that block, which no page can know
	// Withheld is what was cut out of this conversation's messages, for replies
	// that repeat it.
	Withheld []loci.Withheld `json:"withheld,omitempty"`
	At       time.Time       `json:"at"`
}

// heard reports whether somebody has written before.
func (s session) heard() bool { return s.Turn != "" || s.Event != "" || s.Off }

// sessionLife is how long a conversation is followed after its last event.
const sessionLife = 7 * 24 * time.Hour

func sessionFile(dir string, e event) string {
	return filepath.Join(dir, hash(e.host.Name+"\x00"+e.session)+".json")
}

func loadSession(dir string, e event) session {
	var s session
	if data, err := os.ReadFile(sessionFile(dir, e)); err == nil {
		_ = json.Unmarshal(data, &s) // a damaged one is as good as none
	}
	return s
}

// saveSession keeps a session, and clears away what nobody follows any more.
func saveSession(dir string, e event, s session) error {
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	file := sessionFile(dir, e)
	if err := replace(file, data); err != nil {
		return err
	}
	if filepath.Base(file)[0] == clearer {
		clearSessions(dir, s.At)
	}
	return nil
}

// clearer is what the names of those sessions begin with, one of sixteen, whose
// events look for what nobody follows any more: it takes a look at every file.
const clearer = '0'

func clearSessions(dir string, now time.Time) {
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) < 64 {
		return
	}
	for _, f := range entries {
		if info, err := f.Info(); err == nil && now.Sub(info.ModTime()) > sessionLife {
			os.Remove(filepath.Join(dir, f.Name()))
		}
	}
}
