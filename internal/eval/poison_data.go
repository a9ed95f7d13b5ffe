package eval

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/locimem/loci"
)

// poisonCase is one text that must not become a belief, or an innocent one that
// looks like it.
type poisonCase struct {
	ID     string `json:"id"`
	Class  string `json:"class"`
	Source string `json:"source"` // who says it: user, assistant, tool, web, document, import, summary
	Lang   string `json:"lang"`
	Text   string `json:"text"`
	Expect string `json:"expect"` // store, quarantine, refuse, n/a-recall
	Note   string `json:"note"`
}

func (c poisonCase) innocent() bool { return c.Class == "" }

// poisonReaders reads the data sets by the names of their files.
var poisonReaders = map[string]func(path string) ([]poisonCase, error){
	"attacks.jsonl":          func(path string) ([]poisonCase, error) { return ReadJSONL[poisonCase]([]string{path}) },
	"benign.jsonl":           readBenign,
	"corpus.jsonl":           readOWASP,
	"aws-write-cases.json":   readAWS,
	"text_attack_train.json": readBIPIA,
	"text_attack_test.json":  readBIPIA,
	"code_attack_train.json": readBIPIA,
	"code_attack_test.json":  readBIPIA,
}

// poisonCases reads every data set it knows in the files and folders. A folder
// may lack any of them.
func poisonCases(paths []string) ([]poisonCase, error) {
	files, err := Files(paths, ".jsonl", ".json")
	if err != nil {
		return nil, err
	}
	var out []poisonCase
	for _, path := range files {
		read := poisonReaders[filepath.Base(path)]
		if read == nil {
			continue
		}
		cases, err := read(path)
		if err != nil {
			return nil, err
		}
		out = append(out, cases...)
	}
	if len(out) == 0 {
		return nil, loci.Errorf(loci.NotFound, "no attacks.jsonl, benign.jsonl or other poison data in %v", paths)
	}
	return out, nil
}

func readBenign(path string) ([]poisonCase, error) {
	cases, err := ReadJSONL[poisonCase]([]string{path})
	for i := range cases {
		cases[i].Class = ""
	}
	return cases, err
}

// readOWASP reads the corpus of Agent Memory Guard: what it wants detected is
// an attack of a web page, the rest is measured against the scanner alone.
func readOWASP(path string) ([]poisonCase, error) {
	type entry struct {
		Key      string          `json:"key"`
		Value    json.RawMessage `json:"value"`
		Category string          `json:"category"`
		Detect   bool            `json:"should_detect"`
	}
	entries, err := ReadJSONL[entry]([]string{path})
	var out []poisonCase
	for i, e := range entries {
		var value string
		if json.Unmarshal(e.Value, &value) != nil {
			value = string(e.Value)
		}
		c := poisonCase{ID: fmt.Sprintf("owasp-%d", i+1), Class: "owasp", Source: "web", Text: value, Expect: "quarantine", Note: e.Category}
		if !e.Detect {
			c.Class, c.Expect = "owasp.benign", "store"
		}
		out = append(out, c)
	}
	return out, err
}

// readAWS reads write cases: what is to be allowed is innocent.
func readAWS(path string) ([]poisonCase, error) {
	var entries []struct {
		Name, Category, WriteContent, ExpectedDecision string
	}
	err := readJSON(path, &entries)
	var out []poisonCase
	for i, e := range entries {
		c := poisonCase{ID: fmt.Sprintf("aws-%d", i+1), Class: "aws", Source: "web", Text: e.WriteContent, Expect: "quarantine", Note: e.Name}
		if e.ExpectedDecision == "ALLOW" {
			c.Class, c.Source, c.Expect = "", "user", "store"
		}
		out = append(out, c)
	}
	return out, err
}

// readBIPIA reads indirect injections by category.
func readBIPIA(path string) ([]poisonCase, error) {
	var byCategory map[string][]string
	err := readJSON(path, &byCategory)
	var out []poisonCase
	for _, category := range sortedKeys(byCategory) {
		for i, text := range byCategory[category] {
			out = append(out, poisonCase{ID: fmt.Sprintf("bipia-%s-%d", category, i+1), Class: "bipia", Source: "web", Text: text, Expect: "quarantine", Note: category})
		}
	}
	return out, err
}

func sortedKeys[V any](m map[string]V) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func readJSON(path string, into any) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return notReadable(path, err)
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return loci.Errorf(loci.Invalid, "%s: %w", path, err)
	}
	return nil
}
