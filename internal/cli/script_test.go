package cli_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/locimem/loci/internal/cli"
)

// TestMain lets the scripts run loci as a program of its own: the test binary
// plays both parts.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"loci": func() { os.Exit(program()) }})
}

// program is cmd/loci, but for two things a script cannot have: a wide terminal
// as stdout (TEST_TTY=1) and a clock (TEST_NOW).
func program() int {
	sys := cli.OS()
	if os.Getenv("TEST_TTY") == "1" {
		sys.StdoutTTY, sys.StderrTTY, sys.Width = true, true, 60
	}
	if s := os.Getenv("TEST_NOW"); s != "" {
		now, err := time.Parse(time.RFC3339, s)
		if err != nil {
			panic(err)
		}
		sys.Now = func() time.Time { return now }
	}
	return cli.Main(context.Background(), os.Args[1:], sys)
}

func TestScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of processes: minutes with -race, which the packages below are tested with")
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(env *testscript.Env) error {
			home := filepath.Join(env.WorkDir, "home")
			env.Setenv("HOME", home)
			env.Setenv("LOCI_PERSON", "1")
			env.Setenv("TZ", "UTC")
			return os.MkdirAll(home, 0o700)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":     cmdExits,
			"json":      cmdJSON,
			"jsonlines": cmdJSONLines,
			"keep":      cmdKeep,
			"original":  cmdOriginal,
			"thread":    cmdThread,
		},
	})
}

// cmdExits runs a program and checks its exit code: exits 4 loci show nothing
func cmdExits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE program args...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d\n%s%s", got, want, ts.ReadFile("stdout"), ts.ReadFile("stderr"))
	}
}

// cmdJSON checks a value in the last JSON line or document of stdout or stderr:
// json stdout memory.text 'I prefer tea'. A number in the path indexes a list,
// length is that of the list. With ! the value must be something else, or not there.
func cmdJSON(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: json stdout|stderr PATH VALUE")
	}
	got, found := lookup(ts, args[0], args[1])
	if (found && got == args[2]) == neg {
		ts.Fatalf("%s in %s is %q (found: %v)\n%s", args[1], args[0], got, found, ts.ReadFile(args[0]))
	}
}

// cmdKeep puts a value of the JSON in stdout into a variable: keep ID memory.id
func cmdKeep(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: keep VARIABLE PATH")
	}
	got, found := lookup(ts, "stdout", args[1])
	if !found {
		ts.Fatalf("no %s in\n%s", args[1], ts.ReadFile("stdout"))
	}
	ts.Setenv(args[0], got)
}

func lookup(ts *testscript.TestScript, stream, path string) (string, bool) {
	text := strings.TrimSpace(ts.ReadFile(stream))
	if stream == "stderr" {
		text = text[strings.LastIndexByte(text, '\n')+1:]
	}
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		ts.Fatalf("%s is not JSON: %v\n%s", stream, err, text)
	}
	for _, step := range steps(path) {
		switch node := v.(type) {
		case map[string]any:
			var ok bool
			if v, ok = node[step]; !ok {
				return "", false
			}
		case []any:
			if step == "length" {
				v = float64(len(node))
				continue
			}
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(node) {
				return "", false
			}
			v = node[i]
		default:
			return "", false
		}
	}
	if s, ok := v.(string); ok {
		return s, true
	}
	data, err := json.Marshal(v)
	ts.Check(err)
	return string(data), true
}

// steps splits a path at its dots; a dot that belongs to a name is written \.
func steps(path string) []string {
	const dot = "\x00"
	parts := strings.Split(strings.ReplaceAll(path, `\.`, dot), ".")
	for i := range parts {
		parts[i] = strings.ReplaceAll(parts[i], dot, ".")
	}
	return parts
}

// cmdOriginal writes a memory file of the Python original: original old.db
func cmdOriginal(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: original FILE")
	}
	data, err := os.ReadFile(originalFile)
	ts.Check(err)
	ts.Check(os.MkdirAll(filepath.Dir(ts.MkAbs(args[0])), 0o700))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), data, 0o600))
}

const originalFile = "../../local/testdata/original.db"

// cmdJSONLines checks that every line of the last stdout is JSON by itself.
func cmdJSONLines(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: jsonlines")
	}
	lines := strings.Split(strings.TrimSuffix(ts.ReadFile("stdout"), "\n"), "\n")
	for _, line := range lines {
		if !json.Valid([]byte(line)) {
			ts.Fatalf("not JSON: %s", line)
		}
	}
}
