package plugins_test

import (
	"os"
	"path/filepath"
	"testing"
)

func TestOpenCode(t *testing.T) {
	program := installed(t, "node_modules/opencode-linux-*/bin/opencode")
	wired(t, "opencode", func(t *testing.T, h *host, wire func(plugin func())) {
		config := func(more string) {
			h.write(".config/opencode/opencode.json", `{
  "model": "fake/fake", "autoupdate": false, "share": "disabled",
  "provider": {"fake": {"npm": "@ai-sdk/openai-compatible", "options": {"baseURL": "`+h.model.URL+`/v1", "apiKey": "fake"}, "models": {"fake": {"name": "fake"}}}}`+more+`
}`)
		}
		config("")
		wire(func() {
			config(`, "mcp": {"loci": {"type": "local", "command": ["loci", "mcp"], "enabled": true}}`)
			plugin, err := os.ReadFile(filepath.Join("opencode", "loci.js"))
			if err != nil {
				t.Fatal(err)
			}
			h.write(".config/opencode/plugins/loci.js", string(plugin))
		})
		h.turns(func(message string) { h.run(program, "run", "--model", "fake/fake", message) })
		h.run(program, "run", "--continue", "--model", "fake/fake", "And tomorrow?") // which does not keep what was shown
		if !h.model.heard("loci-context", "And tomorrow?") {
			t.Error("nothing was shown any more")
		}
		if !h.model.heard("loci_recall") {
			t.Error("the tools did not reach the model")
		}
	})
}
