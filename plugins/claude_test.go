package plugins_test

import (
	"path/filepath"
	"testing"
)

func TestClaudeCode(t *testing.T) {
	program := installed(t, "node_modules/@anthropic-ai/claude-code-linux-*/claude")
	wired(t, "claude-code", func(t *testing.T, h *host, wire func(plugin func())) {
		h.env = append(h.env,
			"ANTHROPIC_BASE_URL="+h.model.URL, "ANTHROPIC_API_KEY=fake", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1")
		tools := "mcp__loci__recall"
		wire(func() {
			h.run(program, "plugin", "validate", filepath.Join(repository(t), "plugins", "claude"))
			h.run(program, "plugin", "marketplace", "add", repository(t))
			h.run(program, "plugin", "install", "loci@loci")
			tools = "mcp__plugin_loci_loci__recall"
		})
		h.turns(func(message string) { h.run(program, "-p", message, "--output-format", "json") })
		if !h.model.heard(tools) {
			t.Error("the tools did not reach the model")
		}
	})
}

func TestCodex(t *testing.T) {
	installed(t, "node_modules/.bin/codex")
	wired(t, "codex", func(t *testing.T, h *host, wire func(plugin func())) {
		h.env = append(h.env, "FAKE_KEY=fake")
		h.write(".codex/config.toml", `model = "fake"
model_provider = "fake"

[model_providers.fake]
name = "fake"
base_url = "`+h.model.URL+`/v1"
wire_api = "responses"
env_key = "FAKE_KEY"
`)
		wire(func() {
			h.run("codex", "plugin", "marketplace", "add", repository(t))
			h.run("codex", "plugin", "add", "loci@loci")
		})
		h.turns(func(message string) {
			h.run("codex", "exec", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", message)
		})
	})
}
