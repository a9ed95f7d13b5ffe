package local_test

import (
	"strings"
	"testing"

	"github.com/locimem/loci/graph"
	"github.com/locimem/loci/local"
)

// What the user says of themselves is kept; commands, secrets and what is off the
// record are not in it; and of what else they say there is the beginning.
func TestPoints(t *testing.T) {
	mem := open(t, local.Options{Path: t.TempDir() + "/m.db"})
	said := func(text string) graph.Message { return graph.Message{Role: graph.User, Text: text} }
	summary, err := graph.Summarizer{Points: mem.Points, Redact: mem.Redact}.Summarize(t.Context(), []graph.Message{
		said("can you compare these two cars? The red one is cheaper."),
		{Role: graph.Assistant, Text: "The red one. I live in Rome."},
		said("we decided to buy the red one"),
		said("remember: I prefer electric cars"),
		said("/memory list"),
		said("the dealer's password is Tr0ub4dor&3x"),
		said("don't remember this: I have a loan"),
		said("I have two cats"),
		said("Don't remember that."),
		said("don't remember that please"),
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"can you compare these two cars?", "we decided to buy the red one", "I prefer electric cars"} {
		if !strings.Contains(summary.Text, "- "+want) {
			t.Errorf("%q is missing in\n%s", want, summary.Text)
		}
	}
	for _, no := range []string{"Rome", "loan", "cats", "/memory", "remember:", "Tr0ub4dor"} {
		if strings.Contains(summary.Text, no) {
			t.Errorf("%q is in\n%s", no, summary.Text)
		}
	}
}
