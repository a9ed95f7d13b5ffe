package transcript

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"

	"github.com/locimem/loci/internal/contextblock"
)

//go:embed wrappers.txt
var wrappersFile string

// wrapper is an element that hosts add to a message.
type wrapper struct {
	tag     string // its beginning
	element *regexp.Regexp
	keep    string // what stays in its place
}

var wrappers = sync.OnceValue(func() []wrapper {
	var out []wrapper
	for line := range strings.Lines(wrappersFile) {
		act, names, _ := strings.Cut(line, ":")
		keep := map[string]string{"drop": "\n", "open": "\n$1\n"}[act]
		if keep == "" {
			continue // a comment
		}
		for name := range strings.FieldsSeq(names) {
			element := regexp.MustCompile(`(?s)<` + name + `(?:\s[^<>]*)?>(.*?)</` + name + `>`)
			out = append(out, wrapper{"<" + name, element, keep})
		}
	}
	return out
})

// Unwrap returns what a person said: the text without context blocks of ours
// and without what a host has put around or beside it. Text without any comes
// back as it is.
func Unwrap(s string) string {
	clean, found := contextblock.Strip(s)
	for _, w := range wrappers() {
		if strings.Contains(clean, w.tag) && w.element.MatchString(clean) {
			clean, found = w.element.ReplaceAllString(clean, w.keep), true
		}
	}
	if !found {
		return s
	}
	return strings.TrimSpace(clean)
}
