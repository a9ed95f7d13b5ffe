package transcript

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func shownNotes(in string, o Options) string {
	var b strings.Builder
	for n, err := range ReadNotes(strings.NewReader(in), o) {
		if err != nil {
			b.WriteString("error: " + err.Error() + "\n")
			continue
		}
		b.WriteString(strings.Join([]string{strconv.Itoa(n.Line), n.Section, n.Text, n.Mark}, "|") + "\n")
	}
	return b.String()
}

func TestReadNotes(t *testing.T) {
	eachCase(t, "testdata/notes/*.txtar", func(name, in string) string { return shownNotes(in, Options{Name: name}) })
}

func TestNotesOddBytes(t *testing.T) {
	for in, want := range map[string]string{
		"\uFEFF- a\r\n- b": "1||a|\n2||b|\n",
		"- a\n  \xff\n- b": "error: notes.md:2: not UTF-8, the encoding that is expected; the message is skipped\n3||b|\n",
		"- " + strings.Repeat("[", maxNote+1) + "\n- b":                               "error: notes.md:1: the item is longer than 4 KiB\n2||b|\n",
		strings.Repeat("- a:\n", 3) + "  - " + strings.Repeat("b\n", maxNote) + "- c": "error: notes.md:4: the item is longer than 4 KiB\n4100||c|\n",
		"- open [link\n- **\n*": "1||open [link|\n2||** *|\n",
	} {
		if diff := cmp.Diff(want, shownNotes(in, Options{Name: "notes.md"})); diff != "" {
			t.Errorf("%q: %s", in, diff)
		}
	}
}

func TestIsNotes(t *testing.T) {
	for _, c := range []struct {
		head, name string
		want       bool
	}{
		{"", "MEMORY.md", true},
		{"# Title", "-", true},
		{"\uFEFF\n- item", "x.txt", true},
		{`{"loci_export":1}`, "x.jsonl", false},
		{"User: hi", "x.txt", false},
		{"#!/bin/sh", "x", false},
	} {
		if got := IsNotes([]byte(c.head), c.name); got != c.want {
			t.Errorf("%q %s: %v", c.head, c.name, got)
		}
	}
}

// FuzzNotes: whatever is written is read again, and nothing that is read breaks
// the reader.
func FuzzNotes(f *testing.F) {
	for _, text := range []string{
		"I prefer **bold** [links](x) and `code`", `a \ b \* c`, "- nested", "[x] done", "ends with:", "a <!-- b --> c", "![x](y)", "`", "# no heading", "<!-- all", "!--",
	} {
		f.Add(text, "mark")
	}
	f.Fuzz(func(t *testing.T, text, section string) {
		for _, err := range ReadNotes(strings.NewReader(text), Options{}) {
			if err != nil && utf8.ValidString(text) && len(text) <= maxNote {
				t.Fatal(err)
			}
		}
		text = strings.Join(strings.Fields(text), " ")
		if text == "" || !utf8.ValidString(text) || len(text) > maxNote/3 {
			return
		}
		var b bytes.Buffer
		want := []Note{{Section: "Goals", Text: text, Mark: `{"a":1}`, Line: 5}, {Section: "Goals", Text: "another", Mark: "{}", Line: 6}}
		if err := WriteNotes(&b, "Memories", want); err != nil {
			t.Fatal(err)
		}
		var got []Note
		for n, err := range ReadNotes(&b, Options{}) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, n)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}
