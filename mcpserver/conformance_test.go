package mcpserver_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestConformance runs the official suite in every revision that hosts speak.
// What may fail is the list in docs/mcp.md, and all of it has to: a line that
// has become untrue is found as well as a new failure. LOCI_HOSTS names the
// folder where .ci/hosts puts the suite.
func TestConformance(t *testing.T) {
	modules := filepath.Join(os.Getenv("LOCI_HOSTS"), "node_modules")
	suite := filepath.Join(modules, "@modelcontextprotocol", "conformance", "dist", "index.js")
	node, err := filepath.Glob(filepath.Join(modules, "node-linux-*", "bin", "node"))
	if _, missing := os.Stat(suite); missing != nil || err != nil || len(node) == 0 {
		t.Skip("the conformance suite is not there; see .ci/hosts")
	}
	failing := map[string]bool{}
	for _, revision := range []string{"2025-06-18", "2025-11-25", "2026-07-28"} {
		t.Run(revision, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			defer cancel()
			results := t.TempDir()
			cmd := exec.CommandContext(ctx, node[0], suite, "server",
				"--url", withoutToken(t), "--suite", "all", "--spec-version", revision, "--output-dir", results)
			out, _ := cmd.CombinedOutput() // it fails while one check fails
			for name := range failures(t, results, string(out)) {
				failing[name] = true
			}
		})
	}
	excused := notApplicable(t)
	for name := range failing {
		scenario, _, _ := strings.Cut(name, "/")
		if !excused[name] && !excused[scenario] {
			t.Errorf("%s fails and docs/mcp.md does not excuse it", name)
		}
	}
	for name := range excused {
		fails := failing[name]
		for f := range failing {
			fails = fails || strings.HasPrefix(f, name+"/")
		}
		if !fails {
			t.Errorf("docs/mcp.md excuses %s, which does not fail", name)
		}
	}
}

// withoutToken serves a memory to a client that knows no tokens.
func withoutToken(t *testing.T) string {
	web := httptest.NewUnstartedServer(nil)
	web.Config = server(t, memory(t)).HTTP(web.Listener.Addr().String(), "secret")
	guarded := web.Config.Handler
	web.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Set("Authorization", "Bearer secret")
		guarded.ServeHTTP(w, r)
	})
	web.Start()
	t.Cleanup(web.Close)
	return web.URL + "/mcp"
}

// failures are the checks that failed, as scenario/check.
func failures(t *testing.T, results, out string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(results, "*", "checks.json"))
	if err != nil || len(files) < 20 {
		t.Fatalf("the suite ran %d scenarios, %v\n%s", len(files), err, out)
	}
	failing := map[string]bool{}
	passed := 0
	for _, file := range files {
		folder := regexp.MustCompile(`^server-(.+)-\d{4}-\d\d-\d\dT[^/]+$`).FindStringSubmatch(filepath.Base(filepath.Dir(file)))
		data, err := os.ReadFile(file)
		var checks []struct{ ID, Status string }
		if err == nil {
			err = json.Unmarshal(data, &checks)
		}
		if err != nil || folder == nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, c := range checks {
			switch c.Status {
			case "FAILURE":
				failing[folder[1]+"/"+c.ID] = true
			case "SUCCESS":
				passed++
			}
		}
	}
	t.Logf("%d scenarios, %d checks passed, %d failed", len(files), passed, len(failing))
	return failing
}

// notApplicable reads the names in the table under "Conformance".
func notApplicable(t *testing.T) map[string]bool {
	t.Helper()
	data, err := os.ReadFile("../docs/mcp.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(data), "\n## Conformance\n")
	if !found {
		t.Fatal("docs/mcp.md has no section on conformance")
	}
	names := map[string]bool{}
	for line := range strings.Lines(section) {
		cell, _, row := strings.Cut(strings.TrimPrefix(line, "| "), " | ")
		if !row {
			continue
		}
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cell, -1) {
			names[m[1]] = true
		}
	}
	return names
}
