package plugins_test

import (
	"path/filepath"
	"testing"
)

func TestGemini(t *testing.T) {
	installed(t, "node_modules/.bin/gemini")
	wired(t, "gemini", func(t *testing.T, h *host, wire func(plugin func())) {
		h.env = append(h.env, "GEMINI_API_KEY=fake", "GOOGLE_GEMINI_BASE_URL="+h.model.URL, "GEMINI_CLI_TRUST_WORKSPACE=true", "CI=1")
		h.write(".gemini/settings.json", `{"security":{"auth":{"selectedType":"gemini-api-key"}},"privacy":{"usageStatisticsEnabled":false},"telemetry":{"enabled":false}}`)
		wire(func() {
			h.run("gemini", "extensions", "install", filepath.Join(repository(t), "plugins", "gemini"), "--consent")
		})
		h.turns(func(message string) { h.run("gemini", "--yolo", "-p", message) })
	})
}
