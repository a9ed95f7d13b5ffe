package setup

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

var codexServer = entry{path: []string{"mcp_servers", "loci"}, value: `{"command": "C:\\bin\\loci.exe", "args": ["mcp"]}`}

func TestAddToTOML(t *testing.T) {
	const table = "[mcp_servers.loci]\ncommand = \"C:\\\\bin\\\\loci.exe\"\nargs = [\"mcp\"]\n"
	for _, tt := range []struct{ name, text, want string }{
		{"no text", "", table},
		{"comments and tables", "# mine\nmodel = \"o3\" # best\n\n[mcp_servers.x]\ncommand = 'x'\n", "# mine\nmodel = \"o3\" # best\n\n[mcp_servers.x]\ncommand = 'x'\n\n" + table},
		{"no newline at the end", "[mcp_servers]", "[mcp_servers]\n\n" + table},
		{"CRLF", "a = 1\r\n", "a = 1\r\n\r\n[mcp_servers.loci]\r\ncommand = \"C:\\\\bin\\\\loci.exe\"\r\nargs = [\"mcp\"]\r\n"},
	} {
		got, err := add(tomlFormat{}, tt.text, codexServer)
		if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", tt.name, err, diff)
		}
	}
}

func TestAddToTOMLRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"mcp_servers = {x = {command = 'x'}}\n": unsafeToChange().Error(),
		"a = 1\nb = \n":                         "line 2: unexpected character U+000A at start of value",
		"mcp_servers = 1\n":                     "mcp_servers is not what it should be",
	} {
		if out, err := add(tomlFormat{}, text, codexServer); err == nil || err.Error() != want {
			t.Errorf("%q: %q, %v; want the error %q", text, out, err, want)
		}
	}
}

func TestCutFromTOML(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"with its own tables, and what stands between",
			"a = 1\n\n[mcp_servers.loci]\ncommand = \"loci\" # mine\nargs = [\n  \"mcp\", # ] [x]\n]\n\n# of the next\n[mcp_servers.x]\nb = \"\"\"\n[mcp_servers.loci]\n\"\"\"\"\n\n[mcp_servers.loci.env]\nA = '[b]'\n",
			"a = 1\n\n# of the next\n[mcp_servers.x]\nb = \"\"\"\n[mcp_servers.loci]\n\"\"\"\"\n"},
		{"the last of them", "[mcp_servers]\n[mcp_servers.\"loci\"]\na = 1", ""},
	} {
		got, err := cut(tomlFormat{}, tt.text, codexServer)
		if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", tt.name, err, diff)
		}
	}
	if _, err := cut(tomlFormat{}, "mcp_servers.loci.command = 'loci'\n", codexServer); err == nil {
		t.Error("dotted keys were cut")
	}
}

func FuzzTOML(f *testing.F) {
	for _, s := range []string{"a = 1\n[b]\nc = '''\n[d]'''\n", "[[a]]\nb = {c = [1,\n2]}\n[a.x]\n# z", "[mcp_servers]\r\nx.y = \"\\\"\"\r\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) { checkRoundTrip(t, tomlFormat{}, text) })
}
