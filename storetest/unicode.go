package storetest

import (
	"fmt"
	"testing"

	"github.com/locimem/loci"
)

// testUnicode: a store keeps the bytes it is given, and refuses those that
// would not come back from every store.
func testUnicode(t *testing.T, h Harness) {
	for name, text := range map[string]string{
		"four bytes":              "𝐭𝐡𝐢𝐬 🍸 𠜎",
		"right to left":           "أحب القهوة — אני גר בחיפה",
		"ZWJ emoji":               "👨\u200d👩\u200d👧 family 🏳️\u200d🌈",
		"combining marks":         "e\u0301 n\u0303 Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A",
		"not normalised":          "Å Å A\u030a ﬁ ①",
		"no spaces":               "我住在北京，喜欢喝茶。",
		"Urdu, Tajik, Uzbek":      "میرا نام نکول ہے · Номи ман Никол · Mening ismim O‘tkir",
		"bidi and tag characters": "\u202Eevil\u202C \U000E0041 \u2066x\u2069",
		"control characters":      "a\tb\r\nc\x01\x1b[31m\x7f\u0085\u2028",
		"quotes and escapes":      `'"` + "`" + `\ \n %s %d $1 ? :a @b {{.}} <b>&amp;</b> -- ; DROP TABLE`,
		"spaces at the ends":      "  text\u00a0 ",
		"byte order mark":         "\ufefftext",
		"replacement (hs#4)":      "cut emoji \ufffd",
		"noncharacters":           "\ufffe \uffff \U0010ffff",
	} {
		t.Run(name, func(t *testing.T) { testText(t, h, text) })
	}
	for name, text := range map[string]string{
		"NUL (nano-brain#181)":              "a\x00b",
		"NUL at the end":                    "a\x00",
		"half an emoji (hs#4)":              "cut \xed\xa0\xbd",
		"half a bold letter (hermes-mt#76)": "\xed\xa0\xb5",
		"a lone byte":                       "\xff",
		"an overlong NUL":                   "a\xc0\x80b",
	} {
		t.Run(name+" is refused", func(t *testing.T) {
			p := open(t, h)
			for place, c := range everywhere(text) {
				t.Run(place, func(t *testing.T) { p.in(t).refused(loci.Invalid, c) })
			}
		})
	}
}

func testText(t *testing.T, h Harness, text string) {
	p := open(t, h)
	m := memory(1, func(m *loci.Memory) {
		m.Kind, m.Task, m.Outcome, m.Text = loci.Episodic, text, text, loci.EpisodeText(text, text)
		m.Key, m.Quote, m.Value, m.Lang = text, text, text, text
		m.Slot = loci.Slot{Subject: text, Attribute: text}
		m.Ref = loci.Ref{Conversation: text, Turn: loci.TurnID(text), Tool: text, URL: text}
	})
	w := withDigest(insertion(m), text)
	w.Index = loci.IndexEntry{
		Kind: loci.DocMemory, Terms: []loci.TermCount{{Term: text, TF: 1}}, Len: 1, Digest: text,
	}
	c := changeset(w)
	c.Key = text
	c.History[0].Why, c.History[0].Actor, c.History[0].Change = text, text, loci.ChangeID(text)
	said := turn(1, func(t *loci.Turn) {
		t.ID, t.Text, t.Speaker, t.Conversation, t.Zone = loci.TurnID(text), text, text, text, text
	})
	c.Turns = []loci.TurnWrite{turnInsertion(said)}
	c.Tombstones = []loci.Tombstone{{Scope: home, MAC: text, Turn: loci.TurnID(text), At: start}}
	c.Reviews = []loci.Review{{ID: text, Scope: home, Kind: loci.ReviewForget, Memory: m.ID, Note: text, Created: start}}
	p.apply(c)

	scopes := []loci.Scope{home}
	p.same("memory", []loci.Memory{m}, p.memories(loci.MemoryQuery{
		Scopes: scopes, Key: text, Digest: text, Value: text, Turns: []loci.TurnID{loci.TurnID(text)}, Slots: []loci.Slot{m.Slot}, Subject: m.Slot.Subject,
	}))
	p.same("turn", []loci.Turn{said}, p.turns(loci.TurnQuery{
		Scopes: scopes, IDs: []loci.TurnID{said.ID}, Conversation: text,
	}))
	got := p.history(loci.HistoryQuery{Scopes: scopes, Change: loci.ChangeID(text)})
	if len(got) != 1 || got[0].Why != text || got[0].Actor != text {
		t.Fatalf("history: got %+v", got)
	}
	p.same("history", m, *got[0].After)
	p.same("tombstone", c.Tombstones, p.tombstones(home, text))
	p.same("review", c.Reviews, p.reviews(home))
	p.same("term", []occurrence{{text, string(m.ID), 1, 1}}, p.corpus(home, loci.DocMemory, []string{text}).Postings)
	if !p.apply(loci.Changeset{Key: text}).Replayed {
		t.Error("the key is not known again")
	}
	p.clean()
}

// everywhere returns changesets with a text in one place each.
func everywhere(text string) map[string]loci.Changeset {
	out := map[string]loci.Changeset{}
	add := func(place string, change func(*loci.Changeset)) {
		c := changeset(insertion(memory(1)))
		c.Turns = []loci.TurnWrite{turnInsertion(turn(1))}
		c.Tombstones = []loci.Tombstone{{Scope: home, MAC: "mac1", At: start}}
		c.Reviews = []loci.Review{{ID: "r1", Scope: home, Kind: loci.ReviewForget, Created: start}}
		change(&c)
		out[place] = c
	}
	for place, change := range map[string]func(*loci.Memory){
		"text":      withText(text),
		"key":       withKey(text),
		"label":     func(m *loci.Memory) { m.Scope.Project = text },
		"quote":     func(m *loci.Memory) { m.Quote = text },
		"value":     func(m *loci.Memory) { m.Value = text },
		"attribute": withSlot(text),
		"day":       func(m *loci.Memory) { m.Days = []string{text} },
		"metadata":  withMetadata(fmt.Sprintf(`{"x":"%s"}`, text)),
	} {
		add(place, func(c *loci.Changeset) {
			change(&c.Memories[0].Memory)
			c.History = nil
		})
	}
	add("history body", func(c *loci.Changeset) { c.History[0].After.Text = text })
	add("history reason", func(c *loci.Changeset) { c.History[0].Why = text })
	add("term", func(c *loci.Changeset) { c.Memories[0].Index.Terms = []loci.TermCount{{Term: text, TF: 1}} })
	add("digest", func(c *loci.Changeset) { c.Memories[0].Index.Digest = text })
	add("turn", func(c *loci.Changeset) { c.Turns[0].Turn.Text = text })
	add("turn id", func(c *loci.Changeset) { c.Turns[0].Turn.ID = loci.TurnID(text) })
	add("tombstone", func(c *loci.Changeset) { c.Tombstones[0].MAC = text })
	add("note", func(c *loci.Changeset) { c.Reviews[0].Note = text })
	add("idempotency key", func(c *loci.Changeset) { c.Key = text })
	return out
}
