package eval

import (
	"context"
	"fmt"
	"time"

	"github.com/locimem/loci"
)

// message is one line of the extract data: what somebody wrote, and what of it
// is worth keeping.
type message struct {
	ID        string      `json:"id"`
	Lang      string      `json:"lang"`
	Now       time.Time   `json:"now"`
	User      string      `json:"user"`
	Assistant string      `json:"assistant"`
	Expect    []statement `json:"expect"`
}

// Extract ingests every message into an empty store of its own and compares
// what would be remembered with what is worth it.
func Extract(ctx context.Context, open Factory, files []string, opt Options) (Report, error) {
	messages, err := ReadJSONL[message](files)
	if err != nil {
		return Report{}, err
	}
	return scoreMessages(messages, opt, func(m message) ([]learnt, error) { return learn(ctx, open, m) })
}

// scoreMessages scores what learn takes from each message.
func scoreMessages(messages []message, opt Options, learn func(message) ([]learnt, error)) (Report, error) {
	rep := Report{Figures: map[string]float64{}}
	var details []Detail
	tallies := map[string]*tally{"all": {}}
	for i, m := range messages {
		if !opt.Wants(m.Lang) {
			continue
		}
		got, err := learn(m)
		if err != nil {
			return Report{}, fmt.Errorf("eval: message %s: %w", m.ID, err)
		}
		t, pairs := score(m.Expect, got)
		if tallies[m.Lang] == nil {
			tallies[m.Lang] = &tally{}
		}
		tallies["all"].add(t)
		tallies[m.Lang].add(t)
		details = append(details, detailOf(m, got, t, pairs))
		opt.Step(i+1, len(messages))
	}
	rep.Details = details
	for name, t := range tallies {
		rep.Figures[name+".precision"] = Ratio(t.matched, t.stored)
		rep.Figures[name+".recall"] = Ratio(t.matched, t.expected)
		rep.Figures[name+".labels"] = Ratio(t.labels, t.matched)
		rep.Figures[name+".polarity"] = Ratio(t.polarity, t.matched)
		rep.Figures[name+".due"] = Ratio(t.due, t.dated)
	}
	return rep, nil
}

// detailOf lists what was missed, what was wrongly stored, and which labels of
// a matched memory differ.
func detailOf(m message, got []learnt, t tally, pairs []int) Detail {
	d := Detail{ID: m.ID, Lang: m.Lang, Input: m.User, OK: t.matched == t.expected && t.matched == t.stored}
	used := make([]bool, len(got))
	for i, w := range m.Expect {
		d.Expected = append(d.Expected, w.String())
		switch j := pairs[i]; {
		case j >= 0:
			used[j] = true
			if one, _ := score(m.Expect[i:i+1], got[j:j+1]); one.labels+one.polarity+one.due < 2*one.matched+one.dated {
				d.OK = false
				d.Problems = append(d.Problems, "labels: "+w.String()+" ≠ "+got[j].String())
			}
		case !w.ephemeral():
			d.Problems = append(d.Problems, "missed: "+w.String())
		}
	}
	for j, l := range got {
		d.Got = append(d.Got, l.String())
		if !used[j] {
			d.Problems = append(d.Problems, "wrong: "+l.String())
		}
	}
	return d
}

// String names a labelled memory in a report.
func (s statement) String() string {
	if s.retraction() {
		return fmt.Sprintf("retract %q", s.Contains)
	}
	return fmt.Sprintf("%s %s %s %s %q %s", s.Kind, s.Category, s.Importance, s.Polarity, s.Contains, s.Due)
}

// String names what was learnt in a report.
func (l learnt) String() string {
	if l.Retraction {
		return fmt.Sprintf("retract %q", l.Text)
	}
	return fmt.Sprintf("%s %s %s %s %q %s", l.Kind, l.Category, l.Importance, l.Polarity, l.Text, l.dueDay())
}

// learn ingests a message and its answer into a fresh store.
func learn(ctx context.Context, open Factory, m message) (out []learnt, err error) {
	svc, closeStore, err := open(ctx, func() time.Time { return m.Now })
	if err != nil {
		return nil, err
	}
	defer func() {
		if cerr := closeStore(); err == nil {
			err = cerr
		}
	}()
	ctx = AsPerson(ctx, "eval", m.Now.Location())
	turns := []loci.Turn{{Conversation: m.ID, Role: loci.RoleUser, Text: m.User, Time: m.Now}}
	if m.Assistant != "" {
		turns = append(turns, loci.Turn{Conversation: m.ID, Role: loci.RoleAssistant, Text: m.Assistant, Time: m.Now})
	}
	res, err := svc.Ingest(ctx, loci.IngestRequest{Turns: turns})
	if err != nil {
		return nil, err
	}
	list, err := svc.List(ctx, loci.ListRequest{Statuses: []loci.Status{loci.Active, loci.Hypothesis}})
	if err != nil {
		return nil, err
	}
	for _, mem := range list.Memories {
		out = append(out, learnt{Kind: mem.Kind, Category: mem.Category, Importance: mem.Importance,
			Polarity: mem.Polarity, Text: mem.Text, Due: mem.Due, Zone: m.Now.Location()})
	}
	for _, o := range res.Outcomes {
		if o.Action != loci.ActionRetracted {
			continue
		}
		l := learnt{Retraction: true, Text: o.Text}
		if l.Text == "" && o.Memory != nil {
			l.Text = o.Memory.Text
		}
		out = append(out, l)
	}
	return out, nil
}
