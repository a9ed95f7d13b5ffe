package resolve_test

import (
	"testing"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/resolve"
)

// TestReversedOrders: an order ends the one that says the opposite, and no other.
func TestReversedOrders(t *testing.T) {
	for _, tc := range []struct {
		lang, was, is string
		affirms       bool // the new one tells the assistant to do something
		closes        int
	}{
		{"en", "from now on answer in German", "stop answering in German", false, 1},
		{"en", "never use emoji", "use emoji again please", true, 1},
		{"en", "from now on answer in French", "stop answering in German", false, 0},
		{"en", "use British spelling in emails", "don't use British spelling in code", false, 0},
		{"de", "antworte ab jetzt immer auf Deutsch", "hör auf, auf Deutsch zu antworten", false, 1},
		{"es", "de ahora en adelante responde siempre en inglés", "deja de responder en inglés", false, 1},
		{"fr", "désormais réponds toujours en anglais", "ne réponds plus en anglais", false, 1},
		{"it", "d'ora in poi rispondi in inglese", "smetti di rispondere in inglese", false, 1},
		{"pt", "sempre responde em inglês", "para de responder em inglês", false, 1},
		{"nl", "antwoord voortaan in het Duits", "antwoord niet meer in het Duits", false, 1},
		{"pl", "odpowiadaj zawsze po niemiecku", "nie odpowiadaj więcej po niemiecku", false, 1},
		{"ru", "впредь отвечай на английском", "больше не отвечай на английском", false, 1},
		{"uk", "надалі відповідай англійською", "більше не відповідай англійською", false, 1},
		{"zh", "以后用英文回答", "别再用英文回答", false, 1},
	} {
		order := func(affirmed bool) func(*loci.Memory) {
			return func(m *loci.Memory) {
				m.Lang, m.Kind, m.Category, m.Polarity = tc.lang, loci.Procedural, loci.Preferences, loci.Negated
				if affirmed {
					m.Polarity = loci.Affirmed
				}
			}
		}
		was, is := said(tc.was, 3, order(!tc.affirms)), said(tc.is, 0, order(tc.affirms))
		c := assertOf(is)
		c.Lang = tc.lang
		got := resolve.Assert(c, is, resolve.Neighbours{Related: []loci.Memory{was}}, now)
		if len(got.Close) != tc.closes || !got.Add {
			t.Errorf("%s %q, then %q: %+v", tc.lang, tc.was, tc.is, got)
		}
	}
}
