package transcript

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/locimem/loci"
)

var berlin = time.FixedZone("CEST", 2*3600)

var now = time.Date(2026, 10, 7, 9, 0, 0, 0, berlin)

// shown writes what Read yields, a line for each turn or error.
func shown(in string, f Format, o Options) string {
	var b strings.Builder
	for it, err := range Read(strings.NewReader(in), f, o) {
		if err != nil {
			b.WriteString("error: " + err.Error() + "\n")
			continue
		}
		t := it.Turn
		fields := []string{strconv.Itoa(it.Line), it.User, t.Conversation, string(t.Role), t.Speaker, t.Time.Format(time.RFC3339), strconv.Quote(t.Text)}
		if len(t.ID) != 32 { // not one of ours
			fields = append(fields, string(t.ID))
		}
		b.WriteString(strings.Join(fields, "|") + "\n")
	}
	return b.String()
}

// What programs keep to call a model is read as it is: content as a text or in
// parts, a message a line or all in one list; what nobody said is passed over.
func TestMessagesOfAPIs(t *testing.T) {
	messages := []string{
		`{"role": "system", "content": "You live in Rome"}`,
		`{"role": "user", "content": "I live in Faro"}`,
		`{"role": "assistant", "content": null, "tool_calls": [{"id": "1"}]}`,
		`{"role": "tool", "content": "It rains in Oslo"}`,
		`{"role": "user", "content": [{"type": "text", "text": "ok"}, {"type": "image_url"}]}`,
		`{"role": "user", "content": [{"type": "input_text", "text": "ok"}]}`,
	}
	want := []string{"user: I live in Faro", "tool: It rains in Oslo", "user: ok", "user: ok"}
	for name, file := range map[string]string{
		"lines.jsonl": strings.Join(messages, "\n"),
		"list.json":   "[" + strings.Join(messages, ", ") + "]",
	} {
		var got []string
		ids := map[loci.TurnID]bool{}
		for it, err := range Read(strings.NewReader(file), Auto, Options{Name: name, Now: time.Now()}) {
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			got = append(got, string(it.Turn.Role)+": "+it.Turn.Text)
			ids[it.Turn.ID] = true
		}
		if diff := cmp.Diff(want, got); diff != "" || len(ids) != len(want) {
			t.Errorf("%s: %d ids (-want +got)\n%s", name, len(ids), diff)
		}
	}
}

func TestRead(t *testing.T) {
	eachCase(t, "testdata/*.txtar", func(name, in string) string { return shown(in, Auto, Options{Name: name, Now: now}) })
}

// eachCase runs the cases in files: each holds a file and what is read from it.
func eachCase(t *testing.T, pattern string, read func(name, in string) string) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for pair := range slices.Chunk(ar.Files, 2) {
			in, want := pair[0], pair[1]
			t.Run(filepath.Base(file)+"/"+in.Name, func(t *testing.T) {
				if diff := cmp.Diff(string(want.Data), read(in.Name, string(in.Data))); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
}

func TestRolesFile(t *testing.T) {
	for word, role := range roles() {
		if _, err := loci.ParseTurnRole(string(role)); err != nil || word != strings.ToLower(word) {
			t.Errorf("%q: %v", word, err)
		}
		if _, _, ok := begins(word + ": x"); !ok {
			t.Errorf("a line cannot begin with %q", word)
		}
	}
}

func TestDetect(t *testing.T) {
	for _, c := range []struct {
		head, name string
		want       Format
	}{
		{"", "", Text},
		{"anything", "a.JSONL", JSONL},
		{"{\"role\":\"user\"}", "-", JSONL},
		{"\uFEFF \n{\"role\":\"user\"}", "x.json", JSONL},
		{"[\n  {\n    \"qa\": [", "locomo10.json", LoCoMo},
		{"{\"sample_id\": \"conv-1\"", "one.json", LoCoMo},
		{"[{\"title\": \"t\", \"mapping\": {\"a\": {", "conversations.json", ChatGPT},
		{"{\"mapping\": {}}", "one.json", ChatGPT},
		{"{\"type\":\"summary\",\"leafUuid\":\"x\"}", "a.jsonl", Claude},
		{"{\"type\":\"x\"}\n{\"parentUuid\":null,\"type\":\"user\",\"message\":{", "-", Claude},
		{"{\"timestamp\":\"t\",\"type\":\"session_meta\",\"payload\":{\"base", "-", Codex},
		{"{\"role\":\"user\",\"text\":\"x\",\"sessionId\":\"s\"}", "a.jsonl", JSONL},
		{"{\"text\":\"the mapping\",\"role\":\"user\"}", "a.json", JSONL},
		{"User: hi", "x", Text},
		{"{laughs} User: hi", "x", Text},
		{"[10:30] hello", "x", Text},
	} {
		if got := Detect([]byte(c.head), c.name); got != c.want {
			t.Errorf("%q %s: %s", c.head, c.name, got)
		}
	}
}

func TestEmptyFiles(t *testing.T) {
	for _, in := range []string{"", "\n\n", "\uFEFF", " \r\n"} {
		for _, f := range Formats() {
			if got := shown(in, f, Options{Now: now}); got != "" {
				t.Errorf("%q as %s: %s", in, f, got)
			}
		}
	}
}

func TestByteOrderMarksAndLineEnds(t *testing.T) {
	for in, want := range map[string]string{
		"\uFEFFUser: olá\r\nAssistant: oi\r\n":         "1|||user||2026-10-07T09:00:00+02:00|\"olá\"\n2|||assistant||2026-10-07T09:00:00+02:00|\"oi\"\n",
		"\uFEFF{\"role\":\"user\",\"text\":\"a\"}\r\n": "1|||user||2026-10-07T09:00:00+02:00|\"a\"\n",
		"\xff\xfeU\x00": "error: stdin:1: this is UTF-16 text\n",
	} {
		if got := shown(in, Auto, Options{Now: now}); got != want {
			t.Errorf("%q: got %s", in, got)
		}
	}
}

// A message in another encoding is reported; nothing garbled, and no half of
// it, is read, and the others are.
func TestOtherEncodings(t *testing.T) {
	const fault = "not UTF-8, the encoding that is expected; the message is skipped"
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"a.jsonl", `{"role":"user","text":"S` + "\xe3o" + `"}` + "\n" + `{"role":"user","text":"São"}`, []string{"error 1", "São"}},
		{"first line.txt", "User: S\xe3o\nno more\nUser: b", []string{"error 1", "b"}},
		{"second line.txt", "User: I no longer\nlike caf\xe9\nUser: b\nmore", []string{"error 2", "b\nmore"}},
		{"label.txt", "User: a\nUsu\xe1rio: b\nc\nUser: d", []string{"a", "error 2", "d"}},
		{"before.txt", "caf\xe9\nmore\nUser: b", []string{"error 1", "b"}},
		{"last.txt", "User: a\nAssistant: caf\xe9", []string{"a", "error 2"}},
		{"l.json", `[{"sample_id":"c","conversation":{"session_1_date_time":"2026-01-01","session_1":[{"text":"S` + "\xe3o" + `"},{"text":"b"}]}}]`, []string{"error 1", "b"}},
	} {
		var got []string
		for it, err := range Read(strings.NewReader(c.in), Auto, Options{Name: c.name, Now: now}) {
			if err == nil {
				got = append(got, it.Turn.Text)
				continue
			}
			if !strings.Contains(err.Error(), fault) || !strings.Contains(loci.HintOf(err), "iconv") {
				t.Errorf("%s: %v, hint %q", c.name, err, loci.HintOf(err))
			}
			got = append(got, "error "+strings.Split(err.Error(), ":")[1])
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// What stands where a role or a time should may be a secret.
func TestErrorsDoNotRepeatValues(t *testing.T) {
	for _, in := range []string{
		`{"role":"hunter2","text":"a"}`, `{"role":"user","text":"a","time":"hunter2"}`, `hunter2`,
		`{"role":["hunter2"],"text":"a"}`, `{"role":"user","text":{"hunter2":1}}`,
		`[{"sample_id":"c","conversation":{"session_1":[{"text":"a"}],"session_1_date_time":"hunter2"}}]`,
	} {
		if got := shown(in, Auto, Options{Now: now}); !strings.HasPrefix(got, "error") || strings.Contains(got, "hunter2") {
			t.Errorf("%s: %s", in, got)
		}
	}
}

func TestHalfAnEmoji_FieldBug_E1_hs4(t *testing.T) {
	got := shown(`{"role":"user","text":"hi \ud83d"}`+"\n"+`{"role":"user","text":"\ud83c\udf78"}`, JSONL, Options{Now: now})
	want := "1|||user||2026-10-07T09:00:00+02:00|\"hi \uFFFD\"\n2|||user||2026-10-07T09:00:00+02:00|\"🍸\"\n"
	if got != want {
		t.Errorf("got %s", got)
	}
}

func TestHugeLines(t *testing.T) {
	fits := strings.Repeat("x", maxLine-100)
	over := strings.Repeat("x", maxLine+1)
	line := func(s string) string { return `{"role":"user","text":"` + s + "\"}\n" }
	var sizes []int
	var faults []string
	for it, err := range Read(strings.NewReader(line(fits)+line(over)+line("after")), JSONL, Options{Name: "big.jsonl", Now: now}) {
		if err != nil {
			faults = append(faults, err.Error())
			continue
		}
		sizes = append(sizes, len(it.Turn.Text))
	}
	if !cmp.Equal(sizes, []int{len(fits), 5}) || !cmp.Equal(faults, []string{"big.jsonl:2: the line is longer than 4 MiB"}) {
		t.Errorf("%v %v", sizes, faults)
	}
	many := "User: start\n" + strings.Repeat(strings.Repeat("y", 1000)+"\n", 5000) + "User: after"
	want := "error: stdin:1: the message is longer than 4 MiB\n5002|||user||2026-10-07T09:00:00+02:00|\"after\"\n"
	if got := shown(many, Text, Options{Now: now}); got != want {
		t.Errorf("got %.200s", got)
	}
}

func ids(in string, o Options) []loci.TurnID {
	var out []loci.TurnID
	for it := range Read(strings.NewReader(in), Auto, o) {
		out = append(out, it.Turn.ID)
	}
	return out
}

// Reading a file again must find everything known, whenever that is.
func TestSameFileSameIDs(t *testing.T) {
	o := Options{Name: "a/chat.txt", Now: now}
	later := Options{Name: "b/chat.txt", Now: now.AddDate(0, 0, 3)}
	text := "User: ok\nAssistant: fine\nUser: ok\n"
	first := ids(text, o)
	if len(first) != 3 || first[0] == first[2] {
		t.Fatalf("the same words twice are two turns: %v", first)
	}
	if diff := cmp.Diff(first, ids(text+"User: more\n", later)[:3]); diff != "" {
		t.Error(diff)
	}
	if cmp.Equal(first, ids(text, Options{Name: "other.txt", Now: now})) {
		t.Error("two files are two conversations")
	}
	stdin := ids(text, Options{Now: now})
	if !cmp.Equal(stdin, ids(text, Options{Now: now.Add(time.Hour)})) {
		t.Error("standard input changes within a day")
	}
	if cmp.Equal(stdin, ids(text, Options{Now: now.AddDate(0, 0, 1)})) {
		t.Error("said again on another day is said again")
	}
	timed := `{"role":"user","text":"hi","time":"2026-10-07T09:00:00Z"}`
	if got := ids(timed, o); got[0] != "" {
		t.Errorf("a turn with a time gets its id from the service, not %q", got[0])
	}
}

func TestErrors(t *testing.T) {
	for _, err := range Read(strings.NewReader(`{"role":"user"}`), JSONL, Options{Name: "x.jsonl", Now: now}) {
		if !errors.Is(err, loci.Invalid) || loci.HintOf(err) == "" {
			t.Errorf("got %v, hint %q", err, loci.HintOf(err))
		}
	}
	broken := iotest.ErrReader(errors.New("disk on fire"))
	for _, f := range Formats() {
		n := 0
		for _, err := range Read(broken, f, Options{Name: "x", Now: now}) {
			if n++; err == nil || !strings.Contains(err.Error(), "x:1: cannot read: disk on fire") {
				t.Errorf("%s: %v", f, err)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d results", f, n)
		}
	}
}

func TestStopsWhenAsked(t *testing.T) {
	for _, in := range []string{"User: a\nUser: b\n", "{\"role\":\"user\",\"text\":\"a\"}\n{}\n", "x\nUser: a\n"} {
		n := 0
		for range Read(strings.NewReader(in), Auto, Options{Now: now}) {
			n++
			break
		}
		if n != 1 {
			t.Errorf("%q: %d", in, n)
		}
	}
}

// The file itself is not ours to ship; where it is at hand, all of it is read.
func TestLoCoMoWhole(t *testing.T) {
	dir := os.Getenv("LOCI_DATA")
	if dir == "" {
		t.Skip("LOCI_DATA is not set")
	}
	f, err := os.Open(filepath.Join(dir, "locomo", "locomo10.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	turns, users, conversations := 0, map[string]bool{}, map[string]bool{}
	for it, err := range Read(f, Auto, Options{Name: "locomo10.json", Now: now}) {
		if err != nil {
			t.Fatal(err)
		}
		turns++
		users[it.User], conversations[it.Turn.Conversation] = true, true
	}
	if turns != 5882 || len(users) != 10 || len(conversations) != 272 {
		t.Errorf("%d turns, %d users, %d sessions", turns, len(users), len(conversations))
	}
}

func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.txtar")
	for _, file := range files {
		if ar, err := txtar.ParseFile(file); err == nil {
			for _, in := range ar.Files {
				f.Add(in.Data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		for _, format := range Formats() {
			for it, err := range Read(strings.NewReader(string(in)), format, Options{Now: now}) {
				var e *loci.Error
				switch {
				case err != nil && !errors.As(err, &e):
					t.Fatalf("%s: not an *loci.Error: %v", format, err)
				case err == nil && (strings.TrimSpace(it.Turn.Text) == "" || it.Turn.Role == "" || it.Turn.Time.IsZero()):
					t.Fatalf("%s: %+v", format, it)
				}
			}
		}
	})
}
