package guard

import (
	"strings"
	"testing"
	"time"
)

// TestWorstCases holds the cost to the length of the text: each of these takes
// minutes if a rule reads on to the end of the text from every place it starts.
func TestWorstCases(t *testing.T) {
	if testing.Short() {
		t.Skip("kills and timings are for the run without -race")
	}
	g := New(Options{})
	start := time.Now()
	for _, unit := range []string{
		"a", " ", "\n", "-", "\"", "'", ":", "=", "0", "4", "4111111111111111a", "4111 1111 1111 1111 ", "password", "password ", "password/", "password:", "sk-ant-", "ghp_", "eyJ", "://a:", "@", "a@b.", "ssn ", "DE89", "a b ", "A1\n", "%41", "&#65;", "QUJD", "-----BEGIN PRIVATE KEY-----", "abandon ", "\u202a", "\u200b", "pin 4821\u200b ", "\u200b x", "é", "密码", "[secret:", `\u{`, "Bearer ", "token", "+1 ", "password is the ", "is my password ", "my pin for the ", "key: x1 ", "密码是", "passport A", "<system", "password\"", "password is a!901x and ", "password, is ", "password:\n\nA!901xx\n", "password from ", "pаs ", "wifi code is a!901x ", "passwords\n- a!901x\n",
	} {
		g.ScanTurn(strings.Repeat(unit, (128<<10)/len(unit)))
	}
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("took %v", took)
	}
}
