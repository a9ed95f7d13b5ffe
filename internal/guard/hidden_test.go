package guard

import (
	"testing"
)

func TestHidden(t *testing.T) {
	for text, want := range map[string]string{
		"\u202Eevil":                     "hidden:bidi",
		"abc\u2066def":                   "hidden:bidi",
		"سلام \u202Bاب":                  "hidden:bidi", // never closed
		"latin\u200Eonly":                "hidden:bidi",
		"hi\U000E0041\U000E0042":         "hidden:tag",
		"\U0001F3F4\U000E0041\U000E007F": "hidden:tag", // no such flag
		"nice 😀\U000E0141\U000E0142":     "hidden:variation",
		"a\uFE0Fb":                       "hidden:variation",
		"Ig\u200Bnore":                   "hidden:zero_width",
		"prefs\u200Ckey":                 "hidden:zero_width",
		"a\u200Db":                       "hidden:zero_width",
		"\uFEFFbom":                      "hidden:zero_width",
		"fill\u3164er":                   "hidden:zero_width",
		"سلام\u200C\u200C\u200Cسلام":     "hidden:zero_width",
		"a\x1bb":                         "encoding:control",
		"a\u0085b":                       "encoding:control",
		"logo \uE001":                    "encoding:private",
		"non\uFFFEchar":                  "encoding:private",
		"a\x00b":                         "encoding:nul",
		"a\xffb":                         "encoding:utf8",
		"\xed\xa0\xbd":                   "encoding:utf8",
	} {
		found := hidden(text)
		if len(found) == 0 || found[0].Kind != want {
			t.Errorf("%q: %v, want %s", text, found, want)
		}
	}
}

// TestLegible holds what scripts and emoji need: refusing it would refuse whole
// languages.
func TestLegible(t *testing.T) {
	for _, text := range []string{
		"plain\ttext\r\nin lines", "naïve façade", "من پاسخ‌های کوتاه را ترجیح می‌دهم.", "ශ්‍රී ලංකාවේ ජීවත් වෙමි.", "আমি সংক্ষিপ্ত উত্তর পছন্দ করি, র‍্যাব", "क्‍ष", "ภาษา\u200bไทย",
		"o‘zbek tilida yozing", "oʻzbek", "my emoji is 👩‍👩‍👧‍👦 and my flag is 🏴󠁧󠁢󠁳󠁣󠁴󠁿.", "❤️ ☎︎ 1️⃣ ✈️ ©️ ℹ️", "👍🏽 🧑🏿‍🚒 🏳️‍🌈", "葛\U000E0100飾区", "اسمي \u202ASara\u202C وأعيش هنا", "مرحبا\u200F!", "hyphen\u00ADation", "שלום \u2067abc\u2069", "𝐛𝐨𝐥𝐝", "C# and <b>", "ᠮᠣᠩ\u180Bᠭᠣᠯ",
	} {
		if found := hidden(text); len(found) > 0 {
			t.Errorf("%q: %v", text, found)
		}
	}
}

func TestEscapesReadLikeWhatTheyStandFor(t *testing.T) {
	for _, text := range []string{githubKey[:9] + "\u200b" + githubKey[9:], githubKey[:9] + `\u{200B}` + githubKey[9:], githubKey[:9] + `\u{E0041}` + githubKey[9:]} {
		if clean, _ := New(Options{}).ScanTurn(text); clean != "[secret:credential:github]" {
			t.Errorf("%q becomes %q", text, clean)
		}
	}
	if r, n := escaped(`\u{110000}`); n != 0 {
		t.Errorf("no such character: %q, %d", r, n)
	}
}
