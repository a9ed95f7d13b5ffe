package service

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/locimem/loci"
)

// noteHeld remembers which parts of what hold the words of memories that go, so
// that forgetting can be finished when nobody knows the words any more. It names
// these parts and says nothing of what is in them.
func (d *draft) noteHeld(ms []loci.Memory, by []held) error {
	by = slices.DeleteFunc(slices.Clone(by), func(h held) bool { return len(h.Parts) == 0 })
	if len(by) == 0 {
		return nil
	}
	note, err := json.Marshal(by)
	for _, m := range ms {
		d.review(loci.ReviewHeld, m.ID, "", string(note))
	}
	return err
}

// finishForget erases what else held the words of memories that are forgotten
// already. unknown is the answer where nothing of that kind is named.
func (s *Service) finishForget(ctx context.Context, p loci.Principal, r loci.ForgetRequest, unknown error) (loci.ForgetResult, error) {
	var result loci.ForgetResult
	open, err := s.store.Reviews(ctx, loci.ReviewQuery{Scopes: p.Visible()})
	if err != nil {
		return result, err
	}
	open = slices.DeleteFunc(open, func(v loci.Review) bool { return v.Kind != loci.ReviewHeld })
	for _, ref := range refsOf(r) {
		at := slices.IndexFunc(open, func(v loci.Review) bool { return namesID(v.Memory, ref) })
		if at < 0 {
			return result, unknown
		}
		if open[at].Scope.User == loci.SharedUser && !p.Admin() {
			return result, loci.Errorf(loci.Denied, "memory %s belonged to the whole org; only an admin may forget it", open[at].Memory.Short())
		}
		by, err := s.eraseHeld(ctx, open[at], r.Preview)
		if err != nil {
			return result, err
		}
		result.Holders = addNames(result.Holders, by)
		result.Memories = append(result.Memories, loci.Memory{ID: open[at].Memory, Scope: open[at].Scope})
		if len(by) > 0 {
			continue
		}
		same := slices.DeleteFunc(slices.Clone(open), func(v loci.Review) bool { return v.Note != open[at].Note || v.Scope != open[at].Scope })
		if err := s.settleHeld(ctx, p, same); err != nil {
			return result, err
		}
	}
	if r.Preview {
		result.State = loci.ForgetPreview
		return result, nil
	}
	return result, s.scrub(ctx, &result)
}

func namesID(id loci.ID, ref string) bool {
	ref = strings.ToLower(strings.TrimSpace(ref))
	return ref != "" && (string(id) == ref || id.Short() == ref)
}

// eraseHeld has holders erase the parts that were noted, unless it is a preview,
// and returns what is left.
func (s *Service) eraseHeld(ctx context.Context, noted loci.Review, preview bool) ([]held, error) {
	var by, left []held
	if err := json.Unmarshal([]byte(noted.Note), &by); err != nil {
		return nil, loci.Errorf(loci.Internal, "the note on what holds memory %s cannot be read: %w", noted.Memory.Short(), err)
	}
	for _, h := range by {
		at := slices.IndexFunc(s.opts.Holders, func(o loci.Holder) bool { return o.Name() == h.Holder })
		if at >= 0 && !preview {
			if whole, ok := s.opts.Holders[at].(loci.PartHolder); ok && whole.EraseParts(ctx, noted.Scope, h.Parts) == nil {
				continue
			}
		}
		left = append(left, h)
	}
	return left, nil
}

// settleHeld closes notes about what is gone, with all that they named.
func (s *Service) settleHeld(ctx context.Context, p loci.Principal, notes []loci.Review) error {
	_, err := s.write(ctx, p, notes[0].Scope, func(d *draft) error {
		for _, v := range notes {
			v.Note, v.Done = "", d.now.UTC()
			d.change.Reviews = append(d.change.Reviews, v)
		}
		return nil
	})
	return err
}
