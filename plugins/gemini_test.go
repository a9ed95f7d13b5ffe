package plugins_test

import (
	"os"
	"path/filepath"
	"testing"
)

func TestGemini(t *testing.T) {
	if _, err := os.Stat(filepath.Join(os.Getenv("LOCI_HOSTS"), "node_modules", ".bin", "gemini")); err != nil {
		t.Skip("Gemini CLI is not there")
	}
	wired(t, "gemini", func(t *testing.T, h *host, wire func(plugin func())) {
		h.env = append(h.env, "GEMINI_API_KEY=fake", "GOOGLE_GEMINI_BASE_URL="+h.model.URL, "GEMINI_CLI_TRUST_WORKSPACE=true", "CI=1")
		h.write(".gemini/settings.json", `{"security":{"auth":{"selectedType":"gemini-api-key"}},"privacy":{"usageStatisticsEnabled":false},"telemetry":{"enabled":false}}`)
		wire(func() {
			h.run("gemini", "extensions", "install", filepath.Join(repository(t), "plugins", "gemini"), "--consent")
		})
		h.turns(func(message string) { h.run("gemini", "--yolo", "-p", message) })
	})
}
