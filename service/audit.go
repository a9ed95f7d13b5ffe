package service

import (
	"context"
	"fmt"

	"github.com/locimem/loci"
)

// maxProblems bounds how many memories an audit names.
const maxProblems = 20

// Audit checks the chain of the history, and then whether every memory is as
// its last change left it. Memories are only looked at when the chain is whole:
// a log that was altered proves nothing.
func (s *Service) Audit(ctx context.Context) (loci.AuditReport, error) {
	report, err := s.store.Audit(ctx)
	if err != nil || report.Broken != 0 {
		return report, err
	}
	scopes, err := s.store.Scopes(ctx)
	if err != nil {
		return report, err
	}
	for _, scope := range scopes {
		problems, err := s.auditMemories(ctx, scope)
		if err != nil {
			return report, err
		}
		report.Problems = append(report.Problems, problems[:min(len(problems), maxProblems-len(report.Problems))]...)
	}
	return report, nil
}

// auditMemories reads the memories before the history, so that what is written
// meanwhile is at most newer in the log; such a memory is looked at again.
func (s *Service) auditMemories(ctx context.Context, scope loci.Scope) ([]string, error) {
	memories, err := s.store.Memories(ctx, loci.MemoryQuery{Scopes: []loci.Scope{scope}})
	if err != nil {
		return nil, err
	}
	rows, err := s.store.History(ctx, loci.HistoryQuery{Scopes: []loci.Scope{scope}})
	if err != nil {
		return nil, err
	}
	last := map[loci.ID]loci.HistoryEntry{}
	for _, e := range rows {
		last[e.Memory] = e
	}
	var problems []string
	for _, m := range memories {
		e := last[m.ID]
		if e.After != nil && e.After.Version > m.Version || e.Op == loci.HistoryForget {
			continue // changed since it was read
		}
		if e.After == nil {
			problems = append(problems, fmt.Sprintf("memory %s: the history does not tell of it", m.ID.Short()))
			continue
		}
		same, err := sameRecord(m, *e.After)
		if err != nil {
			return nil, err
		}
		if !same {
			problems = append(problems, fmt.Sprintf("memory %s is not as history row %d left it", m.ID.Short(), e.Seq))
		}
	}
	return problems, nil
}
