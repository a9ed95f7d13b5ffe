package service

import (
	"context"
	"slices"

	"github.com/locimem/loci"
)

// Scan runs today's guard over what was stored before: memories of every
// status, and messages. What it finds is erased where the request says so, and
// the values are in no result.
func (s *Service) Scan(ctx context.Context, r loci.ScanRequest) (loci.ScanResult, error) {
	result := loci.ScanResult{Found: []loci.Scanned{}, State: loci.ForgetPreview}
	p, err := s.enter(ctx)
	if err != nil {
		return result, err
	}
	if r.Redact && !p.Person() {
		return result, loci.Errorf(loci.Denied, "only a person may redact what is stored").WithHint("ask the user, or run it at a terminal")
	}
	scopes, err := s.ownScopes(ctx, p)
	if err != nil {
		return result, err
	}
	var ids []loci.ID
	for _, scope := range scopes {
		found, err := s.scanMemories(ctx, scope, &result)
		if err != nil {
			return result, err
		}
		ids = append(ids, found...)
		turns, err := s.scanTurns(ctx, scope, &result)
		if err != nil {
			return result, err
		}
		if r.Redact {
			if err := s.redactTurns(ctx, p, scope, turns); err != nil {
				return result, err
			}
		}
	}
	if !r.Redact || len(result.Found) == 0 {
		return result, nil
	}
	receipt, err := s.eraseScanned(ctx, ids)
	result.State, result.Holders = receipt.State, receipt.Holders
	return result, err
}

// scanMemories returns the memories that the guard would not take any more.
func (s *Service) scanMemories(ctx context.Context, scope loci.Scope, result *loci.ScanResult) ([]loci.ID, error) {
	all, err := s.store.Memories(ctx, loci.MemoryQuery{Scopes: []loci.Scope{scope}})
	var out []loci.ID
	for _, m := range all {
		findings := s.guard.Check(loci.Candidate{
			Op: loci.OpAssert, Kind: m.Kind, Field: m.Field, Category: m.Category, Text: m.Text, Task: m.Task, Outcome: m.Outcome,
			Quote: m.Quote, Slot: m.Slot, Value: m.Value, Key: m.Key, Metadata: m.Metadata, Ref: m.Ref, Origin: m.Origin,
		}).Findings
		if secret := secrets(findings); len(secret) > 0 {
			out = append(out, m.ID)
			result.Found = append(result.Found, loci.Scanned{Memory: m.ID, Scope: scope, Findings: secret})
		}
	}
	result.Memories += len(all)
	return out, err
}

func secrets(findings []loci.Finding) []loci.Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f loci.Finding) bool {
		return f.Class != loci.ClassSecret && f.Class != loci.ClassIdentity
	})
}

// scanTurns returns messages as they are without what the guard finds.
func (s *Service) scanTurns(ctx context.Context, scope loci.Scope, result *loci.ScanResult) ([]loci.Turn, error) {
	all, err := s.store.Turns(ctx, loci.TurnQuery{Scopes: []loci.Scope{scope}})
	var out []loci.Turn
	for _, t := range all {
		clean, findings := s.guard.ScanTurn(t.Text)
		if secret := secrets(findings); len(secret) > 0 {
			t.Text = clean
			out = append(out, t)
			result.Found = append(result.Found, loci.Scanned{Turn: t.ID, Scope: scope, Findings: secret})
		}
	}
	result.Turns += len(all)
	return out, err
}

func (s *Service) redactTurns(ctx context.Context, p loci.Principal, scope loci.Scope, turns []loci.Turn) error {
	if len(turns) == 0 {
		return nil
	}
	_, err := s.write(ctx, p, scope, func(d *draft) error {
		for _, t := range turns {
			d.change.Turns = append(d.change.Turns, loci.TurnWrite{Turn: t, Replace: true, Index: s.turnEntry(t)})
		}
		return nil
	})
	return err
}

// eraseScanned forgets memories and has the store overwrite what went.
func (s *Service) eraseScanned(ctx context.Context, ids []loci.ID) (loci.ForgetResult, error) {
	if len(ids) > 0 {
		return s.Forget(ctx, loci.ForgetRequest{IDs: ids})
	}
	var receipt loci.ForgetResult
	err := s.scrub(ctx, &receipt)
	return receipt, err
}
