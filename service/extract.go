package service

import (
	"context"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/command"
	"github.com/locimem/loci/internal/guard"
	"github.com/locimem/loci/internal/transcript"
)

// Extract proposes what one exchange says about the user; of one that is off the
// record, nothing. It stores nothing.
func (s *Service) Extract(ctx context.Context, user, reply string) ([]loci.Candidate, error) {
	p, err := s.principal(ctx)
	if err != nil {
		return nil, err
	}
	said := transcript.Unwrap(user)
	if command.OffTheRecord(said) {
		return nil, nil
	}
	clean, _ := s.guard.ScanTurn(said)
	t := loci.Turn{Role: loci.RoleUser, Text: clean, Time: s.now(p)}
	candidates := s.read(ctx, p, t, loci.SelfSubject, reply).candidates
	for i := range candidates {
		candidates[i] = tidy(candidates[i])
	}
	return candidates, nil
}

// Redact returns a text as it may be kept: secrets and identity numbers are
// replaced by what they are.
func (s *Service) Redact(text string) string { return s.guard.Redact(text) }

// ShouldPersist reports whether a candidate would become a lasting memory.
func (s *Service) ShouldPersist(c loci.Candidate) bool {
	if validCandidate(c) != nil {
		return false
	}
	c = tidy(c)
	if c.Text == "" || c.Category == loci.Ephemeral || c.Op != loci.OpAssert {
		return false
	}
	return s.guard.Check(c).Action == guard.Accept
}
