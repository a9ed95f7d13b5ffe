package eval

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/locimem/loci"
)

// line is one line of a retrieval data set: a text that can be found, or a
// query and the ids of the texts that answer it.
type line struct {
	ID           string   `json:"id"`
	Text         string   `json:"text"`
	Speaker      string   `json:"speaker"`      // optional
	Conversation string   `json:"conversation"` // optional; its texts stand in their order
	Query        string   `json:"query"`
	Relevant     []string `json:"relevant"`
}

// Retrieval ingests the texts of JSON lines into one store, asks the queries
// and compares what is recalled with what is relevant. It is for data of one's
// own: the figures are those of [LoCoMo].
func Retrieval(ctx context.Context, open Factory, files []string, opt Options) (rep Report, err error) {
	lines, err := ReadJSONL[line](files)
	if err != nil {
		return Report{}, err
	}
	now := time.Now()
	svc, closeStore, err := open(ctx, func() time.Time { return now })
	if err != nil {
		return Report{}, err
	}
	defer func() { err = errors.Join(err, closeStore()) }()
	ctx = AsPerson(ctx, "eval", time.UTC)
	texts, queries, err := split(lines, now)
	if err != nil {
		return Report{}, err
	}
	const batch = 1000
	for from := 0; from < len(texts); from += batch {
		if _, err := svc.Ingest(ctx, loci.IngestRequest{Turns: texts[from:min(from+batch, len(texts))]}); err != nil {
			return Report{}, err
		}
	}
	return judgeQueries(ctx, svc, texts, queries, opt)
}

// split tells texts and queries apart and holds them to each other: a figure
// over queries that nothing can answer misleads.
func split(lines []line, now time.Time) (texts []loci.Turn, queries []line, err error) {
	known := map[string]bool{}
	for _, l := range lines {
		switch {
		case l.Query != "":
			queries = append(queries, l)
		case l.ID == "" || l.Text == "":
			return nil, nil, loci.Errorf(loci.Invalid, "a line needs id and text, or query and relevant: %+v", l)
		case known[l.ID]:
			return nil, nil, loci.Errorf(loci.Invalid, "two texts have the id %q", l.ID)
		default:
			known[l.ID] = true
			texts = append(texts, loci.Turn{
				ID: loci.TurnID(l.ID), Role: loci.RoleAssistant, Text: l.Text, Speaker: l.Speaker, Conversation: l.Conversation,
				Time: now.Add(time.Duration(len(texts)-len(lines)) * time.Second),
			})
		}
	}
	for _, q := range queries {
		if len(q.Relevant) == 0 {
			return nil, nil, loci.Errorf(loci.Invalid, "nothing is relevant to %q", q.Query)
		}
		for _, id := range q.Relevant {
			if !known[id] {
				return nil, nil, loci.Errorf(loci.Invalid, "no text has the id %q, which is relevant to %q", id, q.Query)
			}
		}
	}
	return texts, queries, nil
}

func judgeQueries(ctx context.Context, svc loci.Service, texts []loci.Turn, queries []line, opt Options) (Report, error) {
	floor := newBM25(texts)
	var all, plain rankings
	var took []float64
	var details []Detail
	for i, q := range queries {
		opt.Step(i+1, len(queries))
		start := time.Now()
		res, err := svc.Recall(ctx, loci.RecallRequest{Query: q.Query, Limit: recallDepth, OnlyTurns: true})
		if err != nil {
			return Report{}, err
		}
		took = append(took, float64(time.Since(start).Microseconds())/1000)
		var ranked []string
		for _, h := range res.Hits { // the service has put the conversation before the id
			ranked = append(ranked, strings.TrimPrefix(string(h.Turn.ID), h.Turn.Conversation+"/"))
		}
		relevant := map[string]bool{}
		for _, id := range q.Relevant {
			relevant[id] = true
		}
		all.add(ranked, relevant)
		plain.add(floor.rank(q.Query), relevant)
		details = append(details, Detail{
			ID: fmt.Sprint(i + 1), Input: q.Query, OK: recallAt(10, ranked, relevant) == 1,
			Expected: q.Relevant, Got: ranked[:min(10, len(ranked))],
		})
	}
	rep := Report{Details: details, Figures: map[string]float64{
		"ms.p50": percentile(took, 0.50), "ms.p95": percentile(took, 0.95),
	}}
	all.figures("all", rep.Figures)
	plain.figures("floor.bm25", rep.Figures)
	return rep, nil
}
