package setup

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestQuoted(t *testing.T) {
	words := []string{"/my tools/loci", "maintain", "--db", "/50% & $more/it's.db"}
	for manner, want := range map[string]string{
		"plist":   "<string>/my tools/loci</string><string>maintain</string><string>--db</string><string>/50% &amp; $more/it&#39;s.db</string>",
		"systemd": `"/my tools/loci" maintain --db "/50%% & $$more/it's.db"`,
		"crontab": `'/my tools/loci' maintain --db '/50\% & $more/it'\''s.db'`,
		"shell":   `'/my tools/loci' maintain --db '/50% & $more/it'\''s.db'`,
	} {
		if diff := cmp.Diff(want, quoted(manner, words)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", manner, diff)
		}
	}
}

// A shell reads back the words that were quoted for it.
func TestQuotedForAShell(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell")
	}
	words := []string{"printf", "%s\n", "it's", "a b", `c\d`, "$e", "`f`", "*"}
	out, err := exec.Command(sh, "-c", quoted("shell", words)).Output()
	if diff := cmp.Diff(strings.Join(words[2:], "\n")+"\n", string(out)); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
}

// What a scheduler is given is read by its own tools, where they are here, and
// says the words of the command.
func TestSchedulesAreRead(t *testing.T) {
	read := map[string]func(t *testing.T, files []string, words []string){"systemd": verifyUnits, "launchd": readAgent, "s6": readService, "cron": readCrontab}
	for _, s := range schedulers() {
		t.Run(s.Name, func(t *testing.T) {
			m := testMachine(t, s.Systems[0], nil)
			m.Getenv = func(name string) string { return map[string]string{"S6_SERVICES": m.Home + "/services"}[name] }
			program := filepath.Join(m.Home, "my tools", "loci")
			write(t, program, "#!/bin/sh\nprintf '%s\\n' \"$0\" \"$@\"\n")
			if err := os.Chmod(program, 0o755); err != nil {
				t.Fatal(err)
			}
			w := Wiring{Program: program, Flags: []string{"--db", "/50% & $more/it's.db"}}
			plan, err := m.Schedule(t.Context(), s, w)
			if err != nil {
				t.Fatal(err)
			}
			var files []string
			for _, c := range plan.Changes {
				if c.File == crontabFile {
					c.File = filepath.Join(m.Home, "tab")
				}
				write(t, c.File, string(c.After))
				files = append(files, c.File)
			}
			read[s.Name](t, files, append([]string{program, "maintain"}, w.Flags...))
		})
	}
}

func verifyUnits(t *testing.T, files []string, _ []string) {
	cmd := exec.Command(tool(t, "systemd-analyze"), append([]string{"verify", "--user", "--man=no"}, files...)...)
	cmd.Env = append(os.Environ(), "XDG_RUNTIME_DIR="+t.TempDir())
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}

func readAgent(t *testing.T, files []string, words []string) {
	const script = "import json, plistlib, sys; print(json.dumps(plistlib.load(open(sys.argv[1], 'rb'))))"
	out, err := exec.Command(tool(t, "python3"), "-c", script, files[0]).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var got, want map[string]any
	want = map[string]any{"Label": "io.github.locimem.maintain", "StartInterval": 3600.0, "ProcessType": "Background", "ProgramArguments": anys(words)}
	if err := json.Unmarshal(out, &got); err != nil || !cmp.Equal(got, want) {
		t.Errorf("%v\n%s", err, cmp.Diff(want, got))
	}
}

func readService(t *testing.T, files []string, words []string) {
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	once := strings.Replace(string(text), "sleep 3600", "break", 1)
	runs(t, once, words)
}

// readCrontab does what cron does: it takes five fields and the rest, ends that at
// a % that stands by itself, and gives it to the shell.
func readCrontab(t *testing.T, files []string, words []string) {
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`^([\d*]+ ){5}(.+)\n$`).FindStringSubmatch(string(text))
	if line == nil {
		t.Fatalf("%q is no line of a crontab", text)
	}
	command := regexp.MustCompile(`[^\\]%.*`).ReplaceAllString(line[2], "")
	runs(t, strings.NewReplacer(`\%`, "%", ">/dev/null", "").Replace(command), words)
}

// runs checks what words a script calls the program with.
func runs(t *testing.T, script string, words []string) {
	t.Helper()
	out, err := exec.Command(tool(t, "sh"), "-c", script).CombinedOutput()
	if diff := cmp.Diff(strings.Join(words, "\n")+"\n", string(out)); err != nil || diff != "" {
		t.Errorf("%v %s\n%s", err, diff, script)
	}
}

// tool finds a program; a test is skipped without it.
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skip(name + " is not here")
	}
	return path
}

func anys(words []string) []any {
	out := make([]any, len(words))
	for i, w := range words {
		out[i] = w
	}
	return out
}

// Every scheduler is undone to the byte, whatever the crontab was.
func TestUnscheduleUndoesSchedule(t *testing.T) {
	for _, s := range schedulers() {
		for _, tab := range []string{"none", "", "# mine\n@daily x", "@hourly y\n"} {
			m := testMachine(t, s.Systems[0], nil)
			m.Getenv = func(name string) string { return map[string]string{"S6_SERVICES": m.Home + "/services"}[name] }
			m.LookPath = func(name string) (string, error) { return name, nil }
			crontab := []byte(tab)
			if tab == "none" {
				crontab = nil
			}
			m.Run = func(_ context.Context, input []byte, _ string, args ...string) ([]byte, error) {
				switch {
				case args[0] == "-l" && crontab == nil:
					return nil, errors.New("no crontab for me")
				case args[0] == "-":
					crontab = slices.Clone(input)
				case args[0] == "-r":
					crontab = nil
				}
				return crontab, nil
			}
			plan, err := m.Schedule(t.Context(), s, wired)
			if err != nil || len(plan.Changes) == 0 {
				t.Fatalf("%s: %v %v", s.Name, plan, err)
			}
			applyAll(t, m, plan.Changes)
			if again, err := m.Schedule(t.Context(), s, wired); err != nil || len(again.Changes)+len(again.Then) > 0 {
				t.Errorf("%s, a second time: %v %v", s.Name, again, err)
			}
			if got := m.Scheduled(t.Context()); len(got) != 1 || got[0].Name != s.Name {
				t.Errorf("%s: scheduled are %v", s.Name, got)
			}
			plan, err = m.Unschedule(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			applyAll(t, m, plan.Changes)
			if (crontab == nil) != (tab == "none") || crontab != nil && string(crontab) != tab {
				t.Errorf("%s: the crontab became %q", s.Name, crontab)
			}
			for _, f := range s.File {
				if left, _ := filepath.Glob(m.expand(f.Path)); len(left) > 0 {
					t.Errorf("%s: left behind: %v", s.Name, left)
				}
			}
		}
	}
}
