package eval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/locimem/loci"
)

// Sampled is a stored memory and the message that it came from, for somebody to
// judge whether it was worth keeping. The memory has neither its id nor those
// that it rests on: they differ from run to run.
type Sampled struct {
	User   string      `json:"user"`
	Memory loci.Memory `json:"memory"`
	Turn   loci.Turn   `json:"turn"`
}

// Sampling is a random choice of what is stored of conversations: the same
// seed, data and version make the same choice.
type Sampling struct {
	Seed    uint64    `json:"seed"`
	Stored  int       `json:"stored"` // valid at the end of the conversations
	Sampled []Sampled `json:"sampled"`
}

// Sample ingests each conversation into a store of its own and draws up to n of
// the memories that are valid at its end.
func Sample(ctx context.Context, open Factory, conversations []Conversation, n int, seed uint64, opt Options) (Sampling, error) {
	var all []Sampled
	for i, c := range conversations {
		stored, err := storedOf(ctx, open, c)
		if err != nil {
			return Sampling{}, fmt.Errorf("eval: sample %s: %w", c.ID, err)
		}
		all = append(all, stored...)
		opt.Step(i+1, len(conversations))
	}
	s := Sampling{Seed: seed, Stored: len(all), Sampled: []Sampled{}}
	chosen := rand.New(rand.NewPCG(seed, 0)).Perm(len(all))[:min(n, len(all))]
	slices.Sort(chosen) // in the order in which they were said
	for _, i := range chosen {
		s.Sampled = append(s.Sampled, all[i])
	}
	return s, nil
}

// storedOf returns what is valid after a conversation, in an order that does
// not hang on ids.
func storedOf(ctx context.Context, open Factory, c Conversation) (out []Sampled, err error) {
	var clock time.Time
	svc, closeStore, err := open(ctx, func() time.Time { return clock })
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closeStore()) }()
	ctx = AsPerson(ctx, c.ID, time.UTC)
	source := map[loci.ID]loci.Turn{}
	for _, turns := range c.sessions() {
		clock = turns[0].Time
		r, err := svc.Ingest(ctx, loci.IngestRequest{Turns: turns})
		if err != nil {
			return nil, err
		}
		for _, o := range r.Outcomes {
			if o.Memory == nil {
				continue
			}
			if _, known := source[o.Memory.ID]; !known {
				source[o.Memory.ID] = turns[o.Of]
			}
		}
	}
	const page = 1000
	for more := true; more; {
		r, err := svc.List(ctx, loci.ListRequest{Limit: page, Offset: len(out)})
		if err != nil {
			return nil, err
		}
		for _, m := range r.Memories {
			turn := source[m.ID]
			m.ID, m.Ref, m.Supersedes, m.DerivedFrom = "", loci.Ref{}, "", nil
			out = append(out, Sampled{User: c.ID, Memory: m, Turn: turn})
		}
		more = r.More
	}
	slices.SortFunc(out, func(a, b Sampled) int {
		return cmp.Or(a.Turn.Time.Compare(b.Turn.Time), cmp.Compare(a.Turn.ID, b.Turn.ID), cmp.Compare(a.Memory.Text, b.Memory.Text))
	})
	return out, nil
}
