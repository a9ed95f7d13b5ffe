package cli

import "testing"

func TestEditConfigKeepsTheRestOfTheFile(t *testing.T) {
	value := func(s string) *string { return &s }
	tests := map[string]struct {
		text, key string
		value     *string
		want      string
	}{
		"a new key in no file":      {"", "user", value("ana"), "user = \"ana\"\n"},
		"a new key after others":    {"# mine\nuser = \"me\"", "zone", value("UTC"), "# mine\nuser = \"me\"\nzone = \"UTC\"\n"},
		"a changed key, in place":   {"user = \"me\" # who\nzone = \"UTC\"\n", "user", value("ana"), "user = \"ana\"\nzone = \"UTC\"\n"},
		"a removed key":             {"user = \"me\"\nzone = \"UTC\"\n", "user", nil, "zone = \"UTC\"\n"},
		"a key that another begins": {"username = \"x\"\n", "user", value("ana"), "username = \"x\"\nuser = \"ana\"\n"},
		"a commented key stays":     {"# user = \"me\"\n", "user", value("ana"), "# user = \"me\"\nuser = \"ana\"\n"},
	}
	for name, tt := range tests {
		if got := editConfig(tt.text, tt.key, tt.value); got != tt.want {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
}

func TestParseConfigRefusesWhatHasNoEffect(t *testing.T) {
	for name, text := range map[string]string{
		"an unknown key": `usr = "me"`,
		"a number":       `turns = 365`,
		"a table":        "[scope]\nuser = \"me\"",
		"broken TOML":    `user = `,
	} {
		if got, err := parseConfig([]byte(text)); err == nil {
			t.Errorf("%s: accepted as %v", name, got)
		}
	}
	for _, text := range []string{"embedder.model = \"m\"", "[embedder]\nmodel = \"m\""} {
		if got, err := parseConfig([]byte(text)); err != nil || got["embedder.model"] != "m" {
			t.Errorf("%q is %v, %v", text, got, err)
		}
	}
	got, err := parseConfig([]byte("languages = [\"pt\", \"en\"]\n"))
	if err != nil || got["languages"] != "pt,en" {
		t.Errorf("languages = %q, %v; want pt,en", got["languages"], err)
	}
}

func TestParseTurns(t *testing.T) {
	for s, days := range map[string]int{"365d": 365, "1d": 1, "off": 0} {
		if got, err := parseTurns(s); err != nil || int(got.Hours()/24) != days {
			t.Errorf("parseTurns(%q) = %v, %v; want %d days", s, got, err, days)
		}
	}
	for _, s := range []string{"", "365", "-1d", "0d", "1w", "forever"} {
		if got, err := parseTurns(s); err == nil {
			t.Errorf("parseTurns(%q) = %v, want an error", s, got)
		}
	}
}

// FuzzEditConfig holds an edit to what writeSetting relies on: if the edited
// file can be read and says what was meant, then setting it again changes
// nothing more.
func FuzzEditConfig(f *testing.F) {
	f.Add("# mine\nuser = \"me\"\nzone = 'UTC'\n", "ana")
	f.Add("zone = \"\"\"\nuser = 1\n\"\"\"\n", "a\"b\\c")
	f.Add("languages = [\n \"pt\",\n]\nuser=\"x\"", "\u00e9\x00")
	f.Fuzz(func(t *testing.T, text, value string) {
		edited := editConfig(text, "user", &value)
		values, err := parseConfig([]byte(edited))
		if err != nil || values["user"] != value {
			return // writeSetting refuses such an edit
		}
		if again := editConfig(edited, "user", &value); again != edited {
			t.Errorf("set again: %q became %q", edited, again)
		}
	})
}
