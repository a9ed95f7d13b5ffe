package guard

import "testing"

// The answer to a question for a credential is one, whatever it looks like.
func TestScanAnswer(t *testing.T) {
	g := New(Options{})
	for _, tt := range []struct{ question, answer, kept string }{
		{"What is the database password?", "Mango!5566", "[secret:password]"},
		{"I can connect now. What's the database password?", "it's mango5566", "it's [secret:password]"},
		{"Qual é a senha do banco de dados?", "Mango!5566", "[secret:password]"},
		{"Wie lautet das WLAN-Passwort?", "mango5566", "[secret:password]"},
		{"Please enter your PIN:", "4821", "[secret:pin]"},
		{"パスワードは何ですか？", "Mango!5566", "[secret:password]"},
		{"What is the password?", "I don't know it, ask Tom!", "I don't know it, ask Tom!"},
		{"What is the password?", "tomorrow", "tomorrow"},
		{"What is the room number?", "Mango!5566", "Mango!5566"},
		{"The password is safe. Which port?", "54321", "54321"},
		{"", "Mango!5566", "Mango!5566"},
	} {
		clean, findings := g.ScanAnswer(tt.question, tt.answer)
		if clean != tt.kept {
			t.Errorf("%q, %q: kept %q, want %q", tt.question, tt.answer, clean, tt.kept)
		}
		for _, f := range findings {
			if f.Start < 0 || f.End > len(tt.answer) {
				t.Errorf("%q: a finding outside: %+v", tt.answer, f)
			}
		}
	}
}
