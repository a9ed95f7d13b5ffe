package setup

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pelletier/go-toml/v2"

	"github.com/locimem/loci"
)

func testMachine(t *testing.T, system string, env map[string]string) Machine {
	t.Helper()
	home := t.TempDir()
	return Machine{
		OS: system, Home: home, State: filepath.Join(home, ".loci", "setup"),
		Getenv: func(name string) string { return env[name] },
		LookPath: func(name string) (string, error) {
			if strings.HasSuffix(name, "loci") {
				return name, nil
			}
			return "", os.ErrNotExist
		},
	}
}

var wired = Wiring{Program: "/opt/my tools/loci", Flags: []string{"--db", "/data/it's.db"}}

// seeds are configuration files as people have them, for each format.
var seeds = map[string][]string{
	"json": {
		"", "{}", "{ }\n", "{\n}\n", bom + "{}\r\n", "{\"a\":{\"b\":[1,2]}}", "{\n\t\"a\": 1 // one\n\t// end\n}\n",
		"{\r\n  \"mcpServers\": {},\r\n  \"hooks\": {\"Stop\": [], /* none */},\r\n}\r\n",
		"{\n    \"mcpServers\": {\"x\": {\"command\": \"x\"}},\n    \"mcp\": {\"servers\": {}}, \"servers\": {\n    }}",
		"{\n  \"mcpServers\": {\"loci\": {\"command\": \"/mine/loci\", \"env\": {\"LOCI_DB\": \"/x.db\"}}}\n}\n",
	},
	"toml": {"", "# mine", "model = \"o3\"\r\n\r\n[mcp_servers.x]\r\ncommand = 'x'\r\n", "[mcp_servers]\n", "notes = '''\n[mcp_servers.loci]\n'''\n[a]\nb = 1"},
	"yaml": {"", "# mine\n", "---\na: 1", "extensions:\nhooks: {}\nmcp_servers: {}\n", "extensions:\n    dev: {enabled: true}\n\nhooks:\n  pre_llm_call:\n  - command: say # it\n# end\n", "mcp_servers: {x: {command: x}}\r\nhooks:\r\n  post_llm_call: []\r\n"},
}

// ownSeed is the one in which the user has wired loci by hand.
const ownSeed = 9

func files(m Machine, h Host) map[string]string {
	out := map[string]string{m.path(h, h.Server): h.Server.Format}
	if len(h.Hooks.Events) > 0 {
		out[m.path(h, h.Hooks)] = h.Hooks.Format
	}
	return out
}

// Whatever was there, setup and then --remove leaves every byte as it was; what
// the user had wired by hand in a file that setup had no need to write goes too.
func TestRemoveUndoesSetup(t *testing.T) {
	for _, h := range table() {
		for i := range len(seeds["json"]) + 1 { // and once without files
			t.Run(fmt.Sprintf("%s %d", h.Name, i), func(t *testing.T) {
				t.Parallel() // it waits for the disk
				checkUndo(t, h, i)
			})
		}
	}
}

func checkUndo(t *testing.T, h Host, seed int) {
	m := testMachine(t, "linux", nil)
	want := map[string]string{}
	for file, format := range files(m, h) {
		if of := seeds[strings.TrimSuffix(format, "5")]; seed < len(seeds["json"]) {
			want[file] = of[seed%len(of)]
			write(t, file, want[file])
		}
	}
	apply(t, m, h, wired)
	if again, err := m.Plan(h, wired); err != nil || len(again) > 0 {
		t.Errorf("a second time: %v %v", err, again)
	}
	if s := m.Check(h, Memory{Here: "/data/it's.db", Default: "/other.db"}); s.State != Wired && seed != ownSeed {
		t.Errorf("%+v", s)
	}
	remove(t, m, h)
	for _, p := range m.parts(h, wired) {
		got, err := read(p.file)
		if _, was := want[p.file]; err != nil || (got != nil) != was {
			t.Errorf("%s: %v, %v", p.file, got, err)
		}
		if diff := cmp.Diff(want[p.file], string(got)); diff != "" && seed != ownSeed {
			t.Errorf("%s (-was +is):\n%s", p.file, diff)
		}
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o640)); err != nil {
		t.Fatal(err)
	}
}

func apply(t *testing.T, m Machine, h Host, w Wiring) {
	t.Helper()
	changes, err := m.Plan(h, w)
	if err != nil {
		t.Fatalf("%s: %v", h.Name, err)
	}
	applyAll(t, m, changes)
}

func remove(t *testing.T, m Machine, h Host) {
	t.Helper()
	changes, err := m.PlanRemoval(h)
	if err != nil {
		t.Fatalf("%s: %v", h.Name, err)
	}
	applyAll(t, m, changes)
}

func applyAll(t *testing.T, m Machine, changes []Change) {
	t.Helper()
	for _, c := range changes {
		if _, err := m.Apply(t.Context(), c); err != nil {
			t.Fatalf("%v\n%s", err, c.Diff())
		}
	}
}

func host(t *testing.T, m Machine, name string) Host {
	t.Helper()
	h, err := m.Host(name)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// A file keeps its mode; one that has changed since it was looked at, or that is
// locked, is not written.
func TestApply(t *testing.T) {
	m := testMachine(t, "linux", nil)
	h := host(t, m, "zed")
	file := m.path(h, h.Server)
	write(t, file, "{}")
	changes, err := m.Plan(h, wired)
	if err != nil || len(changes) != 1 {
		t.Fatal(changes, err)
	}
	write(t, file, "{ }")
	if _, err := m.Apply(t.Context(), changes[0]); !errors.Is(err, loci.Conflict) {
		t.Errorf("a file changed meanwhile: %v", err)
	}
	apply(t, m, h, wired)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the mode became %v, %v", info.Mode(), err)
	}
	if err := os.Chmod(file, 0o440); err != nil {
		t.Fatal(err)
	}
	changes, err = m.PlanRemoval(h)
	if err != nil || len(changes) != 1 {
		t.Fatal(changes, err)
	}
	if _, err := m.Apply(t.Context(), changes[0]); !errors.Is(err, loci.Unavailable) {
		t.Errorf("a read-only file: %v", err)
	}
}

// Setup that goes on from its own text, as after an update, is undone as one.
func TestRemoveAfterSeveralSetups(t *testing.T) {
	m := testMachine(t, "linux", nil)
	h := host(t, m, "gemini")
	file := m.path(h, h.Server)
	write(t, file, "{ }")
	older := h
	older.Hooks.Events = h.Hooks.Events[:1]
	apply(t, m, older, wired)
	apply(t, m, h, wired)
	remove(t, m, h)
	if got, _ := read(file); string(got) != "{ }" {
		t.Errorf("became %q", got)
	}
}

// Removal takes away what starts loci and was not there before setup, nothing
// else: not what another product has called so, nor what the user has written.
func TestRemoveLeavesWhatIsNotOurs(t *testing.T) {
	const other = `{"mcpServers": {"loci": {"url": "https://loci.example.com/other"}, "a": {}}}`
	const otherGoose = "extensions:\n  loci:\n    name: loci\n    cmd: /opt/loci/memory\n"
	const own = `{"mcpServers": {"loci": {"command": "/mine/loci", "args": ["mcp"]}}}`
	for _, tt := range []struct{ name, host, before, edit, want string }{
		{"another product's", "cursor", other, "", other},
		{"another product's, that only says our name", "goose", otherGoose, "no setup", otherGoose},
		{"the user's own, and the file changed since", "gemini", own, " ", own + " "},
		{"wired by hand, without setup", "cursor", `{"mcpServers": {"loci": {"command": "/mine/loci"}, "a": {}}}`, "no setup", `{"mcpServers": {"a": {}}}`},
	} {
		m := testMachine(t, "linux", nil)
		h := host(t, m, tt.host)
		file := m.path(h, h.Server)
		write(t, file, tt.before)
		if tt.edit != "no setup" {
			apply(t, m, h, wired)
			now, err := read(file)
			if err != nil {
				t.Fatal(err)
			}
			write(t, file, string(now)+tt.edit)
		}
		remove(t, m, h)
		if got, _ := read(file); string(got) != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// A plugin's file that the user had there comes back; one that they have edited
// since is left, and said to be.
func TestRemoveGivesBackAPlugin(t *testing.T) {
	m := testMachine(t, "linux", nil)
	h := host(t, m, "opencode")
	file := m.path(h, h.Script)
	write(t, file, "// mine\n")
	apply(t, m, h, wired)
	backup, _ := read(m.kept(file, ".backup"))
	remove(t, m, h)
	if got, _ := read(file); string(got) != "// mine\n" || string(backup) != "// mine\n" {
		t.Errorf("%q, kept %q", got, backup)
	}
	apply(t, m, h, wired)
	write(t, file, "// edited\n")
	if _, err := m.PlanRemoval(h); !errors.Is(err, loci.Conflict) {
		t.Errorf("an edited plugin: %v", err)
	}
	if backup, _ = read(m.kept(file, ".backup")); string(backup) != "// mine\n" {
		t.Errorf("kept %q", backup)
	}
}

// Hooks are known by the program they start, however it is called and wherever
// it stands; another program is none of ours.
func TestHookCommand(t *testing.T) {
	for line, want := range map[string]bool{
		"loci hook": true, "/opt/loci hook --user x": true, `'/tmp/it'\''s a dir/loci' hook`: true, `"C:\my tools\loci.exe" hook`: true,
		"/dl/loci_1.2_linux_amd64 hook": true, "LOCI_DB=/x A=1 loci hook": true, `& 'C:\loci.exe' hook`: true,
		"/opt/veloci hook --x": false, "veloci hook": false, "loci hooks": false, "echo loci hook": false, "/opt/loci/other hook": false,
	} {
		if got := hookCommand.MatchString(line); got != want {
			t.Errorf("%s: %t", line, got)
		}
	}
}

// What is wired is understood by `loci hook`, and a plugin wires the same.
func TestHooksAreUnderstood(t *testing.T) {
	var understood struct {
		Host []struct {
			Name                          string
			Start, Prompt, Reply, Compact []string
		}
	}
	text, err := os.ReadFile("../hook/hosts.toml")
	if err == nil {
		err = toml.Unmarshal(text, &understood)
	}
	if err != nil {
		t.Fatal(err)
	}
	known := map[string][]string{}
	for _, h := range understood.Host {
		known[h.Name] = slices.Concat(h.Start, h.Prompt, h.Reply, h.Compact)
	}
	plugins := map[string]string{"claude-code": "claude", "codex": "claude", "gemini": "gemini"}
	for _, h := range table() {
		for _, event := range h.Hooks.Events {
			if !slices.Contains(known[h.Name], event) {
				t.Errorf("%s: %s is wired and not understood", h.Name, event)
			}
		}
		if plugin := plugins[h.Name]; plugin != "" {
			text, err := os.ReadFile(filepath.Join("..", "..", "plugins", plugin, "hooks", "hooks.json"))
			if err != nil {
				t.Fatal(err)
			}
			root, err := parseJSON(string(text), jsonc)
			if err != nil {
				t.Fatal(err)
			}
			var events []string
			for _, it := range root.at([]string{"hooks"}).items {
				events = append(events, it.key)
			}
			if diff := cmp.Diff(h.Hooks.Events, events); diff != "" {
				t.Errorf("%s (-setup +plugin):\n%s", h.Name, diff)
			}
		}
	}
}

func TestPluginStandsForWiring(t *testing.T) {
	for _, tt := range []struct {
		host, text string
		want       bool
	}{
		{"claude-code", `{"enabledPlugins": {"loci@loci": true}}`, true},
		{"claude-code", `{"enabledPlugins": {"loci@loci": false}}`, false},
		{"codex", "[plugins.\"loci@loci\"]\nenabled = true\n", true},
		{"gemini", "{}", true},
		{"hermes", "plugins:\n  enabled: [other, loci]\n", true},
		{"hermes", "memory:\n  provider: loci-memory\n", true},
		{"hermes", "plugins:\n  disabled: [loci]\n", false},
		{"openclaw", `{plugins: {entries: {loci: {enabled: true}}}}`, true},
	} {
		m := testMachine(t, "linux", nil)
		h := host(t, m, tt.host)
		write(t, m.path(h, h.Plugin), tt.text)
		if changes, err := m.Plan(h, wired); err != nil || (len(changes) == 0) != tt.want {
			t.Errorf("%s, %s: %v %v", tt.host, tt.text, err, changes)
		}
		if s := m.Check(h, Memory{}); (s.State == Wired && strings.HasSuffix(s.Detail, "plugin")) != tt.want {
			t.Errorf("%s, %s: %+v", tt.host, tt.text, s)
		}
	}
}

func TestCommandLines(t *testing.T) {
	for _, tt := range []struct {
		system, program string
		flags           []string
		want            string
	}{
		{"linux", "/usr/bin/loci", nil, "/usr/bin/loci hook"},
		{"linux", "/my tools/loci", []string{"--db", "/it's.db"}, `'/my tools/loci' hook --db '/it'\''s.db'`},
		{"windows", `C:\Program Files\loci.exe`, []string{"--user", "ana"}, `"C:\Program Files\loci.exe" hook --user ana`},
		{"windows", `C:\loci.exe`, nil, `C:\loci.exe hook`},
	} {
		got := Wiring{tt.program, tt.flags}.fill("$hook", tt.system)
		if got != quote(tt.want) {
			t.Errorf("%s, want %s", got, tt.want)
		}
		if !hookCommand.MatchString(tt.want) {
			t.Errorf("%s is not seen as ours", tt.want)
		}
		if diff := cmp.Diff(append([]string{tt.program, "hook"}, tt.flags...), split(tt.want)); diff != "" {
			t.Error(diff)
		}
	}
}

// A plugin that setup writes starts the program that it was told.
func TestScript(t *testing.T) {
	m := testMachine(t, "linux", nil)
	h := host(t, m, "opencode")
	apply(t, m, h, wired)
	got, err := read(m.path(h, h.Script))
	for _, want := range []string{`const program = process.env.LOCI_BIN || "/opt/my tools/loci";`, `const flags = ["--db", "/data/it's.db"];`} {
		if err != nil || !strings.Contains(string(got), want) {
			t.Errorf("%v: no %s in\n%s", err, want, got)
		}
	}
	remove(t, m, h)
	if got, err := read(m.path(h, h.Script)); got != nil || err != nil {
		t.Errorf("left behind: %s %v", got, err)
	}
}

func TestPaths(t *testing.T) {
	for _, tt := range []struct {
		system, host, want string
		env                map[string]string
	}{
		{"linux", "claude-code", "~/.claude.json", nil},
		{"linux", "claude-code", "/c/.claude.json", map[string]string{"CLAUDE_CONFIG_DIR": "/c"}},
		{"linux", "zed", "/x/zed/settings.json", map[string]string{"XDG_CONFIG_HOME": "/x"}},
		{"darwin", "claude-desktop", "~/Library/Application Support/Claude/claude_desktop_config.json", nil},
		{"windows", "goose", "/r/Block/goose/config/config.yaml", map[string]string{"APPDATA": "/r"}},
		{"windows", "vscode", "~/AppData/Roaming/Code/User/mcp.json", nil},
		{"linux", "openclaw", "/o/openclaw.json", map[string]string{"OPENCLAW_STATE_DIR": "/o"}},
		{"linux", "openclaw", "/p.json", map[string]string{"OPENCLAW_STATE_DIR": "/o", "OPENCLAW_CONFIG_PATH": "/p.json"}},
	} {
		m := testMachine(t, tt.system, tt.env)
		h := host(t, m, tt.host)
		want := filepath.FromSlash(strings.Replace(tt.want, "~", m.Home, 1))
		if got := m.path(h, h.Server); got != want {
			t.Errorf("%s on %s: %s, want %s", tt.host, tt.system, got, want)
		}
	}
}

// inGemini is a file in which every event runs a command line.
func inGemini(line string) string {
	hook := `[{"hooks": [{"type": "command", "command": "` + line + `"}]}]`
	return fmt.Sprintf(`{"mcpServers": {"loci": {"command": "loci", "args": ["mcp"]}}, "hooks": {"SessionStart": %s, "BeforeAgent": %[1]s, "AfterAgent": %[1]s, "PreCompress": %[1]s}}`, hook)
}

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
		{"elsewhere", "cursor", `{"mcpServers": {"loci": {"url": "http://127.0.0.1:7317/mcp"}}}`, Doubtful, "lacks the hook sessionStart"},
		{"switched off", "opencode", `{"mcp": {"loci": {"command": ["loci", "mcp"], "enabled": false}}}`, Doubtful, "switched off"},
		{"hooks missing", "gemini", `{"mcpServers": {"loci": {"command": "loci"}}, "hooks": {"BeforeAgent": [{"hooks": [{"command": "loci hook"}]}]}}`, Doubtful, "lacks the hook SessionStart, the hook AfterAgent, the hook PreCompress"},
		{"another file by a hook's own variable", "gemini", inGemini(`A=1 LOCI_DB=/e.db loci hook`), Doubtful, "works with /e.db"},
		{"a hook of PowerShell", "gemini", inGemini(`& 'C:\\tools\\loci' hook`), Wired, "server and hooks"},
		{"a quote that nothing closes", "gemini", inGemini(`A=' loci hook`), Wired, "server and hooks"},
		{"all is well", "zed", `{"context_servers": {"loci": {"command": "loci", "args": ["mcp"]}}}`, Wired, "Zed: server"},
	} {
		m := testMachine(t, "linux", nil)
		h := host(t, m, tt.host)
		write(t, m.path(h, h.Server), tt.text)
		s := m.Check(h, Memory{Here: at, Default: at})
		if s.State != tt.state || !strings.Contains(s.Detail, tt.detail) || (s.Hint == "") != (tt.state == Wired) {
			t.Errorf("%s: %+v", tt.name, s)
		}
	}
}

// Whatever stands in a list of hooks: each of ours starts a program.
func FuzzHookCalls(f *testing.F) {
	for _, s := range []string{"loci hook", "A=' loci hook", `& "C:\my tools\loci.exe" hook`, `A=1 '/it'\''s/loci' hook --db x`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		for _, c := range hookCalls([]any{map[string]any{"command": line}}) {
			if c.program == "" {
				t.Errorf("%q starts nothing", line)
			}
		}
	})
}
