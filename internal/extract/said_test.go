package extract

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// eachSaid calls f, each time as a test of its own, for what people say in the
// files of a folder of testdata: a file per language, a turn per line, in which
// \n is a line end, under headings that begin with "# ".
func eachSaid(t *testing.T, folder string, f func(t *testing.T, lang, heading, said string)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", folder, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no %s: %v", folder, err)
	}
	for _, file := range files {
		lang := strings.TrimSuffix(filepath.Base(file), ".txt")
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		heading := ""
		for line := range strings.Lines(string(data)) {
			line = strings.TrimSpace(line)
			if h, ok := strings.CutPrefix(line, "# "); ok {
				heading = h
			} else if line != "" {
				t.Run(lang+"/"+heading+"/"+line, func(t *testing.T) {
					f(t, lang, heading, strings.ReplaceAll(line, `\n`, "\n"))
				})
			}
		}
	}
}
