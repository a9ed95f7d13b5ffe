package plugins_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestInspector lists and calls every tool with the official client, strictly.
func TestInspector(t *testing.T) {
	h := newHost(t)
	if _, err := os.Stat(filepath.Join(os.Getenv("LOCI_HOSTS"), "node_modules", ".bin", "mcp-inspector")); err != nil {
		t.Skip("the inspector is not there")
	}
	call := func(args ...string) string {
		return h.run("mcp-inspector", append([]string{"--cli", "loci", "mcp", "--method"}, args...)...)
	}
	if out := h.run("mcp-inspector", "--cli", "--strict", "loci", "mcp", "--method", "tools/list"); !strings.Contains(out, `"remember"`) {
		t.Fatalf("tools/list: %s", out)
	}
	for _, step := range []struct {
		args []string
		want string
	}{
		{[]string{"tools/call", "--tool-name", "remember", "--tool-arg", "content=Wants to run a marathon", "category=goals", "key=marathon"}, "added: Wants to run a marathon"},
		{[]string{"tools/call", "--tool-name", "recall", "--tool-arg", "query=marathon"}, "Wants to run a marathon"},
		{[]string{"tools/call", "--tool-name", "list", "--tool-arg", "limit=5"}, "Wants to run a marathon"},
		{[]string{"tools/call", "--tool-name", "history", "--tool-arg", "id=marathon"}, "add by"},
		{[]string{"tools/call", "--tool-name", "complete", "--tool-arg", "id=marathon"}, "completed: Wants to run a marathon"},
		{[]string{"tools/call", "--tool-name", "forget", "--tool-arg", "what=marathon"}, "forgotten: 1 memories"},
		{[]string{"resources/read", "--uri", "loci://block"}, "loci://block"},
		{[]string{"prompts/get", "--prompt-name", "remember"}, "call remember once"},
	} {
		if out := call(step.args...); !strings.Contains(out, step.want) {
			t.Errorf("%v: no %q in %s", step.args, step.want, out)
		}
	}
}
