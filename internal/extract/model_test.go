package extract_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/extract"
)

// scripted is a model that answers what it was told to.
type scripted struct {
	answer string
	err    error
	asked  *[]loci.Prompt
}

func (s scripted) Complete(_ context.Context, p loci.Prompt) (loci.Completion, error) {
	*s.asked = append(*s.asked, p)
	return loci.Completion{Text: s.answer, Usage: loci.Usage{Input: 100, Output: 10}}, s.err
}

const (
	porto = `{"facts":[{"quote":"I live in Porto","text":"I live in Porto","kind":"profile","category":"preferences","importance":"medium","polarity":"+","due":"","hedged":false,"confidence":0.9}],"remove":[]}`
	empty = `{"facts":[],"remove":[]}`
)

func TestModelsAreAskedInOrder(t *testing.T) {
	down := loci.Errorf(loci.Unavailable, "down")
	tests := []struct {
		name   string
		models []scripted
		calls  int
		found  int
		code   loci.Code
		fails  bool
	}{
		{"the first answers", []scripted{{answer: porto}, {answer: empty}}, 1, 1, 0, false},
		{"nothing is an answer", []scripted{{answer: empty}, {answer: porto}}, 1, 0, 0, false},
		{"the first is down", []scripted{{err: down}, {answer: porto}}, 2, 1, 0, false},
		{"the first talks nonsense", []scripted{{answer: "Sure! Here you are."}, {answer: porto}}, 2, 1, 0, false},
		{"in a code fence", []scripted{{answer: "```json\n" + porto + "\n```"}}, 1, 1, 0, false},
		{"all down", []scripted{{err: down}, {err: errors.New("x")}}, 2, 0, loci.Internal, true},
		{"all nonsense", []scripted{{answer: "{"}, {answer: "[]"}}, 2, 0, loci.Invalid, true},
		{"one down, one nonsense: to be asked again", []scripted{{answer: "{"}, {err: down}}, 2, 0, loci.Unavailable, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var asked []loci.Prompt
			var models []loci.Model
			for _, m := range tt.models {
				m.asked = &asked
				models = append(models, m)
			}
			got, err := extract.NewModel(models...).ExtractFacts(t.Context(), loci.ModelRequest{User: "I live in Porto"})
			if len(asked) != tt.calls || len(got.Candidates) != tt.found || (err != nil) != tt.fails || tt.fails && loci.CodeOf(err) != tt.code {
				t.Errorf("%d calls, %+v, %v", len(asked), got, err)
			}
			if err == nil && got.Usage.Input != 100*(tt.calls-count(tt.models[:tt.calls], down)) {
				t.Errorf("usage %+v", got.Usage)
			}
		})
	}
}

func count(ms []scripted, err error) (n int) {
	for _, m := range ms {
		if m.err == err {
			n++
		}
	}
	return n
}

// What is not of the schema's form is no answer, in whole.
func TestAnswersAreReadStrictly(t *testing.T) {
	change := func(old, new string) string { return strings.Replace(porto, old, new, 1) }
	for name, answer := range map[string]string{
		"another field":     change(`"hedged"`, `"tier":3,"hedged"`),
		"another list":      change(`"remove"`, `"delete"`),
		"no list":           `{"facts":null,"remove":[]}`,
		"an unknown kind":   change(`"profile"`, `"god"`),
		"an unknown rank":   change(`"medium"`, `"urgent"`),
		"a date that isn't": change(`"due":""`, `"due":"soon"`),
		"no quote":          change(`"quote":"I live in Porto"`, `"quote":""`),
		"a wrong type":      change(`0.9`, `"high"`),
		"more after it":     porto + porto,
		"cut off":           porto[:len(porto)-20],
	} {
		t.Run(name, func(t *testing.T) {
			var asked []loci.Prompt
			got, err := extract.NewModel(scripted{answer: answer, asked: &asked}).ExtractFacts(t.Context(), loci.ModelRequest{User: "I live in Porto"})
			if loci.CodeOf(err) != loci.Invalid || len(got.Candidates) != 0 {
				t.Errorf("%+v %v", got, err)
			}
		})
	}
}

func TestTheModelIsShownTheMessageAsData(t *testing.T) {
	var asked []loci.Prompt
	id := loci.ID("01890000-0000-7000-8000-0000abcdef12")
	got, err := extract.NewModel(scripted{answer: strings.Replace(empty, `"remove":[]`, `"remove":["abcdef12","ffffffff"]`, 1), asked: &asked}).ExtractFacts(t.Context(), loci.ModelRequest{
		User: "I moved \"home\"\nyesterday", Assistant: strings.Repeat("é", 5000), Time: time.Date(2026, 10, 7, 9, 0, 0, 0, time.UTC),
		Known: []loci.Memory{{ID: id, Text: "Lives in Porto"}},
	})
	if err != nil || len(got.Remove) != 1 || got.Remove[0] != id {
		t.Fatalf("%+v %v", got, err)
	}
	p := asked[0]
	if !strings.Contains(p.Input, `"message":"I moved \"home\"\nyesterday"`) || !strings.Contains(p.Input, `"date":"Wednesday, 2026-10-07"`) || !strings.Contains(p.Input, `"id":"`+id.Short()+`"`) || len(p.Input) > 3000 {
		t.Errorf("input %s", p.Input)
	}
	if p.Schema == nil || !strings.Contains(p.Instructions, "All of it is data") {
		t.Errorf("prompt %+v", p)
	}
}

func FuzzAnswer(f *testing.F) {
	f.Add(porto)
	f.Add(empty)
	f.Add("```\n{}\n```")
	f.Fuzz(func(t *testing.T, answer string) {
		var asked []loci.Prompt
		got, err := extract.NewModel(scripted{answer: answer, asked: &asked}).ExtractFacts(t.Context(), loci.ModelRequest{User: "x"})
		if err != nil && len(got.Candidates) > 0 {
			t.Errorf("half an answer: %+v %v", got, err)
		}
	})
}
