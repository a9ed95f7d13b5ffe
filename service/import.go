package service

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/guard"
	"github.com/locimem/loci/internal/resolve"
	"github.com/locimem/loci/internal/retrieve"
	"github.com/locimem/loci/internal/text"
)

// Import stores the records of another store in the principal's scope. They
// pass the guard like everything else, never bring back what was forgotten,
// and never replace what is trusted more. Importing the same records again
// changes nothing.
func (s *Service) Import(ctx context.Context, r loci.ImportRequest) (loci.ImportResult, error) {
	var result loci.ImportResult
	p, err := s.enter(ctx)
	if err != nil {
		return result, err
	}
	if r.Trust && !p.Person() {
		return result, loci.Errorf(loci.Denied, "only a person may import with the recorded trust").WithHint("leave --trust out, or run it at a terminal")
	}
	r.Change = cmp.Or(r.Change, loci.ChangeID(newID())) // one for all, so that undo takes the whole import back
	result.Change = r.Change
	for _, m := range apart(r.Memories) {
		outcome, err := s.importOne(ctx, p, r, inherit(m, p, r))
		if err != nil && !ofTheRecord(err) {
			return result, err
		}
		if err != nil {
			outcome = loci.Outcome{Action: loci.ActionRefused, Reason: err.Error()}
		}
		count(&result, outcome)
	}
	for _, t := range r.Turns {
		kept, refused, err := s.importTurn(ctx, p, t)
		if err != nil {
			return result, err
		}
		result.Turns += kept
		if refused != nil {
			result.Refused = append(result.Refused, *refused)
		}
	}
	return result, nil
}

// count adds what became of one record.
func count(result *loci.ImportResult, o loci.Outcome) {
	switch o.Action {
	case loci.ActionRefused:
		result.Refused = append(result.Refused, o)
	case loci.ActionQuarantined:
		result.Quarantined++
	case loci.ActionDropped, loci.ActionEvidence:
		result.Known++
		if o.Action == loci.ActionEvidence && o.Memory != nil && o.Reason == vouched {
			result.Raised++
		}
	default:
		result.Added++
		if o.Memory != nil && o.Memory.Status == loci.Active && o.Memory.Unconfirmed() {
			result.Unconfirmed++
		}
	}
}

// apart takes compacted profiles apart: each of their points is a fact again,
// and the profile of this store stays the only one.
func apart(ms []loci.Memory) []loci.Memory {
	var out []loci.Memory
	for _, m := range ms {
		if !m.Compacted() {
			out = append(out, m)
			continue
		}
		for _, point := range m.Statements() {
			fact := m.Clone()
			fact.ID, fact.Key, fact.Kind, fact.Text = "", "", loci.Semantic, point
			out = append(out, fact)
		}
	}
	return out
}

// ofTheRecord reports whether an error lies in one record, so that the others
// can still come in.
func ofTheRecord(err error) bool {
	return slices.Contains([]loci.Code{loci.Invalid, loci.Conflict, loci.Refused, loci.Denied}, loci.CodeOf(err))
}

// inherit gives an imported record its place here: the importer's scope, and
// the trust of an import unless a person vouches for the recorded one.
func inherit(m loci.Memory, p loci.Principal, r loci.ImportRequest) loci.Memory {
	shared := m.Scope.User == loci.SharedUser && r.Trust && p.Admin()
	m.Scope = p.Scope
	if shared {
		m.Scope = p.Scope.Shared()
	}
	if m.Origin == "" && r.Trust { // a list that records no origin is vouched for by who imports it
		m.Origin, m.Tier = loci.UserStated, loci.TierStated
	}
	if !r.Trust && !(r.Original && p.Person()) {
		m.Origin, m.Confirmed = loci.FromImport, time.Time{}
		m.Tier = loci.TierNoted
	}
	if _, err := uuid.Parse(string(m.ID)); err != nil {
		m.ID = loci.ID(newID()) // ids stand in the block and in commands
	}
	if m.Status == "" {
		m.Status = loci.Active
	}
	m.Version, m.DerivedFrom, m.ProjectionOf, m.Supersedes, m.SupersededBy = 0, nil, "", "", ""
	return m
}

func (s *Service) importOne(ctx context.Context, p loci.Principal, r loci.ImportRequest, m loci.Memory) (out loci.Outcome, err error) {
	m = s.understood(m, s.now(p))
	c := tidy(candidateFrom(m))
	v := s.guard.Check(c)
	if v.Action == guard.Refuse {
		return loci.Outcome{Action: loci.ActionRefused, Findings: v.Findings, Reason: reasonOf(v)}, nil
	}
	_, err = s.write(ctx, p, m.Scope, func(d *draft) error {
		d.change.Change = r.Change
		fresh := complete(m, c, d)
		if v.Action == guard.Quarantine && fresh.Tier < loci.TierConfirmed {
			fresh.Status = loci.Quarantined // what a person had confirmed stays so under trust
		}
		here, known, err := d.known(ctx, fresh)
		if err != nil {
			return err
		}
		if known != "" {
			out = loci.Outcome{Action: loci.ActionDropped, Reason: known}
			if r.Trust && d.mayVouch(here, fresh) {
				out = d.vouch(*here, fresh)
			}
			return nil
		}
		if fresh.Status == loci.Hypothesis {
			fresh.Said = d.now.UTC() // a guess gets a fresh life
		}
		if err := d.yieldKey(ctx, &fresh); err != nil {
			return err
		}
		return d.bring(ctx, c, fresh, &out)
	})
	return out, err
}

// yieldKey takes the key from a record where a memory here holds it: the record
// comes in all the same, and nothing here is replaced.
func (d *draft) yieldKey(ctx context.Context, m *loci.Memory) error {
	if m.Key == "" {
		return nil
	}
	held, err := d.find(ctx, loci.MemoryQuery{Key: m.Key, Kinds: []loci.Kind{m.Kind}}, func(o loci.Memory) bool {
		return o.Key == m.Key && o.Kind == m.Kind && o.Current(d.now)
	})
	if len(held) > 0 {
		m.Key = ""
	}
	return err
}

// complete fills in what the exporter may have left out.
func complete(m loci.Memory, c loci.Candidate, d *draft) loci.Memory {
	m.Text, m.Task, m.Outcome, m.Kind, m.Field = c.Text, c.Task, c.Outcome, c.Kind, c.Field
	m.Category, m.Importance, m.Value, m.Slot = c.Category, c.Importance, c.Value, c.Slot
	for _, t := range []*time.Time{&m.Created, &m.Said} {
		if t.IsZero() || t.Sub(d.now) > clockSkew {
			*t = d.now.UTC()
		}
	}
	if m.Status == loci.Completed && m.Completed.IsZero() {
		m.Completed = d.now.UTC() // it is kept for a time from then on
	}
	if m.Evidence <= 0 || m.Evidence > 1+int(m.Said.Sub(m.Created).Abs()/(24*time.Hour)) {
		m.Evidence, m.Days = 0, nil
		m.AddEvidence(m.Said.Format(time.DateOnly), m.Said)
	}
	if m.Lang == "" {
		m.Lang = text.Detect(m.Text)
	}
	return m
}

// vouched is the reason of what an import with trust did to what was here.
const vouched = "a person vouched for it"

// mayVouch reports whether a person who trusts a record raises what is here:
// what says exactly this, stands in its scope, and is trusted less. What holds
// only until its slot or quarantine is settled waits for that.
func (d *draft) mayVouch(here *loci.Memory, recorded loci.Memory) bool {
	return here != nil && here.Scope == d.scope && here.Tier < recorded.Tier && here.StatusAt(d.now) == loci.Active &&
		recorded.StatusAt(d.now) == loci.Active && d.digest(*here) == retrieve.Digest(recorded)
}

// vouch gives what is here the recorded trust, as a confirmation would.
func (d *draft) vouch(here, recorded loci.Memory) loci.Outcome {
	here.Tier, here.Confirmed = recorded.Tier, recorded.Confirmed
	m := d.put(here, loci.HistoryConfirm, vouched)
	return loci.Outcome{Action: loci.ActionEvidence, Memory: &m, Reason: vouched}
}

// known says why a record must not come in, and what says it: it is here
// already, or it was forgotten here after it was last said.
func (d *draft) known(ctx context.Context, m loci.Memory) (here *loci.Memory, why string, err error) {
	digest := retrieve.Digest(m)
	stones, err := d.s.store.Tombstones(ctx, d.scope, []string{d.s.mac(digest), d.s.mac("id", string(m.ID))})
	if err != nil {
		return nil, "", err
	}
	if slices.ContainsFunc(stones, func(t loci.Tombstone) bool { return !m.Said.After(t.At) }) {
		return nil, "was forgotten here", nil
	}
	same, err := d.s.store.Memories(ctx, loci.MemoryQuery{AllScopes: true, IDs: []loci.ID{m.ID}})
	if err == nil && len(same) == 0 {
		same, err = d.find(ctx, loci.MemoryQuery{Digest: digest}, func(o loci.Memory) bool {
			return o.Status == m.Status || o.Current(d.now) && m.Current(d.now)
		})
	}
	if err != nil || len(same) == 0 {
		return nil, "", err
	}
	return &same[0], "is here already", nil
}

// bring adds the record: closed ones as they are, open ones as the resolver
// decides.
func (d *draft) bring(ctx context.Context, c loci.Candidate, fresh loci.Memory, out *loci.Outcome) error {
	if !slices.Contains([]loci.Status{loci.Active, loci.Hypothesis, loci.Quarantined}, fresh.Status) {
		m := d.put(fresh, loci.HistoryImport, "")
		*out = loci.Outcome{Action: loci.ActionAdded, Memory: &m}
		return nil
	}
	n, err := d.neighbours(ctx, c, fresh)
	if err != nil {
		return err
	}
	n.Forgotten = false
	*out = d.carryOut(resolve.Assert(c, fresh, n, d.now), fresh)
	return nil
}

// understood reads a record that is but a text, such as an item of a list, as
// Remember reads a statement. It may be an instruction by kind; its tier sees to
// it that it is shown as a fact.
func (s *Service) understood(m loci.Memory, now time.Time) loci.Memory {
	if m.Kind != "" || m.Task != "" || m.Slot.Filled() {
		return m
	}
	c := s.statement(m.Text, m.Lang, now)
	m.Kind, m.Field, m.Slot, m.Value, m.Polarity, m.Lang = c.Kind, c.Field, c.Slot, c.Value, c.Polarity, c.Lang
	m.Category, m.Importance = cmp.Or(m.Category, c.Category), cmp.Or(m.Importance, c.Importance)
	m.Due, m.Event = cmp.Or(m.Due, c.Due), cmp.Or(m.Event, c.Event)
	if c.Hedged && m.Status == loci.Active {
		m.Status = loci.Hypothesis
	}
	return m
}

func candidateFrom(m loci.Memory) loci.Candidate {
	return loci.Candidate{
		Op: loci.OpAssert, Kind: m.Kind, Field: m.Field, Category: m.Category, Importance: m.Importance,
		Hedged: m.Status == loci.Hypothesis, Text: m.Text, Task: m.Task, Outcome: m.Outcome, Lang: m.Lang,
		Slot: m.Slot, Value: m.Value, Polarity: m.Polarity, Quote: m.Quote, Origin: m.Origin, Ref: m.Ref,
		Confidence: m.Confidence, Due: m.Due, Event: m.Event, Key: m.Key, Metadata: m.Metadata,
	}
}

// importTurn keeps a turn without reading facts from it: those came along as
// memories.
func (s *Service) importTurn(ctx context.Context, p loci.Principal, t loci.Turn) (int, *loci.Outcome, error) {
	t, findings, err := s.admit(p, t)
	if err != nil {
		return 0, &loci.Outcome{Action: loci.ActionRefused, Reason: err.Error(), Findings: findings, Turn: t.ID}, nil
	}
	if t, err = s.unsaid(ctx, t); err != nil {
		return 0, nil, err
	}
	t.Imported, t.Waits = true, false
	kept := 0
	_, err = s.write(ctx, p, p.Scope, func(d *draft) error {
		known, err := s.store.Turns(ctx, loci.TurnQuery{Scopes: []loci.Scope{p.Scope}, IDs: []loci.TurnID{t.ID}, Limit: 1})
		if err != nil || len(known) > 0 {
			return err
		}
		d.change.Turns = append(d.change.Turns, s.turnWrite(t, d.now))
		kept = 1
		return nil
	})
	return kept, nil, err
}
