package hook

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"time"
)

// session is what one event of a conversation has to know of the one before.
// It holds hashes and ids, never a text.
type session struct {
	Turn  string    `json:"turn,omitempty"`  // of the user's last message
	Off   bool      `json:"off,omitempty"`   // that message, and its reply, are off the record
	Shown string    `json:"shown,omitempty"` // digest of the block the model has in its context
	At    time.Time `json:"at"`
}

// sessionLife is how long a conversation is followed after its last event.
const sessionLife = 7 * 24 * time.Hour

func sessionFile(dir string, e event) string {
	sum := sha256.Sum256([]byte(e.host.Name + "\x00" + e.session))
	return filepath.Join(dir, hex.EncodeToString(sum[:12])+".json")
}

func loadSession(dir string, e event) session {
	var s session
	if data, err := os.ReadFile(sessionFile(dir, e)); err == nil {
		_ = json.Unmarshal(data, &s) // a damaged one is as good as none
	}
	return s
}

// saveSession replaces the file as a whole, and clears away what nobody
// follows any more.
func saveSession(dir string, e event, s session) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	path := sessionFile(dir, e)
	temp, err := os.CreateTemp(dir, "new-*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	_, err = temp.Write(data)
	if e := temp.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	if err := os.Rename(temp.Name(), path); err != nil {
		return err
	}
	clearSessions(dir, s.At)
	return nil
}

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
