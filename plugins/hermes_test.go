package plugins_test

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The plugins for Hermes share a file, each by a copy.
func TestHermesProgram(t *testing.T) {
	source, err := os.ReadFile(filepath.Join("hermes", "program.py"))
	if err != nil {
		t.Fatal(err)
	}
	copied, err := os.ReadFile(filepath.Join("hermes-memory", "program.py"))
	if err != nil || !bytes.Equal(source, copied) {
		t.Errorf("hermes-memory/program.py is not hermes/program.py, %v: `go generate ./plugins`", err)
	}
}

// The Python versions that Hermes runs on.
var pythons = []string{"python3.11", "python3.12", "python3.13", "python3.14"}

// TestHermesContract does to the plugins what Hermes does, without it: with
// the python3 that is there, and nightly with each version that Hermes runs on.
func TestHermesContract(t *testing.T) {
	if testing.Short() {
		t.Skip("starts loci many times")
	}
	try := []string{"python3"}
	if os.Getenv("LOCI_NIGHTLY") != "" {
		try = pythons
	}
	bin := t.TempDir()
	build(t, bin)
	for _, python := range try {
		t.Run(python, func(t *testing.T) {
			if exec.Command(python, "-c", "import sys; assert sys.version_info >= (3, 11)").Run() != nil {
				t.Skip("there is no such Python, or it is older than 3.11")
			}
			cmd := exec.CommandContext(t.Context(), python, "-B", "-m", "unittest", "discover", "-s", filepath.Join("testdata", "hermes"))
			cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + t.TempDir(), "LOCI_BIN=" + filepath.Join(bin, "loci")}
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// hermes is a machine with Hermes on it, which asks the model of ours: the one
// that .ci/hosts has installed, or the tree that HERMES_SRC names.
type hermes struct{ *host }

func newHermes(t *testing.T, config string) hermes {
	t.Helper()
	tree := os.Getenv("HERMES_SRC")
	if tree == "" {
		installed(t, "hermes/bin/hermes")
	}
	h := newHost(t)
	if tree != "" {
		h.env = append(h.env, "PYTHONPATH="+tree)
	}
	h.write(".hermes/config.yaml", `model: {default: fake, provider: custom, base_url: "`+h.model.URL+`/v1", api_key: fake}
`+config)
	return hermes{h}
}

func (h hermes) hermes(args ...string) string {
	return h.python(append([]string{"-m", "hermes_cli.main"}, args...)...)
}

// python runs the Python that Hermes runs on.
func (h hermes) python(args ...string) string {
	h.t.Helper()
	if os.Getenv("HERMES_SRC") != "" {
		return h.run(cmp.Or(os.Getenv("HERMES_PYTHON"), "python3"), args...)
	}
	return h.run(filepath.Join(os.Getenv("LOCI_HOSTS"), "hermes", "bin", "python"), args...)
}

// install gives a plugin of ours to Hermes' own installer, out of a repository
// that holds it where ours does.
func (h hermes) install(plugin string) {
	h.t.Helper()
	repo := filepath.Join(h.home, "loci")
	if err := os.CopyFS(filepath.Join(repo, "plugins", plugin), os.DirFS(plugin)); err != nil {
		h.t.Fatal(err)
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=x", "-c", "user.email=x@example.com", "commit", "-qm", "x"}} {
		h.run("git", append([]string{"-C", repo}, args...)...)
	}
	h.hermes("plugins", "install", "file://"+repo+"#plugins/"+plugin, "--no-enable")
}

func (h hermes) say(message string) { h.hermes("-z", message) }

func TestHermes(t *testing.T) {
	h := newHermes(t, "")
	h.install("hermes")
	h.hermes("plugins", "enable", "loci", "--no-allow-tool-override")
	h.turns(h.say)
	if !h.offered("remember", "recall", "forget") {
		t.Error("the tools did not reach the model")
	}
}

// offered reports whether the model was offered tools: each as one or, from
// Hermes 0.20 on, in the list of what its tool_search finds.
func (h hermes) offered(tools ...string) bool {
	return slices.ContainsFunc([]string{`"name": "%s"`, `"name":"%s"`, "- %s: "}, func(form string) bool {
		words := make([]string, len(tools))
		for i, tool := range tools {
			words[i] = fmt.Sprintf(form, tool)
		}
		return h.model.heard(words...)
	})
}

func TestHermesMemory(t *testing.T) {
	h := newHermes(t, "")
	h.install("hermes-memory")
	h.hermes("config", "set", "memory.provider", "loci-memory")
	if status := h.hermes("memory", "status"); !strings.Contains(status, "loci-memory") {
		t.Errorf("memory status: %s", status)
	}
	h.turns(h.say)
}

// TestHermesShellHooks is the way in that needs no Python, as setup writes it.
func TestHermesShellHooks(t *testing.T) {
	h := newHermes(t, "hooks_auto_accept: true\n")
	h.run("loci", "setup", "hermes", "--yes")
	h.turns(h.say)
}

// TestHermesGateway has Hermes' own loader and memory manager carry turns of
// several people to both plugins, and its model read them.
func TestHermesGateway(t *testing.T) {
	h := newHermes(t, "")
	h.install("hermes")
	h.install("hermes-memory")
	h.hermes("plugins", "enable", "loci", "--no-allow-tool-override")
	script, err := filepath.Abs(filepath.Join("testdata", "hermes", "turns.py"))
	if err != nil {
		t.Fatal(err)
	}
	h.env = append(h.env, "LOCI_MODEL_PROVIDER=host")
	h.python("-B", "-P", script) // -P: what lies beside the script is not Hermes
	for user, want := range map[string]string{"telegram:42": "Porto", "telegram:43": "Rome", "telegram:44": "Braga", "telegram:45": `"category": "routine"`, "me": "[]"} {
		if list := h.run("loci", "list", "--json", "--user", user); !strings.Contains(list, want) {
			t.Errorf("%s: %s", user, list)
		}
	}
}
