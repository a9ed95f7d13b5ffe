package service

import (
	"context"
	"fmt"
	"maps"
	"slices"

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

// auditMemories compares every memory with the last row of its history, and
// every history with its memory. Both are written while they are read, so what
// does not agree is looked at again by itself.
func (s *Service) auditMemories(ctx context.Context, scope loci.Scope) ([]string, error) {
	differ, err := s.differing(ctx, scope, "")
	var problems []string
	for _, id := range slices.Sorted(maps.Keys(differ)) {
		problem := differ[id]
		for try := 0; try < auditLooks && err == nil && problem != ""; try++ {
			var again map[loci.ID]string
			again, err = s.differing(ctx, scope, id)
			problem = again[id]
		}
		if problem != "" {
			problems = append(problems, fmt.Sprintf("memory %s %s", id.Short(), problem))
		}
		if err != nil || len(problems) == maxProblems {
			break
		}
	}
	return problems, err
}

// auditLooks is how often in a row a memory and its history must disagree.
const auditLooks = 3

// differing says of which memories the history tells something else, of one or
// of all of a scope.
func (s *Service) differing(ctx context.Context, scope loci.Scope, one loci.ID) (map[loci.ID]string, error) {
	q := loci.MemoryQuery{Scopes: []loci.Scope{scope}}
	if one != "" {
		q.IDs = []loci.ID{one}
	}
	memories, err := s.store.Memories(ctx, q)
	if err != nil {
		return nil, err
	}
	rows, err := s.store.History(ctx, loci.HistoryQuery{Scopes: []loci.Scope{scope}, Memory: one})
	if err != nil {
		return nil, err
	}
	last := map[loci.ID]loci.HistoryEntry{}
	for _, e := range rows {
		last[e.Memory] = e
	}
	differ := map[loci.ID]string{}
	for _, m := range memories {
		e, told := last[m.ID]
		delete(last, m.ID)
		if !told {
			differ[m.ID] = "stands in no history"
			continue
		}
		if e.After == nil {
			differ[m.ID] = fmt.Sprintf("was forgotten by history row %d", e.Seq)
			continue
		}
		same, err := sameRecord(m, *e.After)
		if err != nil {
			return nil, err
		}
		if !same {
			differ[m.ID] = fmt.Sprintf("is not as history row %d left it", e.Seq)
		}
	}
	for id, e := range last {
		if e.Op != loci.HistoryForget {
			differ[id] = fmt.Sprintf("is gone, though history row %d left it there", e.Seq)
		}
	}
	return differ, nil
}
