package plugins_test

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestInspector lists and calls every tool with the official client, strictly,
// over both transports.
func TestInspector(t *testing.T) {
	for name, target := range map[string]func(*host) []string{
		"stdio": func(*host) []string { return []string{"loci", "mcp"} },
		"http":  func(h *host) []string { return h.serveHTTP() },
	} {
		t.Run(name, func(t *testing.T) {
			installed(t, "node_modules/.bin/mcp-inspector")
			h := newHost(t)
			inspect(h, target(h))
		})
	}
}

func inspect(h *host, target []string) {
	t := h.t
	call := func(args ...string) string {
		return h.run("mcp-inspector", append(append([]string{"--cli"}, target...), args...)...)
	}
	listed := call("--strict", "--method", "tools/list")
	var list struct{ Tools []struct{ Name string } }
	if err := json.Unmarshal([]byte(listed), &list); err != nil || len(list.Tools) == 0 {
		t.Fatalf("tools/list: %v\n%s", err, listed)
	}
	uncalled := map[string]bool{}
	for _, tool := range list.Tools {
		uncalled[tool.Name] = true
	}
	for _, step := range []struct {
		tool string
		args []string
		want string
	}{
		{"remember", []string{"content=Wants to run a marathon", "category=goals", "key=marathon"}, "added: Wants to run a marathon"},
		{"recall", []string{"query=marathon"}, "Wants to run a marathon"},
		{"list", []string{"limit=5"}, "Wants to run a marathon"},
		{"history", []string{"id=marathon"}, "add by"},
		{"complete", []string{"id=marathon"}, "completed: Wants to run a marathon"},
		{"forget", []string{"what=marathon"}, "forgotten: 1 memory"},
	} {
		out := call(append([]string{"--method", "tools/call", "--tool-name", step.tool, "--tool-arg"}, step.args...)...)
		if !strings.Contains(out, step.want) {
			t.Errorf("%s %v: no %q in %s", step.tool, step.args, step.want, out)
		}
		delete(uncalled, step.tool)
	}
	if len(uncalled) > 0 {
		t.Errorf("not called: %v", uncalled)
	}
	if out := call("--method", "resources/read", "--uri", "loci://block"); !strings.Contains(out, "loci://block") {
		t.Errorf("the block: %s", out)
	}
	if out := call("--method", "prompts/get", "--prompt-name", "remember"); !strings.Contains(out, "call remember once") {
		t.Errorf("the prompt: %s", out)
	}
}

// serveHTTP starts a server and returns how the inspector is told of it: by
// what the server itself says at its start.
func (h *host) serveHTTP() []string {
	h.t.Helper()
	cmd := exec.Command(filepath.Join(h.home, "bin", "loci"), "mcp", "--http", "127.0.0.1:0")
	cmd.Dir, cmd.Env = h.home, h.env
	stderr, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() {
		cmd.Process.Signal(os.Interrupt)
		if err := cmd.Wait(); err != nil {
			h.t.Errorf("loci mcp --http: %v", err)
		}
	})
	line, err := bufio.NewReader(stderr).ReadString('\n')
	said := regexp.MustCompile(`MCP at (\S+); the bearer token is in (\S+)`).FindStringSubmatch(line)
	if err != nil || said == nil {
		h.t.Fatalf("%q, %v", line, err)
	}
	token, err := os.ReadFile(said[2])
	if err != nil {
		h.t.Fatal(err)
	}
	return []string{said[1], "--transport", "http", "--header", "Authorization: Bearer " + strings.TrimSpace(string(token))}
}
