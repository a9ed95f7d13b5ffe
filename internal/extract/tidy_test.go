package extract

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	classAsked = regexp.MustCompile(`@([a-z0-9_]+)`)
	classNamed = regexp.MustCompile(`[a-z_]+`)
)

// TestPacksAreTidy: a class lists a member once, a pattern stands under one
// fact, and classes are there exactly for who asks for them: a pattern, a fact,
// or the engine, whose classes packs/README.md lists.
func TestPacksAreTidy(t *testing.T) {
	engine := engineClasses(t)
	facts, err := readFacts()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range facts {
		engine[f.Items], engine[f.Unlike], engine[f.Over] = true, true, true
		for _, s := range f.Sorts {
			engine[s.Class] = true
		}
	}
	packs := packSources(t)
	delete(packs, factsName)
	common, err := readSource(packs[commonName])
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range packs {
		t.Run(name, func(t *testing.T) {
			src, err := readSource(text)
			if err != nil {
				t.Fatal(err)
			}
			there, asked := map[string]bool{}, maps.Clone(engine)
			for _, text := range common.frames {
				for _, m := range classAsked.FindAllStringSubmatch(text, -1) {
					asked[m[1]] = true
				}
			}
			for _, list := range slices.Concat(src.words, common.words) {
				there[list.class] = true
				for _, m := range classAsked.FindAllStringSubmatch(list.text, -1) {
					asked[m[1]] = asked[m[1]] || m[1] != list.class
				}
			}
			for _, list := range src.words {
				if again := twice(slices.Collect(members(list.text))); again != "" {
					t.Errorf("words.%s lists %q twice", list.class, again)
				}
			}
			var patterns []string
			for fact, text := range src.frames {
				for line := range lines(text) {
					patterns = append(patterns, line)
					for _, m := range classAsked.FindAllStringSubmatch(line, -1) {
						if asked[m[1]] = true; !there[m[1]] {
							t.Errorf("frames.%s asks for the class %q, which is not there", fact, m[1])
						}
					}
				}
			}
			if again := twice(patterns); again != "" {
				t.Errorf("two frames are %q", again)
			}
			for _, list := range src.words {
				if name != commonName && !asked[list.class] {
					t.Errorf("nothing asks for the class %q", list.class)
				}
			}
		})
	}
}

// engineClasses returns what the table of such classes in the README names.
func engineClasses(t *testing.T) map[string]bool {
	t.Helper()
	data, err := os.ReadFile("packs/README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(data), "## Classes the engine itself looks for")
	table, _, _ = strings.Cut(table, "\n## ")
	named := map[string]bool{}
	for row := range strings.Lines(table) {
		if cells := strings.Split(row, "|"); len(cells) > 2 {
			for _, name := range classNamed.FindAllString(cells[1], -1) {
				named[name] = true
			}
		}
	}
	return named
}

// twice returns what a list holds twice, "" if nothing.
func twice(list []string) string {
	seen := map[string]bool{}
	for _, item := range list {
		if seen[item] {
			return item
		}
		seen[item] = true
	}
	return ""
}
