package setup

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
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
