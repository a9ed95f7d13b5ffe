package service

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/locimem/loci"
)

// drainPatience is how long a call that is about something else takes in turns
// that wait, and so waits itself for a busy store or for who does so already.
// Where somebody waits for the answer, it begins with none after hastyPatience.
const (
	drainPatience = 500 * time.Millisecond
	hastyPatience = 40 * time.Millisecond
)

// enter is how a call begins: who acts, once what was said before has been taken
// in, as far as that is quickly done. What is left waits for the next call.
func (s *Service) enter(ctx context.Context) (loci.Principal, error) {
	p, err := s.principal(ctx)
	if err == nil {
		patience := drainPatience
		if s.opts.SpoolBusy {
			patience = hastyPatience
		}
		_ = s.drainBriefly(ctx, patience)
	}
	return p, err
}

// enterDrained is enter for calls that must not miss anything. Turns that cannot
// be read are no obstacle: the spool is a holder, and says so.
func (s *Service) enterDrained(ctx context.Context) (loci.Principal, error) {
	p, err := s.principal(ctx)
	if err == nil {
		if drained := s.drain(ctx, ctx, asSaid); loci.CodeOf(drained) == loci.Unavailable {
			err = drained
		}
	}
	return p, err
}

// drainBriefly takes in what can be within drainPatience. A turn that is begun
// within patience is read to its end: given up, it costs the next call as much.
func (s *Service) drainBriefly(ctx context.Context, patience time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, drainPatience)
	defer cancel()
	begin, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return s.drain(ctx, begin, asSaid)
}

func asSaid(t loci.Turn) loci.Turn { return t }

// isBusy reports whether the store was not to be had, and not only the time up.
func isBusy(err error) bool {
	return loci.CodeOf(err) == loci.Unavailable && !errors.Is(err, context.DeadlineExceeded)
}

type drainingKey struct{}

// draining reports whether a turn of the spool is being taken in, which is
// itself no reason to begin with the others.
func draining(ctx context.Context) bool { return ctx.Value(drainingKey{}) != nil }

// drain takes in what waits in the spool, each turn as its owner's, changed by
// mend, and admitted anew: who can write to a folder need not have asked the
// guard. Once begin is done, it begins with no further turn.
func (s *Service) drain(ctx, begin context.Context, mend func(loci.Turn) loci.Turn) error {
	if s.opts.Spool == nil || draining(ctx) {
		return nil
	}
	ctx = context.WithValue(ctx, drainingKey{}, true)
	return s.opts.Spool.Drain(begin, func(w loci.SpooledTurn) error {
		p, err := normalise(w.Principal)
		if err != nil {
			return err
		}
		t, findings, err := s.admit(p, mend(w.Turn))
		if err != nil {
			return err
		}
		subject, err := s.subjectOf(ctx, t)
		if err != nil {
			return err
		}
		_, err = s.learn(loci.WithPrincipal(ctx, p), p, t, append(w.Findings, findings...), subject, "")
		return err
	})
}

// drainStruck takes in what was spooled while something was being forgotten,
// without the words that were. What waits on may hold them.
func (s *Service) drainStruck(ctx context.Context, result *loci.ForgetResult, began time.Time, strike func(loci.Turn) loci.Turn) {
	err := s.drain(ctx, ctx, func(t loci.Turn) loci.Turn {
		if t.Time.After(began) {
			return t // said since
		}
		return strike(t)
	})
	if err != nil && !slices.Contains(result.Holders, s.opts.Spool.Name()) {
		result.Holders = append(result.Holders, s.opts.Spool.Name())
	}
}

// drainForgotten is drainStruck for the words of memories, and for those that a
// message of the principal's was to be found by.
func (s *Service) drainForgotten(ctx context.Context, p loci.Principal, result *loci.ForgetResult, began time.Time, gone []loci.Memory, messages string) {
	s.drainStruck(ctx, result, began, func(t loci.Turn) loci.Turn {
		for _, m := range gone {
			if m.Scope.Org == t.Scope.Org && m.Scope.User == t.Scope.User {
				t = s.strike(t, append(m.Statements(), m.Quote), s.queryWords(m.Text))
			}
		}
		if slices.Contains(p.Visible(), t.Scope) {
			t = s.strike(t, nil, s.wordsFor(t, messages))
		}
		return t
	})
}

// leave keeps a turn in the spool.
func (s *Service) leave(ctx context.Context, p loci.Principal, t loci.Turn, findings []loci.Finding) (learnt, error) {
	err := s.opts.Spool.Add(context.WithoutCancel(ctx), loci.SpooledTurn{Principal: p, Turn: t, Findings: findings})
	return learnt{spooled: err == nil, outcomes: withheld(t, findings)}, err
}
