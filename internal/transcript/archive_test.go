package transcript_test

import (
	"archive/zip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/transcript"
)

const oneChat = `[{"id":"c","current_node":"a","mapping":{"a":{"message":{"id":"a","author":{"role":"user"},"content":{"content_type":"text","parts":["I live in Porto"]}}}}}]`

func writeZip(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "export.zip")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(f)
	for _, one := range [][2]string{{"chat.html", "<p>I live in Rome</p>"}, {name, text}} {
		w, err := z.Create(one[0])
		if err == nil {
			_, err = io.WriteString(w, one[1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestOpenExport(t *testing.T) {
	folder := t.TempDir()
	plain := filepath.Join(folder, "conversations.json")
	if err := os.WriteFile(plain, []byte(oneChat), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{
		plain, folder, writeZip(t, "conversations.json", oneChat), writeZip(t, "../my export/conversations.json", oneChat),
	} {
		f, err := transcript.Open(path)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		var said []string
		for it, err := range transcript.Read(f, transcript.Auto, transcript.Options{Name: path, Now: time.Now()}) {
			if err != nil {
				t.Errorf("%s: %v", path, err)
			}
			said = append(said, it.Turn.Text)
		}
		if got := strings.Join(said, "|"); got != "I live in Porto" {
			t.Errorf("%s: %q", path, got)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}

// What is no export says what to do, and is never taken for text in another
// encoding.
func TestOpenRefuses(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "broken.zip")
	if err := os.WriteFile(broken, []byte("PK\x03\x04 and nothing more"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, hint := range map[string]string{
		t.TempDir():                     "name the files in it",
		writeZip(t, "photo.json", "{}"): "unzip it",
		broken:                          "unzip it",
	} {
		_, err := transcript.Open(path)
		if loci.CodeOf(err) != loci.Invalid || !strings.Contains(loci.HintOf(err), hint) {
			t.Errorf("%s: %v, %s", path, err, loci.HintOf(err))
		}
	}
	zipped, err := os.Open(writeZip(t, "conversations.json", oneChat))
	if err != nil {
		t.Fatal(err)
	}
	defer zipped.Close()
	for _, err := range transcript.Read(zipped, transcript.Auto, transcript.Options{Name: "-", Now: time.Now()}) {
		if err == nil || !strings.Contains(loci.HintOf(err), "unzip it") {
			t.Errorf("through a pipe: %v", err)
		}
	}
}
