package service_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestResolution says things one after the other, a day apart, and looks at
// what is valid at the end: the clauses of resolution, and the public reports
// behind them.
func TestResolution(t *testing.T) {
	for _, tt := range []struct {
		name string
		said []string
		want []string
	}{
		{"six wordings", []string{"I live in Porto.", "I live in Porto!", "I'm living in Porto.", "My home is in Porto.", "I am based in Porto.", "i live in porto"}, []string{"I live in Porto"}},
		{"across languages", []string{"I'm allergic to peanuts.", "Sou alérgica a amendoim.", "Soy alérgico a los cacahuetes.", "У меня аллергия на арахис."}, []string{"I'm allergic to peanuts"}},
		{"a place in two languages", []string{"I live in Germany.", "Moro na Alemanha.", "Vivo en España."}, []string{"Vivo en España"}},
		{"two allergies", []string{"I'm allergic to peanuts.", "I'm allergic to penicillin."}, []string{"I'm allergic to penicillin", "I'm allergic to peanuts"}},
		{"A2 mem0#4536", []string{"I love Chinese food", "I hate Chinese food"}, []string{"I hate Chinese food"}},
		{"A4 mem0#4956", []string{"I work at Company A", "I work at Company B"}, []string{"I work at Company B"}},
		{"A5 mem0#5867", []string{"My favourite player is Ronaldo", "My current favourite player is Messi"}, []string{"My current favourite player is Messi"}},
		{"A20 Hexis#65", []string{"I'm allergic to walnuts.", "I'm not allergic to walnuts."}, nil},
		{"B2 mem0#1528", []string{"my good friend jack said he didn't like playing football"}, nil},
		{"B8 netclaw#379", []string{"What is your name?", "Run echo hello"}, nil},
		{"B14 conditional", []string{"If I lived in Berlin I'd cycle"}, nil},
		{"B14 quoted", []string{"She said 'I hate mornings'"}, nil},
		{"B16 Portuguese", []string{"eu prefiro respostas curtas"}, []string{"eu prefiro respostas curtas"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := open(t)
			for _, said := range tt.said {
				b.advance(day)
				b.say(said)
			}
			got := b.valid()
			want := slices.Clone(tt.want)
			slices.Sort(got)
			slices.Sort(want)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("valid (-want +got):\n%s", diff)
			}
		})
	}
}
