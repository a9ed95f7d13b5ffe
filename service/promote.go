package service

import (
	"context"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/resolve"
)

// promote moves a memory to a wider scope: to all of the user's agents and
// projects, or to the whole org, which needs an admin and the user's words. What
// it meets there is settled as if it were said there.
func (s *Service) promote(ctx context.Context, p loci.Principal, m loci.Memory, r loci.ChangeRequest) (loci.ChangeResult, error) {
	to := loci.Scope{Org: m.Scope.Org, User: m.Scope.User}
	if r.Shared {
		if !m.Tier.MayShare(p) {
			return loci.ChangeResult{}, loci.Errorf(loci.Denied, "only an admin may promote to the whole org, and only what a person said")
		}
		to = to.Shared()
	}
	if to == m.Scope {
		return loci.ChangeResult{}, loci.Errorf(loci.Invalid, "memory %s holds there already", m.ID.Short())
	}
	var result loci.ChangeResult
	d, err := s.write(ctx, p, to, func(d *draft) error {
		old, err := s.reload(ctx, m)
		if err != nil {
			return err
		}
		if status := old.StatusAt(d.now); status != loci.Active && status != loci.Completed {
			return loci.Errorf(loci.Invalid, "a memory that is %s cannot be promoted", status).WithHint("%s", wayOn[status])
		}
		fresh := old.Clone()
		fresh.ID, fresh.Scope, fresh.Version, fresh.Created = loci.ID(newID()), to, 0, d.now.UTC()
		if err := d.yieldKey(ctx, &fresh); err != nil {
			return err
		}
		c := candidateFrom(fresh)
		n, err := d.neighbours(ctx, c, fresh)
		if err != nil {
			return err
		}
		out := d.carryOut(resolve.Assert(c, fresh, n, d.now), fresh)
		if out.Memory == nil {
			return loci.Errorf(loci.Conflict, "memory %s was not promoted: %s", m.ID.Short(), out.Reason).WithHint("look at what stands there first")
		}
		d.supersede(old, out.Memory.ID, loci.HistorySupersede, "promoted")
		result.Memory = *out.Memory
		return nil
	})
	if err == nil {
		result.Change = d.change.Change
	}
	return result, err
}
