package plugins_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci/internal/setup"
)

var fenced = regexp.MustCompile("(?s)\n```[a-z]+\n(.*?)```")

// Every host has a page, and what the page says to write by hand is what
// `loci setup` writes.
func TestPages(t *testing.T) {
	home := t.TempDir()
	machine := setup.Machine{
		OS: "linux", Home: home, State: filepath.Join(home, "state"), Getenv: func(string) string { return "" },
		LookPath: func(string) (string, error) { return "", errors.New("not there") },
	}
	index, err := os.ReadFile("../docs/hosts.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range setup.Names() {
		page, err := os.ReadFile(filepath.Join("..", "docs", "hosts", name+".md"))
		if err != nil {
			t.Error(err)
			continue
		}
		if !strings.Contains(string(index), "(hosts/"+name+".md)") {
			t.Errorf("docs/hosts.md does not lead to %s", name)
		}
		if !strings.Contains(string(page), "loci setup "+name) {
			t.Errorf("%s: the short way is missing", name)
		}
		host, err := machine.Host(name)
		if err != nil {
			t.Fatal(err)
		}
		changes, err := machine.Plan(host, setup.Wiring{Program: "loci"})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range changes {
			if filepath.Ext(c.File) == ".js" {
				continue // a plugin, as it stands in this folder
			}
			if !hasBlock(string(page), string(c.After)) {
				t.Errorf("%s: of %s the page does not say\n%s", name, c.File, c.After)
			}
		}
	}
}

// hasBlock reports whether a page has a fenced block that says the same.
func hasBlock(page, want string) bool {
	for _, m := range fenced.FindAllStringSubmatch(page, -1) {
		var block, written any
		if json.Unmarshal([]byte(m[1]), &block) == nil && json.Unmarshal([]byte(want), &written) == nil && cmp.Equal(block, written) || m[1] == want {
			return true
		}
	}
	return false
}

// What a page was tried with is what .ci/hosts installs.
func TestPagesSayWhatIsTried(t *testing.T) {
	installs, err := os.ReadFile("../.ci/hosts")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob("../docs/hosts/*.md")
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`Tried with [A-Za-z ]+ (\d[\d.]*\d)`).FindAllStringSubmatch(string(text), -1) {
			tried++
			if !regexp.MustCompile(`[@=]` + regexp.QuoteMeta(m[1]) + `\b`).Match(installs) {
				t.Errorf("%s: %q, and .ci/hosts does not install it", page, m[0])
			}
		}
	}
	if tried < 6 {
		t.Errorf("only %d pages say what they were tried with", tried)
	}
}
