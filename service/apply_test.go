package service_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
)

func sure(content string, category loci.Category, c float64) loci.NewFact {
	return loci.NewFact{Content: content, Category: category, Confidence: &c}
}

func TestApplyUpdates(t *testing.T) {
	for _, tt := range []struct {
		name    string
		request loci.ApplyRequest
		want    []string // valid afterwards
	}{
		{"accumulates", loci.ApplyRequest{Facts: []loci.NewFact{sure("swims on Fridays", loci.Routine, 0.9)}},
			[]string{"likes tea", "runs on Mondays", "swims on Fridays"}},
		{"replaces", loci.ApplyRequest{Replace: []loci.Category{loci.Routine}, Facts: []loci.NewFact{sure("swims on Fridays", loci.Routine, 0.9), sure("rows on Sundays", loci.Routine, 0.7)}},
			[]string{"likes tea", "rows on Sundays", "swims on Fridays"}},
		{"nothing replaces by what is not sure", loci.ApplyRequest{Replace: []loci.Category{loci.Routine}, Facts: []loci.NewFact{sure("swims on Fridays", loci.Routine, 0.69)}},
			[]string{"likes tea", "runs on Mondays"}},
		{"a missing confidence is a half", loci.ApplyRequest{Facts: []loci.NewFact{{Content: "swims on Fridays"}}},
			[]string{"likes tea", "runs on Mondays"}},
		{"a lower threshold", loci.ApplyRequest{Threshold: 0.4, Facts: []loci.NewFact{{Content: "swims on Fridays"}}},
			[]string{"likes tea", "runs on Mondays", "swims on Fridays"}},
		{"twice in one batch", loci.ApplyRequest{Facts: []loci.NewFact{sure("swims on Fridays", loci.Routine, 0.9), sure("Swims on Fridays!", loci.Routine, 0.9)}},
			[]string{"likes tea", "runs on Mondays", "swims on Fridays"}},
		{"supersedes", loci.ApplyRequest{Facts: []loci.NewFact{{Content: "runs on Tuesdays", Category: loci.Routine, Confidence: new(0.8), Supersedes: []string{"monday", "gone"}}}},
			[]string{"likes tea", "runs on Tuesdays"}},
		{"removes", loci.ApplyRequest{Remove: []string{"monday", "gone"}}, []string{"likes tea"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := open(t)
			remember(t, b, person(), loci.RememberRequest{Text: "runs on Mondays", Category: loci.Routine, Key: "monday"})
			remember(t, b, person(), loci.RememberRequest{Text: "likes tea"})
			given := tt.request
			given.Facts = slices.Clone(given.Facts)
			if _, err := b.ApplyUpdates(person(), tt.request); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(given, tt.request) {
				t.Errorf("the request was changed: %+v", tt.request)
			}
			got := b.valid()
			slices.Sort(got)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("valid (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTheCapSparesLimitsAndTheTrusted(t *testing.T) {
	b := open(t)
	remember(t, b, as(loci.ViaAgent), loci.RememberRequest{Text: "an agent's note", Importance: loci.High})
	remember(t, b, person(), loci.RememberRequest{Text: "no nuts", Category: loci.Constraints, Importance: loci.Low})
	request := loci.ApplyRequest{Cap: 3}
	for i := range 3 {
		request.Facts = append(request.Facts, loci.NewFact{Content: fmt.Sprintf("fact number %d", i), Confidence: new(0.9), Importance: loci.Importances()[i]})
	}
	r, err := b.ApplyUpdates(person(), request)
	if err != nil {
		t.Fatal(err)
	}
	got := b.valid()
	slices.Sort(got)
	if diff := cmp.Diff([]string{"fact number 0", "fact number 1", "no nuts"}, got); diff != "" || len(r.Capped) != 2 {
		t.Errorf("capped %d, valid (-want +got):\n%s", len(r.Capped), diff)
	}
}

func TestABatchOfAnAgentClosesNothingOfTheUsers(t *testing.T) {
	b := open(t)
	b.say("I'm allergic to peanuts.")
	b.say("I love green tea.")
	b.advance(2 * day)
	agent := as(loci.ViaAgent)
	r, err := b.ApplyUpdates(agent, loci.ApplyRequest{
		Remove:  []string{string(b.one("peanuts").ID)},
		Replace: []loci.Category{loci.Preferences, loci.Constraints},
		Cap:     1,
		Facts: []loci.NewFact{
			{Content: "loves coffee", Confidence: new(1.0), Supersedes: []string{string(b.one("tea").ID)}},
			{Content: "has no allergies", Category: loci.Constraints, Confidence: new(1.0)},
		},
	})
	if err != nil || r.Removed[0].Action != loci.ActionRefused || len(r.Replaced) > 0 {
		t.Errorf("%+v, %v", r, err)
	}
	b.one("peanuts")
	b.one("tea")
}

func TestReconcile(t *testing.T) {
	for _, tt := range []struct {
		older, newer string
		closed       bool
	}{
		{"I prefer dark mode", "I prefer light mode", true},
		{"I like short answers", "I like detailed answers", true},
		{"prefiro o tema escuro", "prefiro o tema claro", true},
		{"я люблю короткие ответы", "я люблю подробные ответы", true},
		{"Ich mag kurze Antworten", "Ich mag ausführliche Antworten", true},
		{"kısa cevaplar isterim", "uzun cevaplar isterim", true},
		{"I like dark chocolate", "I like light novels", false},
		{"I prefer dark mode", "I prefer light beer", false},
		{"The office has early shifts and free fruit for all of us", "I like late shifts", false},
	} {
		b := open(t)
		for _, text := range []string{tt.older, tt.newer} {
			b.advance(day)
			remember(t, b, person(), loci.RememberRequest{Text: text})
		}
		preview, err := b.Reconcile(person(), loci.ReconcileRequest{Preview: true})
		if err != nil || len(b.valid()) != 2 {
			t.Fatalf("%q, %q: a preview changed something, or failed: %q, %v", tt.older, tt.newer, b.valid(), err)
		}
		r, err := b.Reconcile(person(), loci.ReconcileRequest{})
		if err != nil {
			t.Fatal(err)
		}
		if (len(r.Contradictions) == 1) != tt.closed || len(preview.Contradictions) != len(r.Contradictions) {
			t.Errorf("%q, %q: %+v", tt.older, tt.newer, r.Contradictions)
		}
		if tt.closed && b.valid()[0] != tt.newer {
			t.Errorf("%q, %q: valid is %q", tt.older, tt.newer, b.valid())
		}
		again, err := b.Reconcile(person(), loci.ReconcileRequest{})
		if err != nil || len(again.Contradictions) > 0 {
			t.Errorf("a second run closes %+v, %v", again.Contradictions, err)
		}
	}
}

func TestReconcileReachesTheProfile(t *testing.T) {
	b := open(t)
	for _, text := range []string{"I prefer dark mode", "I collect stamps from Peru"} {
		remember(t, b, person(), loci.RememberRequest{Text: text})
	}
	b.compact()
	b.advance(day)
	remember(t, b, person(), loci.RememberRequest{Text: "I prefer light mode"})
	if r, err := b.Reconcile(person(), loci.ReconcileRequest{}); err != nil || len(r.Contradictions) != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	for _, text := range b.valid() {
		if containsAll(text, []string{"dark"}) {
			t.Errorf("still valid: %q", text)
		}
	}
	b.one("stamps")
}
