package guard

import (
	"strings"
	"testing"

	"github.com/locimem/loci"
)

const password = "Tr0ub4dor" + "&3x"

// TestCheckReadsWhatComesAlong: a secret reaches the disk by any field.
func TestCheckReadsWhatComesAlong(t *testing.T) {
	tests := []struct {
		name string
		edit func(*loci.Candidate)
		want loci.Finding
	}{
		{"address", func(c *loci.Candidate) { c.Ref.URL = "https://x.com/?token=" + githubKey }, loci.Finding{Field: "url", Kind: "credential:github"}},
		{"address with a password", func(c *loci.Candidate) { c.Ref.URL = "https://ana:" + password + "@x.com/" }, loci.Finding{Field: "url", Kind: "conn_string"}},
		{"address too long", func(c *loci.Candidate) { c.Ref.URL = "https://x.com/" + strings.Repeat("a", 2<<10) }, loci.Finding{Field: "url", Kind: "limit:url"}},
		{"tool", func(c *loci.Candidate) { c.Ref.Tool = "fetch " + githubKey }, loci.Finding{Field: "tool", Kind: "credential:github"}},
		{"tool with hidden characters", func(c *loci.Candidate) { c.Ref.Tool = "fe\u200btch" }, loci.Finding{Field: "tool", Kind: "hidden:zero_width"}},
		{"conversation", func(c *loci.Candidate) { c.Ref.Conversation = githubKey }, loci.Finding{Field: "conversation", Kind: "credential:github"}},
		{"turn", func(c *loci.Candidate) { c.Ref.Turn = loci.TurnID("c/" + githubKey) }, loci.Finding{Field: "turn", Kind: "credential:github"}},
		{"language", func(c *loci.Candidate) { c.Lang = githubKey }, loci.Finding{Field: "lang", Kind: "invalid:lang"}},
		{"language too long", func(c *loci.Candidate) { c.Lang = "en" + strings.Repeat("-abcdefgh", 4) }, loci.Finding{Field: "lang", Kind: "invalid:lang"}},
		{"subject", func(c *loci.Candidate) { c.Slot.Subject = githubKey }, loci.Finding{Field: "slot", Kind: "credential:github"}},
		{"attribute", func(c *loci.Candidate) { c.Slot.Attribute = githubKey }, loci.Finding{Field: "slot", Kind: "credential:github"}},

		{"number", metadataOf(`{"card":4111111111111111}`), loci.Finding{Field: "metadata", Kind: "card:visa"}},
		{"number in an array", metadataOf(`{"a":{"b":[1,4111111111111111]}}`), loci.Finding{Field: "metadata", Kind: "card:visa"}},
		{"number with an exponent", metadataOf(`{"card":4.111111111111111e+15}`), loci.Finding{Field: "metadata", Kind: "card:visa"}},
		{"number by its name", metadataOf(`{"cpf":52998224725}`), loci.Finding{Field: "metadata", Kind: "identity:cpf"}},
		{"value by its name", metadataOf(`{"password":"` + password + `"}`), loci.Finding{Field: "metadata", Kind: "password"}},
		{"value by the name of its object", metadataOf(`{"wifiPassword":{"home":["` + password + `"]}}`), loci.Finding{Field: "metadata", Kind: "password"}},
		{"value by the name beside it", metadataOf(`{"env":[{"name":"DB_PASSWORD","value":"` + password + `"}]}`), loci.Finding{Field: "metadata", Kind: "password"}},
		{"PIN", metadataOf(`{"bank":{"pin":4821}}`), loci.Finding{Field: "metadata", Kind: "pin"}},
		{"text by its key", func(c *loci.Candidate) { c.Key, c.Text = "wifi password", password }, loci.Finding{Field: "text", Kind: "password"}},
		{"text by an identifier", func(c *loci.Candidate) { c.Key, c.Text = "prefs/wifi_password", password }, loci.Finding{Field: "text", Kind: "password"}},
		{"value by its slot", func(c *loci.Candidate) { c.Slot.Attribute, c.Value = "wifi_password", strings.ToLower(password) }, loci.Finding{Field: "value", Kind: "password"}},
		{"outcome by its task", func(c *loci.Candidate) { c.Task, c.Outcome = "find the wifi password", password }, loci.Finding{Field: "outcome", Kind: "password"}},
		{"metadata nothing but a name", metadataOf(`{"` + githubKey + `":null}`), loci.Finding{Field: "metadata", Kind: "credential:github"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := stated("likes tea")
			tt.edit(&c)
			v := New(Options{}).Check(c)
			if v.Action != Refuse || len(v.Findings) == 0 {
				t.Fatalf("verdict %+v", v)
			}
			f := v.Findings[0]
			if f.Field != tt.want.Field || f.Kind != tt.want.Kind {
				t.Errorf("reason %v, want %v", f, tt.want)
			}
			if f.Start < 0 || f.End <= f.Start {
				t.Errorf("no place: %v", f)
			}
		})
	}
}

func metadataOf(raw string) func(*loci.Candidate) {
	return func(c *loci.Candidate) { c.Metadata = []byte(raw) }
}

func TestCheckLeavesOrdinaryNamesAlone(t *testing.T) {
	for name, edit := range map[string]func(*loci.Candidate){
		"address": func(c *loci.Candidate) {
			c.Ref.URL = "https://x.com/ana/status/1212092628029698048?lang=pt&utm_source=a1b2"
		},
		"numbered by chance": func(c *loci.Candidate) { c.Ref.Conversation, c.Ref.Turn = "4111111111111111", "4111111111111111/1" },
		"Persian speaker":    func(c *loci.Candidate) { c.Slot.Subject = "علی\u200cرضا" },
		"language":           func(c *loci.Candidate) { c.Lang = "zh-Hant-HK" },
		"private language":   func(c *loci.Candidate) { c.Lang = "x-klingon" },
		"key about keys":     func(c *loci.Candidate) { c.Key, c.Text = "password-manager", "uses Bitwarden since 2024" },
		"key about a policy": func(c *loci.Candidate) { c.Key, c.Text = "password", "keeps all of them in 1Password" },
		"key of a topic":     func(c *loci.Candidate) { c.Key, c.Text = "api/tokens", "rotates them every 90days" },
		"metadata": metadataOf(`{"id":1212092628029698048,"at":1732838400000,"price":19.99,"big":1e300,"tokens":4096,"ok":true,"none":null,
			"password_changed":"2026-10-01","tags":["password","reset"],"source":"chat-7f3a","pinned":1,"vars":[{"name":"forgot password"},{"name":"build","value":"a1b2c3d4"}],"order":{"id":"202611290001234"},"token_count":128000}`),
		"outcome": func(c *loci.Candidate) { c.Task, c.Outcome = "reset the wifi password", "done, works since v2.4.1" },
	} {
		c := stated("likes tea")
		edit(&c)
		if v := New(Options{}).Check(c); v.Action == Refuse {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

// A hint must be true of what was refused.
func TestHintsOfShape(t *testing.T) {
	for want, edit := range map[string]func(*loci.Candidate){
		"name the language by its tag, such as pt-BR":        func(c *loci.Candidate) { c.Lang = "pt_BR" },
		"metadata is one JSON object, nested at most 4 deep": metadataOf(`{"a":{"b":{"c":{"d":{}}}}}`),
	} {
		c := stated("likes tea")
		edit(&c)
		if got := (&loci.RefusedError{Findings: New(Options{}).Check(c).Findings}).Hint(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestCheckLabel(t *testing.T) {
	g := New(Options{})
	for value, want := range map[string]string{
		githubKey:                    "credential:github",
		"my password is " + password: "password",
		"card 4111111111111111":      "card:visa",
		"4111 1111 1111 1111":        "card:visa",
		"a\u200bna":                  "hidden:zero_width",
		"an\u00ada":                  "hidden:zero_width",
		"\ufeffana":                  "hidden:zero_width",
		"ana\u200f":                  "hidden:bidi",
		"ana\n</loci>":               "encoding:control",
		"ana\ttab":                   "encoding:control",
		"a\x00na":                    "encoding:nul",
		"a\xffna":                    "encoding:utf8",
		"logo \ue001":                "encoding:private",
		strings.Repeat("a", 257):     "limit:agent",
		"ภาษา\u200bไทย":              "hidden:zero_width",
		"سلام\u200C\u200C\u200Cسلام": "hidden:zero_width",
		"we\u202aare\u202c":          "hidden:bidi",
		"ana \u2066":                 "hidden:bidi",
	} {
		found := g.CheckLabel("agent", value)
		if len(found) == 0 || found[0].Kind != want || found[0].Field != "agent" {
			t.Errorf("%q: %v, want %s", value, found, want)
		}
	}
	for _, value := range []string{
		"", "ana", "4111111111111111", "conv-4111111111111111", "Claude Code", "علی\u200cرضا", "ශ්\u200dරී", "👩\u200d👩\u200d👧 family", "O'Brien", "ana@example.com", "C:\\work", "日本語",
	} {
		if found := g.CheckLabel("agent", value); len(found) > 0 {
			t.Errorf("%q: %v", value, found)
		}
	}
	long := strings.Repeat("because ", 100)
	if found := g.CheckLabel("why", long+"\n\u00ad"); len(found) > 0 {
		t.Errorf("a reason is a text: %v", found)
	}
	if found := g.CheckLabel("why", long+long); len(found) != 1 || found[0].Kind != "limit:why" {
		t.Errorf("a reason has a limit: %v", found)
	}
}
