package setup

import (
	"bytes"
	"encoding/json"
	"errors"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	goose     = entry{path: []string{"extensions", "loci"}, value: `{"type": "stdio", "args": ["mcp"], "envs": {}}`}
	onReply   = entry{path: []string{"hooks", "post_llm_call"}, list: true, value: `{"command": "loci hook", "timeout": 10}`}
	gooseText = "# mine\nGOOSE_MODEL: \"a: b\" # c\nextensions:\n  developer:\n    enabled: true\n    args:\n    - x\n    - {y: z, w: [1, 2]}\n    text: |\n      extensions: {\n\n      loci:\n    long: one\n      two\n\n# the end\nlast: 'x'\n"
)

func TestAddToYAML(t *testing.T) {
	for _, tt := range []struct {
		name       string
		e          entry
		text, want string
	}{
		{"no text", goose, "", "extensions:\n  loci:\n    type: \"stdio\"\n    args: [\"mcp\"]\n    envs: {}\n"},
		{"after others", goose, gooseText, "# mine\nGOOSE_MODEL: \"a: b\" # c\nextensions:\n  developer:\n    enabled: true\n    args:\n    - x\n    - {y: z, w: [1, 2]}\n    text: |\n      extensions: {\n\n      loci:\n    long: one\n      two\n  loci:\n    type: \"stdio\"\n    args: [\"mcp\"]\n    envs: {}\n\n# the end\nlast: 'x'\n"},
		{"a key without a value", goose, "extensions: # none yet\na: 1", "extensions: # none yet\n  loci:\n    type: \"stdio\"\n    args: [\"mcp\"]\n    envs: {}\na: 1"},
		{"between brackets", goose, "extensions: {}\r\na: 1\r\n", "extensions: {\"loci\": {\"type\": \"stdio\", \"args\": [\"mcp\"], \"envs\": {}}}\r\na: 1\r\n"},
		{"a hook", onReply, "---\r\na: 1\r\n", "---\r\na: 1\r\nhooks:\r\n  post_llm_call:\r\n    - {\"command\": \"loci hook\", \"timeout\": 10}\r\n"},
		{"after another hook", onReply, "hooks:\n  post_llm_call:\n  - command: say\n    timeout: 1\n  pre_llm_call: []\n", "hooks:\n  post_llm_call:\n  - command: say\n    timeout: 1\n  - {\"command\": \"loci hook\", \"timeout\": 10}\n  pre_llm_call: []\n"},
		{"in a list between brackets", onReply, "hooks:\n  post_llm_call: [{command: say it}]\n", "hooks:\n  post_llm_call: [{command: say it}, {\"command\": \"loci hook\", \"timeout\": 10}]\n"},
	} {
		got, err := add(yamlFormat{}, tt.text, tt.e)
		if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", tt.name, err, diff)
			continue
		}
		back, err := cut(yamlFormat{}, got, tt.e)
		after, _ := parseYAML(back)
		before, _ := parseYAML(tt.text)
		if err != nil || !same(before, after, tt.e) || tt.e.in(after) {
			t.Errorf("%s: cut: %v\n%s", tt.name, err, back)
		}
	}
}

func TestParseYAML(t *testing.T) {
	root, err := parseYAML(gooseText)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"GOOSE_MODEL": "a: b",
		"last":        "x",
		"extensions": map[string]any{"developer": map[string]any{
			"enabled": true, "args": []any{"x", map[string]any{"y": "z", "w": []any{1.0, 2.0}}},
			"text": "|\n      extensions: {\n\n      loci:", "long": "one\n      two",
		}},
	}
	if diff := cmp.Diff(any(want), root.plain()); diff != "" {
		t.Error(diff)
	}
}

func TestYAMLRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"a: 1\n---\nb: 2\n":       "line 2: loci reads files of one document only",
		"a: 1\n  b: 2\n c: 3\nd":  "line 4: a key and a colon are missing",
		"a:\n    b: 1\n  c: 2\n":  "line 3: this line does not fit into what is around it",
		"a: [1, 2\nb: 3\n":        `line 2: a comma or ']' is missing`,
		"a: 'x' y\n":              "line 1: something stands behind a closed bracket or quote",
		"? a\n: b\nc: d\n":        " is not what it should be",
		"- a\n- b\n":              " is not what it should be",
		"extensions:\n- a\n- b\n": "extensions is not what it should be",
		"extensions: yes\n":       "extensions is not what it should be",
	} {
		if out, err := add(yamlFormat{}, text, goose); err == nil || err.Error() != want {
			t.Errorf("%q: %q, %v; want the error %q", text, out, err, want)
		}
	}
}

// Our hook leaves no trace where another one is in the same list.
func TestCutFromYAML(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"over several lines", "hooks:\n  post_llm_call:\n    - command: \"loci hook\"\n      timeout: 10\n    - command: say\n", "hooks:\n  post_llm_call:\n    - command: say\n"},
		{"first of the file", "hooks:\n  post_llm_call:\n    - {command: loci hook}\na: 1", "a: 1"},
		{"last of the file", "a: 1\n\nhooks:\n  post_llm_call:\n    - {command: loci hook}", "a: 1\n"},
	} {
		got, err := cut(yamlFormat{}, tt.text, onReply)
		if diff := cmp.Diff(tt.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", tt.name, err, diff)
		}
	}
}

// What loci reads and writes is what YAML's own reader for Python sees.
func TestYAMLReadsAsPythonDoes(t *testing.T) {
	const script = "import json, sys, yaml; json.dump([yaml.safe_load(t) for t in json.load(sys.stdin)], sys.stdout)"
	if out, err := exec.Command("python3", "-c", "import yaml").CombinedOutput(); err != nil {
		t.Skipf("no PyYAML: %s", out)
	}
	var texts []string
	for _, text := range []string{
		"a: &x 1\nb:\n- 'c'\n-   d: e # f\n    g: {h: i j, \"k\": [l, m]}\n\n- - n\n  - o\n",
		"hooks:\n    pre_llm_call:\n        - command: say\n          timeout: 3\nextensions: {x: {args: [a, 'b c',\n   d]}}\n",
		"mcp_servers:\n  web:\n    url: https://x.org/a#b\n    env: {K: \"a\\tb\"}\nextensions:\nlast: ~\n",
	} {
		for _, e := range []entry{goose, onReply} {
			added, err := add(yamlFormat{}, text, e)
			if err != nil {
				t.Errorf("%s: %v", text, err)
			}
			texts = append(texts, added)
		}
	}
	in, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("python3", "-c", script)
	cmd.Stdin = bytes.NewReader(in)
	out, err := cmd.Output()
	var want []any
	if err = errors.Join(err, json.Unmarshal(out, &want)); err != nil {
		t.Fatal(err)
	}
	for i, text := range texts {
		root, err := parseYAML(text)
		if diff := cmp.Diff(want[i], root.plain()); err != nil || diff != "" {
			t.Errorf("%s%v (-python +loci):\n%s", text, err, diff)
		}
	}
}

// What stands in a literal is text, comments and empty lines included: nothing
// goes in between.
func TestYAMLLeavesLiteralsWhole(t *testing.T) {
	for _, text := range []string{
		"prompt: |\n  You are kind.\n  # Rules\n  ## never swear\n",
		"prompt: >-\n  You are kind.\n\n  # Rules\n\n",
		"prompt: |+\n  You are kind.\n\n\n",
		"prompt: !!str |\n  # Rules",
		"l:\n- |\n  one\n  # two\n",
		"prompt: | # kept\n  a: b\n  - c\n",
	} {
		for _, e := range []entry{goose, onReply} {
			added, err := add(yamlFormat{}, text, e)
			if err != nil || !strings.HasPrefix(added, text) {
				t.Errorf("%q: %q %v", text, added, err)
			}
			if back, err := cut(yamlFormat{}, added, e); err != nil || strings.TrimSuffix(back, "\n") != strings.TrimSuffix(text, "\n") {
				t.Errorf("%q came back as %q: %v", text, back, err)
			}
		}
	}
	const inside = "hooks:\n  post_llm_call:\n    - command: |\n        say\n        # loud\n    - command: |\n        sing\n        # low\nz: 1\n"
	added, err := add(yamlFormat{}, inside, onReply)
	if err != nil || !strings.Contains(added, "sing\n        # low\n    - ") {
		t.Errorf("%q: %v", added, err)
	}
}

func FuzzYAML(f *testing.F) {
	for _, s := range []string{gooseText, "a: &x 1\nb: *x\nc: !t\n  - - 1\n    - 2\n", "hooks: {post_llm_call: [a, 'b']}\n", "- a: 1\n  b:\n- c\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) { checkRoundTrip(t, yamlFormat{}, text) })
}
