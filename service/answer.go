package service

import (
	"context"
	"slices"

	"github.com/locimem/loci"
)

// Answer settles one item of the review.
func (s *Service) Answer(ctx context.Context, r loci.AnswerRequest) (loci.ChangeResult, error) {
	p, err := s.enter(ctx)
	if err != nil {
		return loci.ChangeResult{}, err
	}
	if !p.Person() {
		return loci.ChangeResult{}, loci.Errorf(loci.Denied, "only a person may answer a review").WithHint("ask the user, or run it at a terminal")
	}
	item, err := s.itemNamed(ctx, p, r.ID)
	if err != nil {
		return loci.ChangeResult{}, err
	}
	if !item.Takes(r.Answer) {
		return loci.ChangeResult{}, loci.Errorf(loci.Invalid, "a %s cannot be answered with %q", item.Kind, r.Answer).WithHint("one of: %s", answerNames(item.Answers))
	}
	if r.Answer == loci.AnswerForget {
		_, err := s.Forget(ctx, loci.ForgetRequest{Ref: string(item.Memory.ID)})
		return loci.ChangeResult{Memory: loci.Memory{ID: item.Memory.ID, Scope: item.Memory.Scope, Status: loci.Erased}}, err
	}
	var result loci.ChangeResult
	d, err := s.write(ctx, p, item.Memory.Scope, func(d *draft) error {
		m, err := d.reload(ctx, item.Memory)
		if err != nil {
			return err
		}
		if result.Memory, err = d.answer(ctx, item, m, r); err != nil {
			return err
		}
		if item.ID != string(item.Memory.ID) { // others have no review of their own: they change
			d.settle(item)
		}
		return nil
	})
	if err == nil {
		result.Change = d.change.Change
	}
	return result, err
}

func (s *Service) itemNamed(ctx context.Context, p loci.Principal, id string) (loci.ReviewItem, error) {
	all, err := s.reviewItems(ctx, p)
	if err != nil {
		return loci.ReviewItem{}, err
	}
	named := slices.DeleteFunc(all, func(i loci.ReviewItem) bool { return !i.Named(id) })
	switch len(named) {
	case 0:
		return loci.ReviewItem{}, loci.Errorf(loci.NotFound, "nothing to review is called %q", id).WithHint("`loci review` shows what there is")
	case 1:
		return named[0], nil
	}
	return loci.ReviewItem{}, loci.Errorf(loci.Invalid, "%q names %d reviews", id, len(named)).WithHint("give the whole id")
}

// answer does what a person said about an item.
func (d *draft) answer(ctx context.Context, item loci.ReviewItem, m loci.Memory, r loci.AnswerRequest) (loci.Memory, error) {
	change := loci.ChangeRequest{Why: "review", Digest: r.Digest}
	switch r.Answer {
	case loci.AnswerConfirm:
		change.Op = loci.ChangeConfirm
	case loci.AnswerReject:
		change.Op = loci.ChangeReject
	case loci.AnswerRestore:
		change.Op = loci.ChangeConfirm
		if m.StatusAt(d.now) == loci.Completed {
			change.Op = loci.ChangeReopen
		}
		if item.Other != nil {
			if err := d.endOther(ctx, *item.Other, m.ID); err != nil {
				return m, err
			}
		}
	case loci.AnswerMerge:
		return d.mergeNear(ctx, m, *item.Other)
	default:
		return m, nil
	}
	return d.alter(ctx, m, change)
}

// endOther closes what had replaced a memory that a person brings back.
func (d *draft) endOther(ctx context.Context, other loci.Memory, successor loci.ID) error {
	other, err := d.reload(ctx, other)
	if err != nil || !other.Current(d.now) {
		return err
	}
	d.supersede(other, successor, loci.HistorySupersede, "a person chose")
	return nil
}

// mergeNear joins two memories that a person says are one. What stays must say
// every number, address and date of the other.
func (d *draft) mergeNear(ctx context.Context, keep, twin loci.Memory) (loci.Memory, error) {
	twin, err := d.reload(ctx, twin)
	if err != nil {
		return keep, err
	}
	said := details(keep.Text, keep.Lang)
	for _, detail := range details(twin.Text, twin.Lang) {
		if !slices.Contains(said, detail) {
			return keep, loci.Errorf(loci.Invalid, "merging would lose %q", detail).
				WithHint("edit %s so that it says both, or keep both", keep.ID.Short())
		}
	}
	for _, day := range twin.Days {
		keep.AddEvidence(day, twin.Said)
	}
	d.supersede(twin, keep.ID, loci.HistorySupersede, "a person said that it is the same")
	return d.put(keep, loci.HistoryEvidence, "a person said that it is the same"), nil
}

// settle marks a review as answered, so that it is not asked again.
func (d *draft) settle(item loci.ReviewItem) {
	done := loci.Review{ID: item.ID, Scope: item.Memory.Scope, Kind: item.Kind, Memory: item.Memory.ID, Note: item.Note, Created: d.now.UTC(), Done: d.now.UTC()}
	if item.Other != nil {
		done.Other = item.Other.ID
	}
	d.change.Reviews = append(d.change.Reviews, done)
}

func answerNames(answers []loci.ReviewAnswer) string {
	var out string
	for i, a := range answers {
		if i > 0 {
			out += ", "
		}
		out += string(a)
	}
	return out
}
