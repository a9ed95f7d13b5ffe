// Package plugins_test checks what hosts install, against the hosts themselves
// where they are there.
//
// LOCI_HOSTS names a folder with a node_modules that holds the hosts
// (.ci/hosts installs them); without it only the files are checked. Each host
// runs real turns against a model of ours on loopback.
package plugins_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// model is a language model that says "Noted." and writes down what it is
// asked. Who does not want to hear it bit by bit is told what it has read.
type model struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string
}

func newModel(t *testing.T) *model {
	m := &model{}
	read, err := os.ReadFile(filepath.Join("testdata", "chat.json"))
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	for path, answer := range map[string]string{
		"/v1/messages":         "anthropic.sse",
		"/v1/responses":        "responses.sse",
		"/v1/chat/completions": "chat.sse",
		"/v1beta/models/":      "gemini.sse",
	} {
		body, err := os.ReadFile(filepath.Join("testdata", answer))
		if err != nil {
			t.Fatal(err)
		}
		mux.HandleFunc("POST "+path, func(w http.ResponseWriter, r *http.Request) {
			asked, _ := io.ReadAll(r.Body)
			m.mu.Lock()
			m.asked = append(m.asked, string(asked))
			m.mu.Unlock()
			if path == "/v1/chat/completions" && !bytes.Contains(asked, []byte(`"stream"`)) {
				w.Header().Set("Content-Type", "application/json")
				w.Write(read)
				return
			}
			w.Header().Set("Content-Type", "text/event-stream")
			w.Write(body)
		})
	}
	m.Server = httptest.NewServer(mux)
	t.Cleanup(m.Close)
	return m
}

// heard reports whether the model was told all of the words in one request.
func (m *model) heard(words ...string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, asked := range m.asked {
		all := true
		for _, w := range words {
			all = all && strings.Contains(asked, w)
		}
		if all {
			return true
		}
	}
	return false
}

// host is a machine with loci and one host on it.
type host struct {
	t     *testing.T
	home  string
	env   []string
	model *model
}

// installed returns a program that .ci/hosts has installed; a test is skipped
// without it. What follows the * in a pattern is a processor.
func installed(t *testing.T, pattern string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(os.Getenv("LOCI_HOSTS"), pattern))
	if err != nil || len(found) == 0 {
		t.Skip(pattern + " is not in LOCI_HOSTS; see .ci/hosts")
	}
	return found[0]
}

// nodes is where the Node is that comes with the hosts.
const nodes = "node_modules/node-linux-*/bin"

// newHost builds loci beside the hosts.
func newHost(t *testing.T) *host {
	t.Helper()
	home := t.TempDir()
	bin := filepath.Join(home, "bin")
	build(t, bin)
	h := &host{t: t, home: home, model: newModel(t)}
	path := []string{bin}
	for _, folder := range []string{"node_modules/.bin", nodes} {
		if found, err := filepath.Glob(filepath.Join(os.Getenv("LOCI_HOSTS"), folder)); err == nil {
			path = append(path, found...)
		}
	}
	h.env = []string{
		"HOME=" + home, "PATH=" + strings.Join(append(path, os.Getenv("PATH")), ":"), "TERM=dumb", "LANG=C.UTF-8", "NO_COLOR=1",
	}
	return h
}

// build puts loci into a folder.
func build(t *testing.T, bin string) {
	t.Helper()
	if out, err := exec.Command("go", "build", "-o", filepath.Join(bin, "loci"), "../cmd/loci").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
}

// run runs a program to its end and returns what it printed.
func (h *host) run(name string, args ...string) string {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(h.t.Context(), 3*time.Minute)
	defer cancel()
	h.t.Setenv("PATH", h.path()) // exec looks programs up in our own PATH
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = h.home, h.env
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		h.t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out.String())
	}
	return out.String()
}

func (h *host) path() string {
	for _, v := range h.env {
		if p, ok := strings.CutPrefix(v, "PATH="); ok {
			return p
		}
	}
	return ""
}

func (h *host) write(path, content string) {
	h.t.Helper()
	path = filepath.Join(h.home, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		h.t.Fatal(err)
	}
}

// turns says two things to the agent: the first is to be kept, and known to
// the model when it hears the second.
func (h *host) turns(say func(message string)) {
	h.t.Helper()
	say("I am allergic to peanuts.")
	if list := h.run("loci", "list"); !strings.Contains(list, "allergic to peanuts") {
		h.t.Errorf("nothing was kept: %s", list)
	}
	say("What can I cook tonight?")
	if !h.model.heard("loci-context", "allergic to peanuts", "What can I cook tonight?") {
		h.t.Errorf("the model was not told; it was asked %d times:\n%s", len(h.model.asked), strings.Join(h.model.asked, "\n---\n"))
	}
	if stats := h.run("loci", "stats", "--json"); !strings.Contains(stats, `"turns": 4`) {
		h.t.Errorf("two messages and two replies were not all kept: %s", stats)
	}
}

// wired runs a test of a host twice: with loci's plugin, and with what
// `loci setup` writes into the host's own files.
func wired(t *testing.T, setup string, test func(t *testing.T, h *host, wire func(plugin func()))) {
	t.Run("plugin", func(t *testing.T) {
		test(t, newHost(t), func(plugin func()) { plugin() })
	})
	t.Run("setup", func(t *testing.T) {
		h := newHost(t)
		test(t, h, func(func()) { h.run("loci", "setup", setup, "--yes") })
	})
}

// repository is the root of this repository.
func repository(t *testing.T) string {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// Every manifest is JSON.
func TestManifests(t *testing.T) {
	var seen int
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules" || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if filepath.Ext(path) != ".json" || !strings.Contains(path, "plugin") {
			return nil
		}
		seen++
		data, err := os.ReadFile(path)
		if err == nil && !json.Valid(data) {
			t.Errorf("%s is not JSON", path)
		}
		return err
	})
	if err != nil || seen < 4 {
		t.Errorf("%d manifests, %v", seen, err)
	}
}
