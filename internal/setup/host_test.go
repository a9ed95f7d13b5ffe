package setup

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pelletier/go-toml/v2"
)

func TestPaths(t *testing.T) {
	for _, tt := range []struct {
		system, host, want string
		env                map[string]string
	}{
		{"linux", "claude-code", "~/.claude.json", nil},
		{"linux", "claude-code", "/c/.claude.json", map[string]string{"CLAUDE_CONFIG_DIR": "/c"}},
		{"linux", "zed", "/x/zed/settings.json", map[string]string{"XDG_CONFIG_HOME": "/x"}},
		{"darwin", "claude-desktop", "~/Library/Application Support/Claude/claude_desktop_config.json", nil},
		{"windows", "claude-desktop", "/r/Claude/claude_desktop_config.json", map[string]string{"APPDATA": "/r"}},
		{"windows", "hermes", "/l/hermes/config.yaml", map[string]string{"LOCALAPPDATA": "/l"}},
		{"windows", "hermes", "/h/config.yaml", map[string]string{"LOCALAPPDATA": "/l", "HERMES_HOME": "/h"}},
		{"windows", "devin", "/r/devin/mcp_config.json", map[string]string{"APPDATA": "/r"}},
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

// Claude Desktop's package for Windows reads a folder of its own, whose name ends
// with who has signed it (anthropics/claude-code#26073).
func TestFieldBug_claudecode26073(t *testing.T) {
	m := testMachine(t, "windows", map[string]string{})
	h := host(t, m, "claude-desktop")
	classic := filepath.Join(m.Home, "AppData", "Roaming", "Claude", "claude_desktop_config.json")
	if got := m.path(h, h.Server); got != classic {
		t.Errorf("without the package: %s", got)
	}
	want := filepath.Join(m.Home, "AppData", "Local", "Packages", "Claude_x1", "LocalCache", "Roaming", "Claude", "claude_desktop_config.json")
	write(t, classic, "{}")
	write(t, filepath.Join(filepath.Dir(want), "config.json"), "{}")
	if got := m.path(h, h.Server); got != want {
		t.Errorf("with it: %s, want %s", got, want)
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
		if s := m.Check(h, Memory{}, Memory{}); (s.State == Wired && strings.HasSuffix(s.Detail, "plugin")) != tt.want {
			t.Errorf("%s, %s: %+v", tt.host, tt.text, s)
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

func TestExpandOfOddPaths(t *testing.T) {
	for _, tt := range []struct{ path, home, want string }{
		{"/a/${b", "", "/a/${b"},
		{"${X", "/x", "${X"},
		{"${X:-/d}/${X", "/x", "/x/${X"},
		{"${X}/y", "/x/${X}", "/x/${X}/y"},
		{"${Y:-${X:-/d}/e}/f", "${", "${/e/f"},
		{"${Y:-${X:-/d}/e}/f", "", "/d/e/f"},
	} {
		m := testMachine(t, "linux", map[string]string{"X": tt.home})
		if got := filepath.ToSlash(m.expand(tt.path)); got != tt.want {
			t.Errorf("%s with X=%s: %s, want %s", tt.path, tt.home, got, tt.want)
		}
	}
}
