package cli

import "testing"

func TestColumns(t *testing.T) {
	tests := map[string]int{
		"":         0,
		"tea":      3,
		"чай":      3,
		"お茶":       4,
		"한국":       4,
		"e\u0301":  1, // e and a combining accent
		"👩\u200d🔬": 2, // one emoji of three code points
		"❤️":       2,
		"ｔｅａ":      6,
		"چائے":     4,
		"a\u200bb": 2, // a zero-width space between
	}
	for s, want := range tests {
		if got := columns(s); got != want {
			t.Errorf("columns(%q) = %d, want %d", s, got, want)
		}
	}
}

func TestFit(t *testing.T) {
	tests := []struct {
		s    string
		max  int
		want string
	}{
		{"I prefer tea", 20, "I prefer tea"},
		{"I prefer tea", 12, "I prefer tea"},
		{"I prefer tea", 10, "I prefer…"},
		{"お茶が好きです", 8, "お茶が…"},
		{"cafe\u0301s", 4, "caf…"},
		{"I prefer tea", 0, "I prefer tea"},
	}
	for _, tt := range tests {
		if got := fit(tt.s, tt.max); got != tt.want {
			t.Errorf("fit(%q, %d) = %q, want %q", tt.s, tt.max, got, tt.want)
		}
	}
}

func TestPrintableKeepsTextAndStopsTerminalCommands(t *testing.T) {
	if got, want := printable("a\x1b[2Jb\tc\nd\u009b"), "a\ufffd[2Jb\tc\nd\ufffd"; got != want {
		t.Errorf("printable = %q, want %q", got, want)
	}
	if got, want := printable("می\u200cخواهم ❤️"), "می\u200cخواهم ❤️"; got != want {
		t.Errorf("printable = %q, want %q", got, want)
	}
}
