package eval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/locimem/loci"
)

// Conversation is one sample of LoCoMo: what was said, whose turns have LoCoMo's
// own ids, and questions about it.
type Conversation struct {
	ID        string
	Turns     []loci.Turn
	Questions []Question
}

// sessions returns the turns as they were said together. They are ingested so, as
// a file is: who speaks for himself in a session shows when a second one does.
func (c Conversation) sessions() (out [][]loci.Turn) {
	for i, t := range c.Turns {
		if i == 0 || t.Conversation != c.Turns[i-1].Conversation {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], t)
	}
	return out
}

// Question is one question of LoCoMo and the ids of the turns that answer it.
type Question struct {
	Text     string
	Category string
	Evidence []string
}

// questionCategories are LoCoMo's, by their numbers.
var questionCategories = [...]string{1: "multi_hop", 2: "temporal", 3: "open_domain", 4: "single_hop", 5: "adversarial"}

// evidenceID is a turn's id where several may be written as one.
var evidenceID = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`D\d+:\d+`)
})

// Questions reads the questions of LoCoMo's files, by sample.
func Questions(files []string) (map[string][]Question, error) {
	out := map[string][]Question{}
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, notReadable(path, err)
		}
		var samples []struct {
			ID string `json:"sample_id"`
			QA []struct {
				Question string   `json:"question"`
				Category int      `json:"category"`
				Evidence []string `json:"evidence"`
			} `json:"qa"`
		}
		if err := json.Unmarshal(data, &samples); err != nil {
			return nil, loci.Errorf(loci.Invalid, "%s is not LoCoMo's JSON: %w", path, err)
		}
		for _, s := range samples {
			for _, q := range s.QA {
				if q.Category < 1 || q.Category >= len(questionCategories) {
					return nil, loci.Errorf(loci.Invalid, "%s: %s: unknown category %d", path, s.ID, q.Category)
				}
				out[s.ID] = append(out[s.ID], Question{
					Text: q.Question, Category: questionCategories[q.Category],
					Evidence: evidenceID().FindAllString(strings.Join(q.Evidence, " "), -1),
				})
			}
		}
	}
	return out, nil
}

// recallDepth is how many hits are asked for: enough that twenty turns and
// most sessions are among them.
const recallDepth = 100

// LoCoMo ingests each conversation into a store of its own, asks its questions
// there, and compares the turns and sessions that are recalled with those that
// hold the answer. Questions without evidence are left out.
func LoCoMo(ctx context.Context, open Factory, conversations []Conversation, opt Options) (Report, error) {
	l := locomo{sums: map[string]*rankings{}, opt: opt}
	for _, c := range conversations {
		l.total += len(c.Questions)
	}
	for i, c := range conversations {
		half := "half1"
		if i >= (len(conversations)+1)/2 {
			half = "half2"
		}
		if err := l.conversation(ctx, open, c, half); err != nil {
			return Report{}, fmt.Errorf("eval: locomo %s: %w", c.ID, err)
		}
	}
	rep := Report{Details: l.details, Figures: map[string]float64{
		"ms.p50": percentile(l.took, 0.50), "ms.p95": percentile(l.took, 0.95),
	}}
	for name, r := range l.sums {
		r.figures(name, rep.Figures)
	}
	return rep, nil
}

// locomo is an evaluation in progress.
type locomo struct {
	sums        map[string]*rankings // by the beginning of the figures' names
	details     []Detail
	took        []float64 // milliseconds of each recall
	done, total int
	opt         Options
}

func (l *locomo) conversation(ctx context.Context, open Factory, c Conversation, half string) (err error) {
	var clock time.Time
	svc, closeStore, err := open(ctx, func() time.Time { return clock })
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeStore()) }()
	ctx = AsPerson(ctx, c.ID, time.UTC)
	said := map[string]bool{}
	for _, turns := range c.sessions() {
		clock = turns[0].Time
		for _, t := range turns {
			said[string(t.ID)] = true
		}
		if _, err := svc.Ingest(ctx, loci.IngestRequest{Turns: turns}); err != nil {
			return err
		}
	}
	floor := newBM25(c.Turns)
	for n, q := range c.Questions {
		l.done++
		l.opt.Step(l.done, l.total)
		relevant := map[string]bool{}
		for _, id := range q.Evidence {
			if said[id] {
				relevant[id] = true
			}
		}
		if len(relevant) == 0 {
			continue
		}
		ranked, err := l.ask(ctx, svc, q)
		if err != nil {
			return err
		}
		l.judge(q, half, ranked, relevant, floor.rank(q.Text))
		l.details = append(l.details, Detail{
			ID: fmt.Sprintf("%s.%d", c.ID, n+1), Input: q.Text, OK: recallAt(10, ranked, relevant) == 1,
			Expected: q.Evidence, Got: ranked[:min(10, len(ranked))],
		})
	}
	return nil
}

// ask returns LoCoMo's ids of the turns that a question recalls, best first.
func (l *locomo) ask(ctx context.Context, svc loci.Service, q Question) ([]string, error) {
	start := time.Now()
	res, err := svc.Recall(ctx, loci.RecallRequest{Query: q.Text, Limit: recallDepth, OnlyTurns: true})
	l.took = append(l.took, float64(time.Since(start).Microseconds())/1000)
	if err != nil {
		return nil, err
	}
	var ranked []string
	for _, h := range res.Hits {
		if h.Turn != nil { // the service may have put the conversation before the host's id
			ranked = append(ranked, evidenceID().FindString(string(h.Turn.ID)))
		}
	}
	return ranked, nil
}

func (l *locomo) judge(q Question, half string, ranked []string, relevant map[string]bool, floor []string) {
	for _, part := range []string{"all", half, q.Category} {
		l.sum("turn."+part).add(ranked, relevant)
	}
	sessions, right := inSessions(ranked), map[string]bool{}
	for id := range relevant {
		right[sessionOf(id)] = true
	}
	for _, part := range []string{"all", half} {
		l.sum("session."+part).add(sessions, right)
		l.sum("floor.bm25."+part).add(floor, relevant)
	}
}

func (l *locomo) sum(name string) *rankings {
	if l.sums[name] == nil {
		l.sums[name] = &rankings{}
	}
	return l.sums[name]
}

// sessionOf returns the session of a turn: "D3" of "D3:14".
func sessionOf(id string) string {
	session, _, _ := strings.Cut(id, ":")
	return session
}

// inSessions ranks sessions by their best turn.
func inSessions(turns []string) []string {
	var out []string
	seen := map[string]bool{}
	for _, id := range turns {
		if s := sessionOf(id); !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}
