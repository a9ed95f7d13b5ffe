package service_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
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
		{"A8 tm#687", []string{"My goal is to finish the report by October 15th.", "My goal is to finish the slides by October 16th."}, []string{"My goal is to finish the report by October 15th", "My goal is to finish the slides by October 16th"}},
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

// TestResolutionOfNotes keeps statements as they are given, a day apart.
func TestResolutionOfNotes(t *testing.T) {
	for _, tt := range []struct {
		name string
		said []string
		want int
	}{
		{"A1 mem0#1674", []string{"The dog is a domesticated descendant of the wolf", "The dog is a domesticated descendant of the wolf"}, 1},
		{"A8 tm#687", []string{"Project deadline is October 15th", "Project deadline is October 16th"}, 2},
		{"A10 netclaw#1241", []string{"weighs 82 kg on 1 May", "weighs 80 kg on 1 June"}, 2},
		{"A11 netclaw#1585", []string{"Port 8080, see https://x/y", "Port 8081"}, 2},
		{"A13 neural-memory#14", []string{"PocketBase runs on port 8090", "PocketBase backend at localhost:8090"}, 2},
		{"A14 dv#1736", []string{"pgbouncer needs prepared statements off", "pgbouncer needs prepared statements off", "pgbouncer needs prepared statements off."}, 1},
		{"A19 mnemon#25", []string{"species not previously recorded", "species recorded in 2020"}, 2},
		{"versions", []string{"the server runs 1.2.3", "the server runs 1.2.4"}, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := open(t)
			for _, said := range tt.said {
				b.advance(day)
				remember(t, b, person(), loci.RememberRequest{Text: said})
			}
			if got := b.valid(); len(got) != tt.want {
				t.Errorf("valid are %q, want %d", got, tt.want)
			}
		})
	}
}

func TestRecallIsShortByKind(t *testing.T) {
	b := open(t)
	for _, n := range strings.Fields("one two three four five six seven eight nine ten eleven twelve thirteen") {
		remember(t, b, person(), loci.RememberRequest{Text: "the harbour has pier " + n})
		remember(t, b, person(), loci.RememberRequest{Task: "painted the harbour pier " + n, Outcome: "done"})
	}
	for want, kinds := range map[int][]loci.Kind{6: {loci.Semantic}, 3: {loci.Episodic}, 12: nil} {
		r, err := b.Recall(person(), loci.RecallRequest{Query: "harbour pier", Kinds: kinds})
		if err != nil || len(r.Hits) != want {
			t.Errorf("%v: %d hits, want %d (%v)", kinds, len(r.Hits), want, err)
		}
	}
}
