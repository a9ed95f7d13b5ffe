package service

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/guard"
	"github.com/locimem/loci/internal/text"
)

// Procedure returns the standing instructions that hold for the principal, the
// newest of a field first.
func (s *Service) Procedure(ctx context.Context, r loci.ProcedureRequest) (loci.Procedure, error) {
	result := loci.Procedure{Fields: map[loci.Field]string{}}
	p, err := s.enter(ctx)
	if err != nil {
		return result, err
	}
	found, err := s.store.Memories(ctx, loci.MemoryQuery{
		Scopes: p.Visible(), Kinds: []loci.Kind{loci.Procedural}, Statuses: current, Order: loci.NewestFirst,
	})
	if err != nil {
		return result, err
	}
	for _, m := range found {
		if standingOrder(m, s.now(p)) {
			result.Memories = append(result.Memories, m)
			result.Fields[m.Field] = strings.TrimPrefix(result.Fields[m.Field]+"\n"+m.Text, "\n")
		}
	}
	if len(result.Fields) == 0 && r.Default {
		result.Fields[loci.Style], result.Default = loci.DefaultStyle, true
	}
	return result, nil
}

// SetProcedure sets the fields of the principal's own scope, all or some.
func (s *Service) SetProcedure(ctx context.Context, r loci.SetProcedureRequest) (loci.Procedure, error) {
	p, err := s.enter(ctx)
	if err != nil {
		return loci.Procedure{}, err
	}
	for f := range r.Fields {
		if _, err := loci.ParseField(string(f)); err != nil {
			return loci.Procedure{}, err
		}
	}
	origins := map[loci.Field]loci.Origin{}
	for f, said := range r.Fields {
		origins[f], _ = s.originOf(ctx, p, loci.RememberRequest{Text: said})
		if !origins[f].Tier().MayBeProcedural() {
			return loci.Procedure{}, loci.Errorf(loci.Denied, "only a person may tell the agent how to work").
				WithHint("ask the user, or repeat the user's own words of the last day")
		}
	}
	if len(r.Fields) == 0 && !p.Person() {
		return loci.Procedure{}, loci.Errorf(loci.Denied, "only a person may clear how the agent works")
	}
	_, err = s.write(ctx, p, p.Scope, func(d *draft) error {
		for _, f := range loci.Fields() {
			said, named := r.Fields[f]
			if !named && r.Partial {
				continue
			}
			if err := d.setField(ctx, f, text.Normalize(guard.Clean(said)), origins[f]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return loci.Procedure{}, err
	}
	return s.Procedure(ctx, loci.ProcedureRequest{})
}

// setField makes a text all that stands in a field; an empty one clears it.
func (d *draft) setField(ctx context.Context, f loci.Field, said string, origin loci.Origin) error {
	old, err := d.find(ctx, loci.MemoryQuery{Kinds: []loci.Kind{loci.Procedural}, Statuses: current}, func(m loci.Memory) bool {
		return m.Scope == d.scope && m.Field == f && standingOrder(m, d.now)
	})
	if err != nil {
		return err
	}
	if !d.principal.Person() && slices.ContainsFunc(old, func(m loci.Memory) bool { return m.Tier > loci.TierStated }) {
		return loci.Errorf(loci.Denied, "a person has confirmed what stands under %s; only a person may change it", f)
	}
	var next loci.Memory
	known := slices.IndexFunc(old, func(m loci.Memory) bool { return m.Text == said })
	switch {
	case known >= 0:
		next = old[known]
	case said != "":
		if next, err = d.instruction(f, said, origin); err != nil {
			return err
		}
	}
	for _, m := range old { // closed first, so that the key is free
		if m.ID == next.ID {
			continue
		}
		d.supersede(m, next.ID, loci.HistorySupersede, "set anew")
		next.Supersedes = m.ID
	}
	if known < 0 && said != "" {
		d.put(next, loci.HistoryAdd, "")
	}
	return nil
}

// instruction makes the record of a field's text, whose key is the field.
func (d *draft) instruction(f loci.Field, said string, origin loci.Origin) (loci.Memory, error) {
	c := tidy(loci.Candidate{Op: loci.OpAssert, Kind: loci.Procedural, Field: f, Text: said, Origin: origin, Key: string(f),
		Confidence: 1, Polarity: loci.Affirmed, Lang: text.Detect(said, d.s.opts.Languages...), Slot: loci.Slot{Subject: loci.SelfSubject}})
	v := d.s.guard.Check(c)
	if v.Action == guard.Refuse || v.Action == guard.Quarantine {
		return loci.Memory{}, &loci.RefusedError{Findings: v.Findings}
	}
	return d.record(c, v, d.now), nil
}

// standingOrder reports whether a procedural memory tells the agent how to work.
func standingOrder(m loci.Memory, now time.Time) bool {
	status := m.StatusAt(now)
	return m.Kind == loci.Procedural && (status == loci.Active || status == loci.Hypothesis) && m.Tier.MayBeProcedural()
}
