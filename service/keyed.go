package service

import (
	"context"
	"reflect"
	"slices"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/guard"
	"github.com/locimem/loci/internal/retrieve"
)

// byKey updates the memory that holds the caller's key: the key is the
// caller's word that it is the same thing. done is false when nothing holds it.
func (d *draft) byKey(ctx context.Context, c loci.Candidate, r loci.RememberRequest, out *loci.Outcome) (done bool, err error) {
	c = tidy(c)
	v := d.s.guard.Check(c)
	if v.Action == guard.Refuse || v.Action == guard.Quarantine {
		return false, nil // take reports it
	}
	held, err := d.holder(ctx, c, r)
	if err != nil || held == nil {
		return false, err
	}
	old, fresh := *held, d.record(c, v, d.now)
	if loci.MaySupersede(fresh.Tier, old.Tier, true, d.scope.User == loci.SharedUser) == loci.Forbidden {
		return false, loci.Errorf(loci.Denied, "key %q holds what the user said; an agent cannot overwrite it", c.Key).
			WithHint("store it under another key, or quote the user's words")
	}
	digest := retrieve.Digest(fresh)
	if retrieve.Digest(old) == digest {
		*out = loci.Outcome{Action: loci.ActionEvidence, Memory: &old, Reason: "known already"}
		return true, nil
	}
	same, err := d.find(ctx, loci.MemoryQuery{Digest: digest}, func(m loci.Memory) bool {
		return m.Current(d.now) && d.digest(m) == digest
	})
	if err != nil {
		return false, err
	}
	next, op := d.s.labelled(fresh, old, r), loci.HistoryAdd
	if len(same) > 0 { // it is known without the key, which moves there
		next, op = same[0], loci.HistoryEdit
		next.Key = c.Key
	}
	next.Supersedes = old.ID
	old.Status, _ = loci.Transition(old.StatusAt(d.now), loci.Supersede)
	old.SupersededBy, old.ValidTo = next.ID, d.now.UTC()
	closed := d.put(old, loci.HistorySupersede, "same key")
	m := d.put(next, op, "same key")
	*out = loci.Outcome{Action: loci.ActionSuperseded, Memory: &m, Previous: &closed}
	return true, nil
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

// labelled gives a memory what its predecessor under the same key was given by
// hand and the request leaves out. What the old text said itself goes with it.
func (s *Service) labelled(next, old loci.Memory, r loci.RememberRequest) loci.Memory {
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
