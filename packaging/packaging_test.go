// Package packaging_test checks what a release is made of.
package packaging_test

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

type manifest struct {
	Version string
	Server  struct {
		EntryPoint string                   `json:"entry_point"`
		Config     struct{ Command string } `json:"mcp_config"`
	}
	Tools         []struct{ Name string }
	Compatibility struct{ Platforms []string }
}

type registryEntry struct {
	Name, Description, Version string
	Packages                   []struct{ RegistryType, Identifier, FileSha256 string }
}

func TestManifestNamesTheTools(t *testing.T) {
	var m manifest
	readJSON(t, "manifest.json", &m)
	var listed []string
	for _, tool := range m.Tools {
		listed = append(listed, tool.Name)
	}
	files, err := filepath.Glob("../mcpserver/tools/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for i, file := range files {
		files[i] = strings.TrimSuffix(filepath.Base(file), ".json")
	}
	slices.Sort(listed)
	if !slices.Equal(listed, files) {
		t.Errorf("the manifest lists %v, the server has %v", listed, files)
	}
}

// Everything that names a version of loci names the same one.
func TestOneVersion(t *testing.T) {
	var entry registryEntry
	readJSON(t, "../server.json", &entry)
	version := regexp.MustCompile(`(?m)(?:"version"|^version): "?(\d[\w.-]*)`)
	seen := 0
	check := func(path string) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range version.FindAllStringSubmatch(string(data), -1) {
			seen++
			if m[1] != entry.Version {
				t.Errorf("%s says version %s, server.json %s", path, m[1], entry.Version)
			}
		}
	}
	for _, root := range []string{"../.claude-plugin", "../plugins", "manifest.json"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules"):
				return filepath.SkipDir
			case filepath.Ext(path) == ".json" || filepath.Ext(path) == ".yaml":
				check(path)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen < 4 {
		t.Errorf("only %d versions found", seen)
	}
}

// A release packs with the packer that is tested.
func TestOnePacker(t *testing.T) {
	packer := regexp.MustCompile(`mcpb@[\d.]+`)
	named := map[string][]string{}
	for _, path := range []string{"bundle", "../.ci/hosts", "../.github/workflows/release.yml"} {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		version := packer.FindString(string(data))
		named[version] = append(named[version], path)
	}
	if len(named) != 1 || named[""] != nil {
		t.Errorf("packers: %v", named)
	}
}

// TestDescribe makes a registry entry and a formula from the checksums of a
// release, within what the registry takes (schema 2025-12-11).
func TestDescribe(t *testing.T) {
	need(t, "bash", "jq")
	dist := t.TempDir()
	var sums strings.Builder
	i := 0
	for _, os := range []string{"darwin", "linux", "windows"} {
		for _, arch := range []string{"amd64", "arm64"} {
			for _, kind := range []string{"mcpb", "tar.gz"} {
				i++
				fmt.Fprintf(&sums, "%064x  loci_9.8.7_%s_%s.%s\n", i, os, arch, kind)
			}
		}
	}
	if err := os.WriteFile(filepath.Join(dist, "checksums.txt"), []byte(sums.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, "bash", "describe", "9.8.7", dist)

	var entry registryEntry
	readJSON(t, filepath.Join(dist, "server.json"), &entry)
	if n := len(entry.Description); n == 0 || n > 100 {
		t.Errorf("the description has %d bytes; the registry takes 100", n)
	}
	if entry.Version != "9.8.7" || len(entry.Packages) != 6 || !regexp.MustCompile(`^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$`).MatchString(entry.Name) {
		t.Errorf("%+v", entry)
	}
	for _, p := range entry.Packages {
		line := p.FileSha256 + "  " + filepath.Base(p.Identifier) + "\n"
		if p.RegistryType != "mcpb" || !strings.Contains(p.Identifier, "/v9.8.7/loci_9.8.7_") || !strings.Contains(sums.String(), line) {
			t.Errorf("%+v", p)
		}
	}

	formula, err := os.ReadFile(filepath.Join(dist, "loci.rb"))
	if err != nil {
		t.Fatal(err)
	}
	pairs := regexp.MustCompile(`url ".*/(.*)"\s+sha256 "(.*)"`).FindAllStringSubmatch(string(formula), -1)
	if len(pairs) != 4 || strings.Contains(string(formula), "@") {
		t.Errorf("the formula:\n%s", formula)
	}
	for _, p := range pairs {
		if !strings.Contains(sums.String(), p[2]+"  "+p[1]+"\n") {
			t.Errorf("%s has the checksum %s", p[1], p[2])
		}
	}
}

// TestBundle packs a program with the official packer and looks inside.
func TestBundle(t *testing.T) {
	modules, err := filepath.Abs(filepath.Join(os.Getenv("LOCI_HOSTS"), "node_modules"))
	if err != nil {
		t.Fatal(err)
	}
	packer := filepath.Join(modules, "@anthropic-ai", "mcpb", "dist", "cli", "cli.js")
	if _, err := os.Stat(packer); err != nil {
		t.Skip("mcpb is not there; see .ci/hosts")
	}
	need(t, "bash", "jq", "node")
	t.Setenv("MCPB", "node "+packer)
	program := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(program, []byte("the program"), 0o755); err != nil {
		t.Fatal(err)
	}
	for system, want := range map[string]struct{ platform, program string }{
		"linux": {"linux", "bin/loci"}, "darwin": {"darwin", "bin/loci"}, "windows": {"win32", "bin/loci.exe"},
	} {
		out := t.TempDir()
		run(t, "bash", "bundle", program, system, "arm64", "9.8.7", out)
		bundle, err := zip.OpenReader(filepath.Join(out, "loci_9.8.7_"+system+"_arm64.mcpb"))
		if err != nil {
			t.Fatal(err)
		}
		defer bundle.Close()
		if info, err := fs.Stat(bundle, want.program); err != nil || info.Mode().Perm()&0o100 == 0 {
			t.Errorf("%s: the program: %v %v", system, info, err)
		}
		f, err := bundle.Open("manifest.json")
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(f)
		var m manifest
		if err == nil {
			err = json.Unmarshal(data, &m)
		}
		if err != nil || m.Version != "9.8.7" || m.Server.EntryPoint != want.program || m.Server.Config.Command != "${__dirname}/"+want.program ||
			!slices.Equal(m.Compatibility.Platforms, []string{want.platform}) {
			t.Errorf("%s: %v\n%s", system, err, data)
		}
	}
}

func need(t *testing.T, programs ...string) {
	t.Helper()
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			t.Skip(p + " is not there")
		}
	}
}

func run(t *testing.T, name string, args ...string) {
	t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
}

func readJSON(t *testing.T, path string, to any) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, to)
	}
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}
