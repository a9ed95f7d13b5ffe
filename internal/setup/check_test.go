package setup

import (
	"fmt"
	"strings"
	"testing"

	"github.com/locimem/loci"
)

func TestCheck(t *testing.T) {
	const at = "/d/memory.db"
	for _, tt := range []struct {
		name, host string
		text       string
		state      State
		detail     string
	}{
		{"nothing there", "zed", `{}`, Unwired, "Zed is here and not set up"},
		{"not JSON", "zed", `{`, Broken, "line 1"},
		{"a program that is gone", "zed", `{"context_servers": {"loci": {"command": "/old/bin", "args": ["mcp"]}}}`, Broken, "starts /old/bin, which is not there"},
		{"another file by flag", "zed", `{"context_servers": {"loci": {"command": "loci", "args": ["mcp", "--db=/e.db"]}}}`, Doubtful, "works with /e.db, this shell with " + at},
		{"another file by environment", "goose", "extensions:\n  loci:\n    cmd: loci\n    args: [mcp]\n    envs:\n      LOCI_DB: /e.db\n", Doubtful, "works with /e.db"},
		{"another user", "zed", `{"context_servers": {"loci": {"command": "loci", "args": ["mcp", "--user", "bob"]}}}`, Doubtful, "works with user bob, this shell with me"},
		{"another org by environment", "zed", `{"context_servers": {"loci": {"command": "loci", "env": {"LOCI_ORG": "acme"}}}}`, Doubtful, "works with org acme"},
		{"the same, said twice", "zed", `{"context_servers": {"loci": {"command": "loci", "args": ["--db", "/d/../d/memory.db", "--user=me"]}}}`, Wired, "server"},
		{"elsewhere", "cursor", `{"mcpServers": {"loci": {"url": "http://127.0.0.1:7317/mcp"}}}`, Doubtful, "lacks the hook sessionStart"},
		{"switched off", "opencode", `{"mcp": {"loci": {"command": ["loci", "mcp"], "enabled": false}}}`, Doubtful, "switched off"},
		{"hooks missing", "gemini", `{"mcpServers": {"loci": {"command": "loci"}}, "hooks": {"BeforeAgent": [{"hooks": [{"command": "loci hook"}]}]}}`, Doubtful, "lacks the hook SessionStart, the hook AfterAgent, the hook PreCompress"},
		{"another file by a hook's own variable", "gemini", inGemini(`A=1 LOCI_DB=/e.db loci hook`), Doubtful, "works with /e.db"},
		{"a hook of PowerShell", "gemini", inGemini(`& 'C:\\tools\\loci' hook`), Wired, "server and hooks"},
		{"a quote that nothing closes", "gemini", inGemini(`A=' loci hook`), Doubtful, "lacks the hook SessionStart"},
		{"all is well", "zed", `{"context_servers": {"loci": {"command": "loci", "args": ["mcp"]}}}`, Wired, "Zed: server"},
	} {
		m := testMachine(t, "linux", nil)
		h := host(t, m, tt.host)
		write(t, m.path(h, h.Server), tt.text)
		mem := Memory{DB: at, User: "me"}
		s := m.Check(h, mem, mem)
		if s.State != tt.state || !strings.Contains(s.Detail, tt.detail) || (s.Hint == "") != (tt.state == Wired) {
			t.Errorf("%s: %+v", tt.name, s)
		}
	}
}

// inGemini is a file in which every event runs a command line.
func inGemini(line string) string {
	hook := `[{"hooks": [{"type": "command", "command": "` + line + `"}]}]`
	return fmt.Sprintf(`{"mcpServers": {"loci": {"command": "loci", "args": ["mcp"]}}, "hooks": {"SessionStart": %s, "BeforeAgent": %[1]s, "AfterAgent": %[1]s, "PreCompress": %[1]s}}`, hook)
}

// Whatever stands in a list of hooks: each of ours starts a program.
func FuzzHooks(f *testing.F) {
	for _, s := range []string{"loci hook", "A=' loci hook", `& "C:\my tools\loci.exe" hook`, `A=1 '/it'\''s/loci' hook --db x`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		for _, c := range (programs{"/opt/mem"}).hooks([]any{map[string]any{"command": line}}) {
			if c.program == "" {
				t.Errorf("%q starts nothing", line)
			}
		}
	})
}

// Hooks are known by the program they start, however it is called and wherever
// it stands; another program is none of ours.
func TestOwnHooks(t *testing.T) {
	own := programs{"/opt/my tools/mem"}
	for line, want := range map[string]bool{
		"loci hook": true, "/opt/loci hook --user x": true, `'/tmp/it'\''s a dir/loci' hook`: true, `"C:\my tools\loci.exe" hook`: true,
		"/dl/loci_1.2_linux_amd64 hook": true, "LOCI_DB=/x A=1 loci hook": true, `& 'C:\loci.exe' hook`: true,
		"'/opt/my tools/mem' hook": true, "'/opt/my tools/../my tools/mem' hook --db x": true,
		"/opt/veloci hook --x": false, "veloci hook": false, "loci hooks": false, "echo loci hook": false, "/opt/loci/other hook": false,
		"'/my tools/mem' hook": false, "A=' loci hook": false,
	} {
		if _, got := own.hook(line); got != want {
			t.Errorf("%s: %t", line, got)
		}
	}
}

func TestCheckProgram(t *testing.T) {
	for path, ok := range map[string]bool{
		"/usr/local/bin/loci": true, "/usr/bin/mem": true, "/temporary/loci": true, "/tmpfiles/loci": true, `C:\tools\loci.exe`: true,
		"/root/.cache/go-build/ab/abcdef-d/loci": false, "/x/go-build123/b001/exe/loci": false, `C:\x\go-build9\b001\exe\loci.exe`: false,
		"/tmp/loci": false, "/tmp/loci_1.2/loci": false,
	} {
		if err := CheckProgram(path, "/tmp"); (err == nil) != ok || err != nil && loci.HintOf(err) == "" {
			t.Errorf("%s: %v", path, err)
		}
	}
}
