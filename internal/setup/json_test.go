package setup

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

var server = entry{path: []string{"mcpServers", "loci"}, value: `{"command": "/bin/loci", "args": ["mcp"]}`}
var onStop = entry{path: []string{"hooks", "Stop"}, list: true, value: `{"hooks": [{"type": "command", "command": "/bin/loci hook"}]}`}

func TestAddToJSON(t *testing.T) {
	for _, tt := range []struct {
		name       string
		e          entry
		text, want string
	}{
		{"no text", server, "", `{
  "mcpServers": {
    "loci": {
      "command": "/bin/loci",
      "args": [
        "mcp"
      ]
    }
  }
}
`},
		{"one line", server, `{"a":1}`, `{"a":1, "mcpServers": {"loci": {"command": "/bin/loci", "args": ["mcp"]}}}`},
		{"one line, empty inside", server, `{"mcpServers":{}}`, `{"mcpServers":{"loci": {"command": "/bin/loci", "args": ["mcp"]}}}`},
		{"tabs and a comment behind the last", onStop, "{\n\t// mine\n\t\"a\": 1 // one\n}", "{\n\t// mine\n\t\"a\": 1, // one\n\t\"hooks\": {\n\t\t\"Stop\": [\n\t\t\t{\n\t\t\t\t\"hooks\": [\n\t\t\t\t\t{\n\t\t\t\t\t\t\"type\": \"command\",\n\t\t\t\t\t\t\"command\": \"/bin/loci hook\"\n\t\t\t\t\t}\n\t\t\t\t]\n\t\t\t}\n\t\t]\n\t}\n}"},
		{"trailing comma and CRLF", entry{path: []string{"mcpServers", "loci"}, value: `{"command": "l"}`}, "{\r\n    \"mcpServers\": {\r\n        \"x\": {},\r\n    },\r\n}\r\n",
			"{\r\n    \"mcpServers\": {\r\n        \"x\": {},\r\n        \"loci\": {\r\n            \"command\": \"l\"\r\n        },\r\n    },\r\n}\r\n"},
		{"after another hook", entry{path: []string{"hooks", "Stop"}, list: true, value: `{"command": "loci hook"}`}, "{\"hooks\": {\n  \"Stop\": [\n    {\"command\": \"say\"}\n  ]}}\n",
			"{\"hooks\": {\n  \"Stop\": [\n    {\"command\": \"say\"},\n    {\n      \"command\": \"loci hook\"\n    }\n  ]}}\n"},
		{"comments only", entry{path: []string{"a"}, value: `1`}, "// Zed settings\n", "// Zed settings\n{\n  \"a\": 1\n}\n"},
		{"BOM", entry{path: []string{"a"}, value: `1`}, bom + "{}", bom + "{\n  \"a\": 1\n}"},
	} {
		got, err := add(jsonFormat{jsonc}, tt.text, tt.e)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestAddRefusesWhatItCannotRead(t *testing.T) {
	for text, want := range map[string]string{
		"{\n\"a\": 1,\n\"b\" 2}":     "line 3: a colon is missing",
		`{"a": 1`:                    "line 1: a comma or '}' is missing",
		`{"a": 1} x`:                 "line 1: something stands after the end",
		`{"a": blue}`:                `line 1: "blue" is no value`,
		`{a: 1}`:                     "line 1: a name in quotes is missing",
		"{\"a\": \"\n\"}":            "line 1: a string has no end",
		`{"a": 1 /* }`:               "line 1: a comment has no end",
		`{"mcpServers": []}`:         "mcpServers is not what it should be",
		`{"mcpServers": "none"}`:     "mcpServers is not what it should be",
		`["mcpServers"]`:             " is not what it should be",
		`{"mcpServers": {"x": 1,,}}`: "line 1: a name in quotes is missing",
	} {
		out, err := add(jsonFormat{jsonc}, text, server)
		if err == nil || err.Error() != want {
			t.Errorf("%s: %q, %v; want the error %q", text, out, err, want)
		}
	}
}

// Where the containers were there already, cutting alone gives the text back.
func TestCutUndoesAdd(t *testing.T) {
	for _, text := range []string{
		"{\n  \"mcpServers\": {\n    \"x\": {} // one\n  }\n}\n",
		"{\n  \"a\": 1, \"mcpServers\": {\n    \"x\": {},\n  },\n}\n",
		`{"mcpServers":{"x":{}}}`,
		"{\r\n\t\"a\": 1 // one\r\n}",
		"{ \"a\": [\n 1 ], }",
		"{ \"a\": 1 /* b */ }",
		"{\n  \"a\": 1\n  // last\n}\n",
		"{\n  \"hooks\": {\n    \"Stop\": [\n      {\"hooks\": [{\"command\": \"say\"}]}\n    ]\n  }\n}\n",
	} {
		for _, e := range []entry{server, onStop} {
			f := jsonFormat{jsonc}
			added, err := add(f, text, e)
			if err != nil {
				t.Errorf("%s: %v", text, err)
				continue
			}
			got, err := cut(f, added, e)
			if diff := cmp.Diff(text, got); err != nil || diff != "" {
				t.Errorf("%s\n%v (-was +is):\n%s", added, err, diff)
			}
		}
	}
}

// What others have put beside our entries stays.
func TestCutLeavesOthers(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"in the same group", `{"hooks": {"Stop": [{"hooks": [{"command": "say"}, {"command": "'/a b/loci' hook --db x"}]}]}}`, `{"hooks": {"Stop": [{"hooks": [{"command": "say"}]}]}}`},
		{"first of several", `{"hooks": {"Stop": [{"command": "loci hook"}, {"command": "velocity hook"}]}}`, `{"hooks": {"Stop": [{"command": "velocity hook"}]}}`},
		{"twice", `{"hooks": {"Stop": [{"command": "loci hook"}, {"command": "C:\\loci.exe hook"}], "Start": []}}`, `{"hooks": {"Start": []}}`},
		{"a key twice, of which the last counts", `{"hooks": {"Stop": []}, "hooks": {"Stop": [{"command": "loci hook"}], "a": 1}}`, `{"hooks": {"Stop": []}, "hooks": {"a": 1}}`},
		{"no hook of ours", `{"hooks": {"Stop": [{"command": "echo loci hook"}, {"command": "loci list"}]}}`, `{"hooks": {"Stop": [{"command": "echo loci hook"}, {"command": "loci list"}]}}`},
	} {
		got, err := cut(jsonFormat{jsonc}, tt.text, onStop)
		if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", tt.name, err, diff)
		}
	}
}

func FuzzJSON(f *testing.F) {
	for _, s := range []string{`{"a":1}`, "{\n // c\n 'a': b,\n}", "{\"mcpServers\": {\"x\": [1, {}], },}", bom + "{}\r\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, d := range []dialect{jsonc, json5, yamlFlow} {
			checkRoundTrip(t, jsonFormat{d}, text)
		}
	})
}

// checkRoundTrip adds and cuts entries in any text: what comes out can be read,
// and says what was there.
func checkRoundTrip(t *testing.T, f format, text string) {
	t.Helper()
	before, err := f.parse(text)
	if err != nil || server.in(before) || onStop.in(before) {
		return
	}
	for _, e := range []entry{server, onStop} {
		added, err := add(f, text, e)
		if err != nil {
			continue
		}
		got, err := cut(f, added, e)
		if err != nil {
			t.Fatalf("%q\n%q: %v", text, added, err)
		}
		after, err := f.parse(got)
		if err != nil || !same(before, after, e) {
			t.Fatalf("%q\n%q\n%q: %v", text, added, got, err)
		}
	}
}

// The events of a host go one by one, as they came, whoever has written the
// file in between.
func TestCutOneOfSeveralEvents(t *testing.T) {
	const stop = "{\"hooks\": {\"Start\": [{\"command\": \"loci hook\"}], \"Stop\": [{\"command\": \"loci hook\"}]}, \"theirs\": {\"on\": true}}"
	text := stop
	for _, tt := range []struct{ event, want string }{
		{"Stop", "{\"hooks\": {\"Start\": [{\"command\": \"loci hook\"}]}, \"theirs\": {\"on\": true}}"},
		{"Start", "{\"theirs\": {\"on\": true}}"},
	} {
		got, err := cut(jsonFormat{jsonc}, text, entry{path: []string{"hooks", tt.event}, list: true, value: `{"command": "loci hook"}`})
		if err != nil || got != tt.want {
			t.Fatalf("%s: %q, %v; want %q", tt.event, got, err, tt.want)
		}
		text = got
	}
}
