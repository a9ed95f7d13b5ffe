package service

import (
	"context"
	"reflect"
	"slices"

	"github.com/locimem/loci"
)

// underKey readies a candidate to take the place of the memory that holds its
// key: the key is the caller's word that it is the same thing.
func (d *draft) underKey(ctx context.Context, c loci.Candidate, r loci.RememberRequest) (loci.Candidate, error) {
	c = tidy(c)
	held, err := d.holder(ctx, c, r)
	if err != nil || held == nil {
		return c, err
	}
	if loci.MaySupersede(c.Origin.Tier(), held.Tier, true, d.scope.User == loci.SharedUser) == loci.Forbidden {
		return c, loci.Errorf(loci.Denied, "key %q holds what the user said; an agent cannot overwrite it", c.Key).
			WithHint("store it under another key, or quote the user's words")
	}
	d.keyed = held
	return d.s.labelled(c, *held, r), nil
}

// holder returns the current memory under a candidate's key, nil where there is
// none: of its kind, or the only one where the request names no kind, since how
// a text reads makes no other thing of what the key is for.
func (d *draft) holder(ctx context.Context, c loci.Candidate, r loci.RememberRequest) (*loci.Memory, error) {
	held, err := d.find(ctx, loci.MemoryQuery{Key: c.Key}, func(m loci.Memory) bool {
		return m.Key == c.Key && m.Current(d.now)
	})
	if err != nil {
		return nil, err
	}
	if at := slices.IndexFunc(held, func(m loci.Memory) bool { return m.Kind == c.Kind }); at >= 0 {
		return &held[at], nil
	}
	named := r.Kind != "" || r.Field != "" || r.Task != ""
	if len(held) != 1 || named || held[0].Kind == loci.Episodic {
		return nil, nil
	}
	return &held[0], nil
}

// labelled gives a candidate what its predecessor under the same key was given by
// hand and the request leaves out. What the old text said itself goes with it.
func (s *Service) labelled(next loci.Candidate, old loci.Memory, r loci.RememberRequest) loci.Candidate {
	read := tidy(s.statement(old.Text, old.Lang, old.Said))
	if r.Kind == "" && r.Field == "" && old.Kind != read.Kind {
		next.Kind, next.Field = old.Kind, old.Field
	}
	if r.Category == "" && old.Category != read.Category {
		next.Category = old.Category
	}
	if r.Importance == "" && old.Importance != read.Importance {
		next.Importance = old.Importance
	}
	if next.Due == nil && !reflect.DeepEqual(old.Due, read.Due) {
		next.Due = old.Due
	}
	if len(next.Metadata) == 0 {
		next.Metadata = old.Metadata
	}
	if next.ProjectionOf == "" {
		next.ProjectionOf = old.ProjectionOf
	}
	return next
}
