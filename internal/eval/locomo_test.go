package eval

import (
	"testing"

	"github.com/locimem/loci"
)

func TestLoCoMo(t *testing.T) {
	turn := func(id, speaker, text string) loci.Turn {
		return loci.Turn{ID: loci.TurnID(id), Conversation: "conv/session_1", Role: loci.RoleUser, Speaker: speaker,
			Text: text, Time: at("2026-05-08T13:56:00Z")}
	}
	conversations := []Conversation{{
		ID: "conv-1",
		Turns: []loci.Turn{
			turn("D1:1", "Ana", "I went sailing near the harbour."),
			turn("D1:2", "Ben", "My brother bakes bread every Sunday."),
			turn("D1:3", "Ana", "The exam was hard."),
		},
		Questions: []Question{
			{Text: "Where did Ana go sailing?", Category: "single_hop", Evidence: []string{"D1:1"}},
			{Text: "Who plays xylophone?", Category: "adversarial", Evidence: []string{"D1:3"}},
			{Text: "What is not told?", Category: "open_domain"},
			{Text: "What is told elsewhere?", Category: "open_domain", Evidence: []string{"D9:9"}},
		},
	}}
	rep, err := LoCoMo(t.Context(), temporary(t), conversations, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]float64{
		"turn.single_hop.mrr": 1, "turn.adversarial.r@20": 0, "turn.all.any@10": 0.5, "session.all.r@5": 0.5, "floor.bm25.all.r@5": 0.5,
	} {
		if got, ok := rep.Figures[name]; !ok || got != want {
			t.Errorf("%s = %v (there: %v), want %v", name, got, ok, want)
		}
	}
	if _, ok := rep.Figures["turn.open_domain.mrr"]; ok {
		t.Error("questions without evidence were counted")
	}
}
