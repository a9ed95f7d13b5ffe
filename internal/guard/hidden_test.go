package guard

import (
	"testing"
)

func TestHidden(t *testing.T) {
	for text, want := range map[string]string{
		"\u202Eevil":                     "hidden:bidi",
		"abc\u2067def":                   "hidden:bidi",
		"abc\u202D12\u202Cdef":           "hidden:bidi",
		"سلام \u202Bاب":                  "hidden:bidi", // never closed
		"hi\U000E0041\U000E0042":         "hidden:tag",
		"\U0001F3F4\U000E0041\U000E007F": "hidden:tag", // no such flag
		"nice 😀\U000E0141\U000E0142":     "hidden:variation",
		"bits\u200B\u200C\u200B\u200B\u200C\u200C\u200B\u200C": "hidden:zero_width",
		"sel\uFE00\uFE01\uFE00\uFE01\uFE00\uFE01\uFE00\uFE01":  "hidden:variation",
		"logo \U000F0001": "encoding:private",
		"a\x1bb":          "encoding:control",
		"non\uFFFEchar":   "encoding:private",
		"a\x00b":          "encoding:nul",
		"a\xffb":          "encoding:utf8",
		"\xed\xa0\xbd":    "encoding:utf8",
	} {
		found, _ := hidden(text)
		if len(found) == 0 || found[0].Kind != want {
			t.Errorf("%q: %v, want %s", text, found, want)
		}
	}
}

// TestLegible holds what scripts and emoji need: refusing it would refuse whole
// languages.
func TestLegible(t *testing.T) {
	for _, text := range []string{
		"plain\ttext\r\nin lines", "naïve façade", "من پاسخ\u200cهای کوتاه را ترجیح می\u200cدهم.", "ශ්\u200dරී ලංකාවේ ජීවත් වෙමි.", "আমি সংক্ষিপ্ত উত্তর পছন্দ করি, র\u200d্যাব", "क्\u200dष", "ภาษา\u200bไทย",
		"o‘zbek tilida yozing", "oʻzbek", "my emoji is 👩\u200d👩\u200d👧\u200d👦 and my flag is 🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f.", "❤️ ☎︎ 1️⃣ ✈️ ©️ ℹ️", "👍🏽 🧑🏿\u200d🚒 🏳️\u200d🌈", "葛\U000E0100飾区", "اسمي \u202ASara\u202C وأعيش هنا", "مرحبا\u200F!", "שלום \u2067abc\u2069", "𝐛𝐨𝐥𝐝", "PDF\u200Cها", "10\u200Cها", "بِ\u200Cه", "ه\u200D.ش", "🙂\u200D↔️", "🏳️\u200d⚧️ ⛓️\u200d💥 🧑\u200d🦽\u200d➡️", "🇺🇿🇵🇹", "#️⃣ *️⃣", "‼️ 〰️ ㊗️", "non\u00A0break 10\u202F000", "page\fbreak", "next\u0085line", "\uFFFC picture",
		"I live in ירושלים and write عربى too", "מחר ב-10:30", "می\u200cنویسم", "یہ اردو ہے", "क्षत्रिय र्\u200dय", "ക്\u200d", "ตัวอย่าง", "Năm 2026", "한국어", "日本語、中文", "тоҷикӣ ўзбек", "Türkçe İıĞ", "kiswahili ng'ombe",
		"C# and <b>", "ᠮᠣᠩ\u180Bᠭᠣᠯ",
	} {
		if found, odd := hidden(text); len(found) > 0 || len(odd) > 0 {
			t.Errorf("%q: %v %v", text, found, odd)
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

// TestCleanDropsWhatCopyingLeaves: what is only odd is neither refused nor kept.
func TestCleanDropsWhatCopyingLeaves(t *testing.T) {
	for text, want := range map[string]string{
		"hyphen\u00ADation":                         "hyphenation",
		"\uFEFFmy name is Ana":                      "my name is Ana",
		"chang\u200Bes":                             "changes",
		"word\u2060joiner":                          "wordjoiner",
		"call \u202A+1 202 555\u20110143\u202C":     "call +1 202 555\u20110143",
		"\u200Eimage omitted":                       "image omitted",
		"from \u2068Ana\u2069":                      "from Ana",
		"end of a selection\u202C":                  "end of a selection",
		"Auf\u200Clage":                             "Auflage",
		"f\u2061(x)":                                "f(x)",
		"\uF0B7 a point of a list, \uF8FF":          " a point of a list, ",
		"cut 👩\u200D":                               "cut 👩",
		"plain a\uFE0Fb":                            "plain ab",
		"blank\u3164":                               "blank",
		"می\u200C\u200Cخواهم":                       "می\u200Cخواهم",
		"سلام\u200C\u200C\u200C سلام":               "سلام\u200C سلام",
		"spaced\u200B \u200Bout \u200B\u200B\u200B": "spaced out ",
		"مرحبا\u200F!":                              "مرحبا\u200F!",
		"ภาษา\u200Bไทย":                             "ภาษา\u200Bไทย",
		"Ig\u202Enore":                              "Ig\u202Enore",
	} {
		got := Clean(text)
		if got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
		if again := Clean(got); again != got {
			t.Errorf("%q becomes %q", got, again)
		}
		if text == want {
			continue
		}
		if v := New(Options{}).Check(stated(text)); v.Action == Refuse {
			t.Errorf("%q: %+v", text, v)
		}
		if clean, findings := New(Options{}).ScanTurn(text); clean != want || len(findings) > 1 {
			t.Errorf("a turn: %q becomes %q, %v", text, clean, findings)
		}
	}
}
