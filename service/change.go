package service

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/extract"
	"github.com/locimem/loci/internal/guard"
	"github.com/locimem/loci/internal/text"
)

// errStale is not a Conflict within write, which would decide anew: the caller
// named the version that it had seen.
var errStale = errors.New("stale version")

// Change confirms, rejects, completes, reopens, edits or retracts one memory.
func (s *Service) Change(ctx context.Context, r loci.ChangeRequest) (loci.ChangeResult, error) {
	var result loci.ChangeResult
	p, err := s.enter(ctx)
	if err != nil {
		return result, err
	}
	target, err := s.resolveRef(ctx, p, r.Ref)
	if err != nil {
		return result, err
	}
	if err := mayChange(p, target, r.Op); err != nil {
		return result, err
	}
	if r.Op == loci.ChangePromote {
		return s.promote(ctx, p, target, r)
	}
	d, err := s.write(ctx, p, target.Scope, func(d *draft) error {
		m, err := d.reload(ctx, target)
		if err != nil {
			return err
		}
		if r.Expect != 0 && m.Version != r.Expect {
			return errStale
		}
		if findings := s.guard.CheckLabel("why", r.Why); len(findings) > 0 {
			return &loci.RefusedError{Findings: findings}
		}
		if result.Memory, err = d.alter(ctx, m, r); err == nil && !p.Person() && m.Tier >= loci.TierStated {
			d.review(loci.ReviewAgent, m.ID, "", "an agent did it: "+string(r.Op))
		}
		return err
	})
	if errors.Is(err, errStale) {
		return result, loci.Errorf(loci.Conflict, "the memory has changed since it was read").WithHint("look at it again, then repeat the change")
	}
	if err != nil {
		return result, err
	}
	result.Change = d.change.Change
	return result, nil
}

// mayChange says whether the principal may change a memory in this way: what
// belongs to the whole org is the admins', and authority is raised and the
// user's words are edited by persons only.
func mayChange(p loci.Principal, m loci.Memory, op loci.ChangeOp) error {
	if m.Scope.User == loci.SharedUser && !p.Admin() {
		return loci.Errorf(loci.Denied, "memory %s belongs to the whole org; only an admin may change it", m.ID.Short())
	}
	if p.Person() {
		return nil
	}
	said := m.Tier >= loci.TierStated
	switch op {
	case loci.ChangePromote: // it says nothing new and closes nothing that others see
		return nil
	case loci.ChangeConfirm, loci.ChangeReject:
		return loci.Errorf(loci.Denied, "only a person may %s a memory", op).WithHint("ask the user, or run it at a terminal")
	case loci.ChangeEdit:
		if said {
			return loci.Errorf(loci.Denied, "an agent may not edit what the user said").WithHint("remember the new fact instead")
		}
	default:
		if m.Binds() {
			return loci.Errorf(loci.Denied, "only a person may %s what was confirmed, or a limit or an instruction of the user's", op).
				WithHint("ask the user, or run it at a terminal")
		}
	}
	return nil
}

var changeCauses = map[loci.ChangeOp]struct {
	cause loci.Cause
	op    loci.HistoryOp
}{
	loci.ChangeConfirm:  {loci.Confirm, loci.HistoryConfirm},
	loci.ChangeReject:   {loci.Reject, loci.HistoryReject},
	loci.ChangeComplete: {loci.Complete, loci.HistoryComplete},
	loci.ChangeReopen:   {loci.Reopen, loci.HistoryReopen},
	loci.ChangeRetract:  {loci.Retract, loci.HistoryRetract},
}

// wayOn says what can be done with a memory of a status.
var wayOn = map[loci.Status]string{
	loci.Quarantined: "confirm it or reject it",
	loci.Superseded:  "confirm it, or undo what closed it",
	loci.Completed:   "reopen it or retract it",
	loci.Expired:     "confirm it, or reopen it",
}

// alter makes one change, and makes room for what it brings back.
func (d *draft) alter(ctx context.Context, m loci.Memory, r loci.ChangeRequest) (loci.Memory, error) {
	if m.Compacted() {
		if err := d.changeProfile(ctx, m, r.Op); err != nil {
			return m, err
		}
	}
	status := m.StatusAt(d.now)
	if r.Op == loci.ChangeConfirm && status != loci.Active && status != loci.Completed && (r.Digest == "" || r.Digest == loci.TextDigest(m.Text)) {
		if err := d.vacate(ctx, m); err != nil {
			return m, err
		}
	}
	return d.change1(m, r)
}

// vacate closes what stands in the slot of a memory that a person says is true.
func (d *draft) vacate(ctx context.Context, m loci.Memory) error {
	if !m.Slot.Filled() {
		return nil
	}
	holders, err := d.find(ctx, loci.MemoryQuery{Slots: []loci.Slot{m.Slot}}, func(o loci.Memory) bool {
		return o.Slot == m.Slot && o.ID != m.ID && o.StatusAt(d.now) == loci.Active
	})
	for _, o := range holders {
		d.supersede(o, m.ID, loci.HistorySupersede, "a person chose")
	}
	return err
}

func (d *draft) change1(m loci.Memory, r loci.ChangeRequest) (loci.Memory, error) {
	if r.Op == loci.ChangeEdit {
		return d.edit(m, r)
	}
	step, ok := changeCauses[r.Op]
	if !ok {
		return m, loci.Errorf(loci.Invalid, "unknown change %q", r.Op)
	}
	from := m.StatusAt(d.now)
	to, ok := loci.Transition(from, step.cause)
	if !ok || from == loci.Completed && r.Op == loci.ChangeComplete {
		return m, loci.Errorf(loci.Invalid, "a memory that is %s cannot be changed by %s", from, r.Op).WithHint("%s", wayOn[from])
	}
	if r.Op == loci.ChangeConfirm {
		if r.Digest == "" && from == loci.Quarantined {
			return m, loci.Errorf(loci.Invalid, "confirming a quarantined memory needs the digest of the text that was shown")
		}
		if r.Digest != "" && r.Digest != loci.TextDigest(m.Text) {
			return m, loci.Errorf(loci.Denied, "the text is not the one that was shown").WithHint("look at it again before you confirm it")
		}
	}
	if to == loci.Erased {
		d.erase(m, "rejected")
		m.Status = loci.Erased
		return m, nil
	}
	m.Status = to
	now := d.now.UTC()
	switch r.Op {
	case loci.ChangeConfirm:
		m.Tier, m.Confirmed, m.Confidence = loci.TierConfirmed, now, 1
		m.ValidTo, m.SupersededBy = time.Time{}, ""
	case loci.ChangeComplete:
		m.Completed = now
	case loci.ChangeReopen:
		m.Completed, m.ValidTo = time.Time{}, time.Time{}
	case loci.ChangeReject, loci.ChangeRetract:
		m.ValidTo = now
	}
	return d.put(m, step.op, r.Why), nil
}

// edit changes what a record says; the guard reads the new text as it reads
// any other.
func (d *draft) edit(m loci.Memory, r loci.ChangeRequest) (loci.Memory, error) {
	if r.Text != nil {
		if strings.TrimSpace(*r.Text) == "" {
			return m, loci.Errorf(loci.Invalid, "a memory needs a text").WithHint("to remove it, retract or forget it")
		}
		m.Text = text.Normalize(guard.Clean(*r.Text))
		if m.Kind == loci.Episodic {
			m.Task, m.Outcome, _ = strings.Cut(m.Text, " → ")
		}
		if d.principal.Person() {
			m.Quote = m.Text
		}
		d.readAgain(&m)
	}
	if r.Category != nil {
		m.Category = *r.Category
	}
	if r.Importance != nil {
		m.Importance = *r.Importance
	}
	if r.Due != nil {
		m.Due = r.Due
	}
	if r.ClearDue {
		m.Due = nil
	}
	v := d.s.guard.Check(loci.Candidate{
		Op: loci.OpAssert, Kind: m.Kind, Field: m.Field, Category: m.Category, Text: m.Text, Task: m.Task, Outcome: m.Outcome,
		Lang: m.Lang, Key: m.Key, Origin: m.Origin, Metadata: m.Metadata,
	})
	if v.Action == guard.Refuse || v.Action == guard.Quarantine && m.Status != loci.Quarantined {
		return m, &loci.RefusedError{Findings: v.Findings}
	}
	if err := m.Validate(); err != nil {
		return m, err
	}
	return d.put(m, loci.HistoryEdit, r.Why), nil
}

// readAgain lets the words of an edited memory decide anew what it is about.
func (d *draft) readAgain(m *loci.Memory) {
	m.Slot.Attribute, m.Value = "", ""
	read := d.s.extractor.Extract(extract.Input{Text: m.Text, Usual: d.s.opts.Languages, Time: d.now, Subject: m.Slot.Subject})
	if len(read.Candidates) == 1 && read.Candidates[0].Op == loci.OpAssert && isAll(read.Candidates[0], m.Text) {
		c := read.Candidates[0]
		m.Slot.Attribute, m.Value, m.Polarity, m.Lang = c.Slot.Attribute, c.Value, c.Polarity, c.Lang
	}
}
