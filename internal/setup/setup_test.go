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
	if s := m.Check(h, Memory{DB: "/data/it's.db"}, Memory{DB: "/other.db"}); s.State != Wired && seed != ownSeed {
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

// What setup wires is known again whatever the program is called, also by
// another program that the user has now, and after the user has edited the file.
func TestProgramOfAnotherName(t *testing.T) {
	m := testMachine(t, "linux", nil)
	h := host(t, m, "gemini")
	file := m.path(h, h.Server)
	write(t, file, `{"a": 1}`)
	mine := Wiring{Program: "/opt/bin/mem"}
	apply(t, m, h, mine)
	if again, err := m.Plan(h, mine); err != nil || len(again) > 0 {
		t.Errorf("a second time: %v %v", err, again)
	}
	m.LookPath = func(name string) (string, error) { return name, nil }
	if s := m.Check(h, Memory{}, Memory{}); s.State != Wired {
		t.Errorf("%+v", s)
	}
	now, err := read(file)
	if err != nil {
		t.Fatal(err)
	}
	write(t, file, strings.Replace(string(now), `"a": 1`, `"a": 2`, 1))
	remove(t, m, h)
	if got, _ := read(file); string(got) != `{"a": 2}` {
		t.Errorf("became %s", got)
	}
}

// The folders that setup has made go with their files, unless others have put
// something there.
func TestRemoveFolders(t *testing.T) {
	m := testMachine(t, "linux", nil)
	h := host(t, m, "opencode")
	dir := m.Dir(h)
	apply(t, m, h, wired)
	remove(t, m, h)
	if isThere(filepath.Dir(dir)) {
		t.Errorf("%s is left behind", filepath.Dir(dir))
	}
	write(t, filepath.Join(dir, "mine"), "")
	apply(t, m, h, wired)
	remove(t, m, h)
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 1 {
		t.Errorf("left are %v", left)
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

func TestCommandLines(t *testing.T) {
	m := testMachine(t, "linux", nil)
	for _, tt := range []struct {
		system, host, program string
		flags                 []string
		want                  string
	}{
		{"linux", "gemini", "/usr/bin/loci", nil, "/usr/bin/loci hook --host gemini"},
		{"linux", "claude-code", "/usr/bin/loci", nil, "/usr/bin/loci hook"}, // which others run too
		{"linux", "codex", "/my tools/mem", []string{"--db", "/it's.db"}, `'/my tools/mem' hook --host codex --db '/it'\''s.db'`},
		{"windows", "cursor", `C:\bin\loci.exe`, []string{"--db", `D:\it's.db`}, `C:/bin/loci.exe hook --host cursor --db "D:/it's.db"`},
		{"windows", "gemini", `C:\Program Files\loci.exe`, []string{"--user", "ana"}, `& "C:/Program Files/loci.exe" hook --host gemini --user ana`},
		{"windows", "claude-code", `C:\bin\loci.exe`, nil, `C:/bin/loci.exe hook`},
		{"windows", "claude-code", `C:\Program Files\loci.exe`, []string{"--db", `D:\m.db`}, `"C:/Program Files/loci.exe" hook --db D:/m.db`},
	} {
		w := Wiring{tt.program, tt.flags}
		written, err := parseJSON(w.hook(host(t, m, tt.host), tt.system), jsonc)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{tt.want}, commandLines(written.plain())); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		slashed := func(word string) string {
			if tt.system == "windows" {
				word = strings.ReplaceAll(word, `\`, "/")
			}
			return word
		}
		c, ok := programs{slashed(tt.program)}.hook(tt.want)
		if !ok || c.program != slashed(tt.program) {
			t.Errorf("%s is not seen as ours: %+v", tt.want, c)
		}
		for flag := range slices.Chunk(tt.flags, 2) {
			if got := c.flag(flag[0]); got != slashed(flag[1]) {
				t.Errorf("%s: %s is %q", tt.want, flag[0], got)
			}
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
