package service

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/command"
	"github.com/locimem/loci/internal/extract"
	"github.com/locimem/loci/internal/guard"
	"github.com/locimem/loci/internal/text"
	"github.com/locimem/loci/internal/transcript"
)

// Ingest reads turns. Each turn is one transaction: the turn and all that it
// says are kept together or not at all. One that the guard has passed and a busy
// store does not take is spooled, where that is asked for.
func (s *Service) Ingest(ctx context.Context, r loci.IngestRequest) (loci.IngestResult, error) {
	var result loci.IngestResult
	p, err := s.principal(ctx)
	if err != nil {
		return result, err
	}
	r.Turns = slices.Clone(r.Turns)
	for i := range r.Turns {
		r.Turns[i] = spelled(r.Turns[i])
	}
	busy := isBusy(s.drainBriefly(ctx, drainPatience))
	present, err := s.speakers(ctx, p.Scope, r.Turns...)
	switch {
	case err != nil && s.opts.SpoolBusy && isBusy(err):
		busy = true
	case err != nil:
		return result, err
	}
	off := asides{}
	var admitted []admission
	admitted, result.Withheld = s.admitAll(ctx, p, r)
	for i, t := range r.Turns {
		off.note(t)
		l, err := s.ingestTurn(ctx, p, admitted[i], off, present.subject(t), reply(admitted, i), busy)
		if err != nil {
			return result, err
		}
		switch {
		case l.off:
			result.Off++
		case l.spooled:
			result.Spooled++
			busy = true
		case l.kept:
			result.Turns++
		case len(l.outcomes) > 0:
			result.Refused++
		default:
			result.Known++
		}
		for n := range l.outcomes {
			l.outcomes[n].Of = i
		}
		result.Outcomes = append(result.Outcomes, l.outcomes...)
		if l.kept && l.reply.Command != "" {
			l.reply.After = len(result.Outcomes)
			result.Replies = append(result.Replies, l.reply)
		}
	}
	s.aside(ctx, p)
	return result, nil
}

// reply returns what the assistant said after a turn, for a model to see.
func reply(turns []admission, i int) string {
	if i+1 < len(turns) && turns[i+1].err == nil && turns[i+1].turn.Role == loci.RoleAssistant {
		return turns[i+1].turn.Text
	}
	return ""
}

// learnt is what became of one turn.
type learnt struct {
	kept     bool // false: it was known, spooled, off, or refused, which an outcome tells
	spooled  bool
	off      bool // off the record
	outcomes []loci.Outcome
	reply    loci.Reply // to a command
}

// ingestTurn keeps a turn that was admitted, and what it says.
func (s *Service) ingestTurn(ctx context.Context, p loci.Principal, a admission, off asides, subject, answer string, busy bool) (learnt, error) {
	t, findings := a.turn, a.findings
	if a.err != nil {
		return learnt{outcomes: []loci.Outcome{{Action: loci.ActionRefused, Reason: a.err.Error(), Findings: findings, Turn: t.ID}}}, nil
	}
	if off.holds(t) {
		return learnt{off: true}, nil
	}
	t.Imported = false
	if busy && s.opts.SpoolBusy {
		return s.leave(ctx, p, t, findings)
	}
	l, err := s.learn(ctx, p, t, findings, subject, answer)
	if err != nil && s.opts.SpoolBusy && loci.CodeOf(err) == loci.Unavailable {
		return s.leave(ctx, p, t, findings)
	}
	return l, err
}

// learn keeps a turn that the guard has passed, and what it says.
func (s *Service) learn(ctx context.Context, p loci.Principal, t loci.Turn, findings []loci.Finding, subject, answer string) (learnt, error) {
	known, err := s.turnKnown(ctx, t)
	if err != nil || known {
		return learnt{}, err
	}
	if t, err = s.unsaid(ctx, t); err != nil {
		return learnt{}, err
	}
	t, found, err := s.understand(ctx, p, t, findings, subject, answer)
	if err != nil {
		return learnt{}, err
	}
	l := learnt{reply: found.reply}
	_, err = s.write(ctx, p, t.Scope, func(d *draft) error {
		l.outcomes, l.kept = slices.Clone(found.notes), true
		if again, err := s.turnKnown(ctx, t); err != nil || again {
			l.outcomes, l.kept = nil, false // somebody else has just kept it
			return err
		}
		d.turn, d.guest = t.ID, !owner(t)
		t.Waits = found.waits
		d.change.Turns = append(d.change.Turns, s.turnWrite(t, d.now))
		for _, c := range found.candidates {
			o, err := s.take(ctx, d, c, t.Time)
			if err != nil {
				return err
			}
			l.outcomes = append(l.outcomes, o)
			if l.reply.Command != "" {
				l.reply.Text = kept(o)
			}
		}
		d.strikeUnsaid(t)
		if err := d.removeInferred(ctx, found.remove); err != nil {
			return err
		}
		for i, cost := range found.bill {
			if i == len(found.bill)-1 { // what was stored is the merit of the last step that was needed
				cost.Stored = stored(l.outcomes[len(found.notes):])
			}
			d.charge(cost)
		}
		return nil
	})
	if err != nil {
		return learnt{}, err
	}
	l.outcomes = append(l.outcomes, withheld(t, findings)...)
	return l, nil
}

// understand reads what a turn says. What a command changes comes before the turn
// is known: if it fails, the turn can be given again.
func (s *Service) understand(ctx context.Context, p loci.Principal, t loci.Turn, findings []loci.Finding, subject, answer string) (loci.Turn, reading, error) {
	c, told := commandIn(t)
	if !told {
		return t, s.read(ctx, p, t, subject, answer), nil
	}
	r := reading{reply: loci.Reply{Turn: t.ID, Command: string(c.Name)}}
	if len(findings) > 0 { // what is left of it is not what was meant
		r.reply.Text = "Not stored: " + findings[0].Reason() + "."
		return t, r, nil
	}
	var err error
	if r.reply.Text, r.notes, err = s.obey(ctx, p, t, c); err != nil {
		return t, r, err
	}
	r.candidates = s.commanded(c, t)
	if c.Name == command.Forget || c.Name == command.OffRecord || c.Name == command.Part {
		t.Text, t.Blank = "", true // it names what must not be kept
	}
	return t, r, nil
}

// withheld tells what the guard has taken out of a turn that is kept.
func withheld(t loci.Turn, findings []loci.Finding) []loci.Outcome {
	if len(findings) == 0 {
		return nil
	}
	return []loci.Outcome{{Action: loci.ActionRefused, Reason: findings[0].Kind, Findings: findings, Turn: t.ID}}
}

// commandIn returns the command that the owner of the memory gives in a turn.
func commandIn(t loci.Turn) (command.Command, bool) {
	if !owner(t) {
		return command.Command{}, false
	}
	return command.Parse(t.Text)
}

func (s *Service) turnKnown(ctx context.Context, t loci.Turn) (bool, error) {
	known, err := s.store.Turns(ctx, loci.TurnQuery{Scopes: []loci.Scope{t.Scope}, IDs: []loci.TurnID{t.ID}, Limit: 1})
	return len(known) > 0, err
}

// turnWrite keeps the turn's text, or where turns are off only its id, so that
// a replay is still known.
func (s *Service) turnWrite(t loci.Turn, now time.Time) loci.TurnWrite {
	t.Kept = now.UTC()
	if s.opts.TurnsFor < 0 {
		t.Text, t.Blank = "", true
	}
	return loci.TurnWrite{Turn: t, Index: s.turnEntry(t)}
}

// clockSkew is how far ahead of this clock a host's may be: zones that were
// left out, not more.
const clockSkew = 26 * time.Hour

// admit makes a turn fit to be kept: our own block and secrets are out,
// hidden characters are visible, its id is set. The findings are what the
// guard took out; an error means that the turn cannot be kept at all.
func (s *Service) admit(p loci.Principal, t loci.Turn) (loci.Turn, []loci.Finding, error) {
	a, _ := s.screen(p, t, nil)
	return a.turn, a.findings, a.err
}

// screen is admit, and tells what was cut out. A user's turn is read as the answer
// to what question returns, if it may be one.
func (s *Service) screen(p loci.Principal, t loci.Turn, question func(loci.Turn) string) (admission, []loci.Withheld) {
	t, findings, err := s.describe(p, t)
	if err != nil {
		return admission{t, findings, err}, nil
	}
	asked := ""
	if question != nil && t.Role == loci.RoleUser && guard.MayAnswer(t.Text) {
		asked = question(t)
	}
	clean, findings := s.guard.ScanAnswer(asked, t.Text)
	findings = slices.DeleteFunc(findings, func(f loci.Finding) bool { return f.Class != loci.ClassSecret && f.Class != loci.ClassIdentity })
	withheld := s.withheldFrom(t.Text, findings)
	t.Text = clean
	return admission{t, findings, nil}, withheld
}

// describe completes what is known about a turn, and finds what no turn may be.
func (s *Service) describe(p loci.Principal, t loci.Turn) (loci.Turn, []loci.Finding, error) {
	t = spelled(t)
	t.Scope = p.Scope
	if _, err := loci.ParseTurnRole(string(t.Role)); err != nil {
		return t, nil, err
	}
	if len(t.Text) > loci.MaxTurn {
		return t, []loci.Finding{{Class: loci.ClassSize, Kind: "limit:turn", End: len(t.Text)}},
			loci.Errorf(loci.Refused, "a turn of %d bytes is over the limit of %d", len(t.Text), loci.MaxTurn)
	}
	if now := s.now(p); t.Time.IsZero() || t.Time.Sub(now) > clockSkew {
		t.Time = now // what a wrong clock dates ahead would outrank all that is said until then
	}
	if y := t.Time.UTC().Year(); y < 1 {
		return t, nil, loci.Errorf(loci.Invalid, "a turn cannot be of the year %d", y)
	}
	t.Time = t.Time.Truncate(time.Microsecond)
	if t.Zone == "" {
		t.Zone = zoneName(t.Time)
	}
	if t.Speaker != "" && text.Normalize(t.Speaker) == "" { // without a name it would be the owner's
		return t, nil, loci.Errorf(loci.Invalid, "the speaker's name is blank")
	}
	if findings := s.labels(t); len(findings) > 0 {
		return t, findings, &loci.RefusedError{Findings: findings}
	}
	t.Text = transcript.Unwrap(t.Text)
	if t.ID == "" {
		t.ID = loci.TurnID(s.mac(t.Conversation, string(t.Role), t.Speaker, strconv.FormatInt(t.Time.UnixMicro(), 10), t.Text)[:32])
	} else if t.Conversation != "" && !strings.HasPrefix(string(t.ID), t.Conversation+"/") {
		t.ID = loci.TurnID(t.Conversation + "/" + string(t.ID)) // a host's message ids are its conversation's own
	}
	return t, nil, nil
}

// spelled returns a turn with its role, its speaker and its conversation as they
// are kept, so that what belongs together is found however a host writes it. What
// cannot be kept is left as it is.
func spelled(t loci.Turn) loci.Turn {
	if role, err := loci.ParseTurnRole(string(cmp.Or(t.Role, loci.RoleUser))); err == nil {
		t.Role = role
	}
	if name := text.Normalize(t.Speaker); name != "" {
		t.Speaker = name
	}
	t.Conversation = text.Normalize(t.Conversation)
	return t
}

// labels returns what must not stand in the names that come with a turn. They
// are compared byte for byte, so they are refused rather than rewritten.
func (s *Service) labels(t loci.Turn) []loci.Finding {
	return slices.Concat(s.guard.CheckLabel("conversation", t.Conversation),
		s.guard.CheckLabel("speaker", t.Speaker), s.guard.CheckLabel("id", string(t.ID)))
}

func zoneName(t time.Time) string {
	if name := t.Location().String(); name != "" && name != "Local" {
		return name
	}
	return t.Format("-07:00")
}

// reading is what the cascade makes of one turn.
type reading struct {
	candidates []loci.Candidate
	notes      []loci.Outcome   // what was not read, or what a command has done
	reply      loci.Reply       // to a command
	bill       []loci.StepStats // what each step cost
	remove     []loci.ID        // what a model inferred before and finds to be no longer so
	waits      bool             // a model is to read it later
}

// read proposes candidates from a turn of the user; nothing is ever taken from
// anybody else's words. A model that is to be asked later reads the turn from the
// store, so it does not where none are kept.
func (s *Service) read(ctx context.Context, p loci.Principal, t loci.Turn, subject, answer string) reading {
	if t.Role != loci.RoleUser {
		return reading{}
	}
	start := time.Now()
	found := s.extractor.Extract(extract.Input{
		Text: t.Text, Usual: s.opts.Languages, Time: t.Time, Subject: subject, Known: s.named(ctx, t.Scope, subject), Assistant: answer,
	})
	found.Candidates = slices.DeleteFunc(found.Candidates, func(c loci.Candidate) bool { return guard.Torn(t.Text, c.Start, c.End) })
	r := reading{candidates: found.Candidates}
	r.bill = append(r.bill, loci.StepStats{Step: stepRules, Calls: 1, Found: len(found.Candidates), Took: time.Since(start)})
	if found.Truncated {
		r.notes = append(r.notes, loci.Outcome{Action: loci.ActionDropped, Turn: t.ID,
			Reason: "the turn is kept whole; facts were read from its first 64 KiB"})
	}
	if s.opts.Model != nil && worthModel(t, found) {
		if (s.opts.ModelLater || draining(ctx)) && s.opts.TurnsFor >= 0 {
			r.waits = true
		} else if ok, err := s.within(ctx, t.Scope, s.now(p)); ok && err == nil {
			answer, cost, _ := s.askModel(ctx, t, answer, found)
			r.bill, r.candidates, r.remove = append(r.bill, cost), slices.Clone(found.Candidates), answer.Remove
			for _, c := range answer.Candidates {
				r.candidates = mergeModel(r.candidates, c)
			}
		}
	}
	for i := range r.candidates {
		c := &r.candidates[i]
		c.Ref = loci.Ref{Conversation: t.Conversation, Turn: t.ID}
		c.Slot.Subject = subject
	}
	return r
}
