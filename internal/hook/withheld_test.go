package hook_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A reply that repeats a secret is another process's event than the message
// which told it; and nothing that is left on the disk holds it.
func TestAReplyDoesNotKeepTheSecret(t *testing.T) {
	w := newWorld(t)
	w.say("my wifi password is Kiwi!7788")
	w.mem.Close()
	w.open()
	w.send(strings.Replace(claudeStop, "you live in Rome", "Kiwi!7788 it is", 1))
	w.turns(2)
	w.mem.Close()
	err := filepath.Walk(w.dir, func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if strings.Contains(string(data), "Kiwi!7788") {
			t.Errorf("%s holds the password", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
