package cli_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/locimem/loci/internal/cli"
)

// While somebody else writes for long, a hook keeps what was said all the same,
// tells of a command that it is not done yet, and stays off the record when it
// is paused. The next call, of whatever kind, has it.
func TestHookWhileTheFileIsBusy(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir) // a hook goes where its host works; this brings the test back
	db := filepath.Join(dir, "m.db")
	env := map[string]string{"LOCI_DB": db, "HOME": dir, "CLAUDECODE": "1", "LOCI_PERSON": "1"}
	loci := func(stdin string, args ...string) string {
		t.Helper()
		var out, log bytes.Buffer
		code := cli.Main(t.Context(), args, cli.System{
			Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &log, Getenv: func(k string) string { return env[k] }, Now: time.Now,
		})
		if code != 0 {
			t.Fatalf("%q: %d %s", args, code, log.String())
		}
		return out.String()
	}
	said := func(id, text string) string {
		return fmt.Sprintf(`{"session_id":"s","transcript_path":"/t","cwd":%q,"hook_event_name":"UserPromptSubmit","prompt_id":%q,"prompt":%q}`, dir, id, text)
	}
	loci("", "remember", "the boat is blue")
	lock, err := sqlite3.Open(db)
	if err == nil {
		err = lock.Exec("BEGIN IMMEDIATE")
	}
	if err != nil {
		t.Fatal(err)
	}
	if out := loci(said("1", "I'm allergic to peanuts"), "hook"); !strings.Contains(out, "boat") { // readers are not kept out
		t.Errorf("answer: %s", out)
	}
	if out := loci(said("2", "remember: my locker is 341"), "hook"); !strings.Contains(out, "with your next message") {
		t.Errorf("answer: %s", out)
	}
	if out := loci("", "block"); strings.Contains(out, "peanuts") || !strings.Contains(out, "boat") {
		t.Errorf("block while it is busy: %s", out)
	}
	loci("", "pause")
	loci(said("3", "I live in Porto"), "hook")
	waiting, err := filepath.Glob(db + "-spool/*.turn")
	if err != nil || len(waiting) != 2 {
		t.Errorf("%q wait, %v", waiting, err)
	}
	loci("", "pause", "--end")
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	if out := loci("", "block"); !strings.Contains(out, "peanuts") || !strings.Contains(out, "341") || strings.Contains(out, "Porto") {
		t.Errorf("block: %s", out)
	}
	if out := loci("", "doctor"); !strings.Contains(out, "spool") || strings.Contains(out, "wait in") {
		t.Errorf("doctor: %s", out)
	}
}
