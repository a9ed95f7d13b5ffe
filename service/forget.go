package service

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/extract"
	"github.com/locimem/loci/internal/retrieve"
	"github.com/locimem/loci/internal/text"
)

// forgottenMark stands in a turn where words were erased.
const forgottenMark = "[forgotten]"

// Forget erases memories, all that was derived from them, and the words of the
// turns that said them; then it makes the erased bytes unreadable and says
// what may still hold them. An agent may not erase what the user said: it is
// retracted and waits in review, unless the user asked for it.
func (s *Service) Forget(ctx context.Context, r loci.ForgetRequest) (loci.ForgetResult, error) {
	var result loci.ForgetResult
	p, err := s.principal(ctx)
	if err != nil {
		return result, err
	}
	targets, err := s.forgetTargets(ctx, p, r)
	if err != nil {
		return result, err
	}
	if r.Preview {
		return loci.ForgetResult{State: loci.ForgetPreview, Memories: targets}, nil
	}
	for _, m := range targets {
		if m.Scope.User == loci.SharedUser && !p.Admin() {
			return result, loci.Errorf(loci.Denied, "memory %s belongs to the whole org; only an admin may forget it", m.ID.Short())
		}
	}
	if !p.Person() && slices.ContainsFunc(targets, func(m loci.Memory) bool {
		return m.Tier >= loci.TierStated && !s.userAsked(ctx, p, m)
	}) {
		return s.askToForget(ctx, p, targets)
	}
	return s.eraseAll(ctx, p, targets)
}

// forgetTargets finds what a request names. Words name every memory that has
// all of them, whatever its status; less never names anything, since what is
// erased does not come back.
func (s *Service) forgetTargets(ctx context.Context, p loci.Principal, r loci.ForgetRequest) ([]loci.Memory, error) {
	var out []loci.Memory
	for _, id := range r.IDs {
		m, err := s.resolveRef(ctx, p, string(id))
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	if r.Ref != "" {
		m, err := s.resolveRef(ctx, p, r.Ref)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	if r.Query != "" {
		found, err := s.byWords(ctx, p, r.Query)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	if len(out) == 0 {
		if r.Query == "" {
			return nil, loci.Errorf(loci.Invalid, "forget what?").WithHint("give an id, a key or words")
		}
		return nil, loci.Errorf(loci.NotFound, "no memory has these words").WithHint("`loci list` shows what is known")
	}
	return out, nil
}

func (s *Service) byWords(ctx context.Context, p loci.Principal, query string) ([]loci.Memory, error) {
	q := retrieve.Analyse(query, s.opts.Languages...)
	found, err := s.store.Memories(ctx, loci.MemoryQuery{Scopes: p.Visible(), Statuses: []loci.Status{loci.Quarantined}}) // in no index
	if err != nil {
		return nil, err
	}
	for _, kind := range []loci.DocKind{loci.DocMemory, loci.DocPast} {
		scored, err := s.search(ctx, p.Visible(), kind, q, everything)
		if err != nil {
			return nil, err
		}
		docs, err := s.store.MemoriesByDoc(ctx, docsOf(scored))
		if err != nil {
			return nil, err
		}
		for _, h := range scored {
			if m, ok := docs[h.Doc]; ok {
				found = append(found, m)
			}
		}
	}
	words := s.queryWords(query)
	return slices.DeleteFunc(found, func(m loci.Memory) bool {
		return !s.memoryHas(m, words)
	}), nil
}

// everything is a limit that limits nothing.
const everything = 1 << 30

// queryWords returns, for each word of a query that says anything, the terms
// that it may be indexed under.
func (s *Service) queryWords(query string) [][]string {
	langs := text.Candidates(query, s.opts.Languages...)
	var out [][]string
	for _, t := range text.Tokens(query) {
		if terms := text.QueryTerms(t.Text, langs...); len(terms) > 0 {
			out = append(out, terms)
		}
	}
	return out
}

func (s *Service) memoryHas(m loci.Memory, words [][]string) bool {
	have, _ := retrieve.MemoryTerms(m, s.opts.Languages...)
	return hasWords(have, words)
}

func (s *Service) turnHas(t loci.Turn, words [][]string) bool {
	have, _ := retrieve.TurnTerms(t, s.opts.Languages...)
	return hasWords(have, words)
}

// hasWords reports whether terms hold every word in some form.
func hasWords(have []loci.TermCount, words [][]string) bool {
	for _, forms := range words {
		if !slices.ContainsFunc(have, func(t loci.TermCount) bool { return slices.Contains(forms, t.Term) }) {
			return false
		}
	}
	return len(words) > 0
}

// userAsked reports whether the user took the memory back in their own words
// within the last day.
func (s *Service) userAsked(ctx context.Context, p loci.Principal, m loci.Memory) bool {
	now := s.now(p)
	turns, err := s.store.Turns(ctx, loci.TurnQuery{Scopes: []loci.Scope{m.Scope}, Role: loci.RoleUser,
		Since: now.Add(-quoteWindow), Newest: true, Limit: 50})
	if err != nil {
		return false
	}
	for _, t := range turns {
		read := s.extractor.Extract(extract.Input{Text: t.Text, Usual: s.opts.Languages, Time: t.Time, Subject: m.Slot.Subject})
		for _, c := range read.Candidates {
			if c.Op != loci.OpRetract {
				continue
			}
			if c.Slot.Filled() && c.Slot == m.Slot || s.memoryHas(m, s.queryWords(c.Text)) {
				return true
			}
		}
	}
	return false
}

// askToForget retracts what an agent wants forgotten and leaves the erasing to
// a person.
func (s *Service) askToForget(ctx context.Context, p loci.Principal, targets []loci.Memory) (loci.ForgetResult, error) {
	result := loci.ForgetResult{State: loci.ForgetRetracted}
	for _, m := range targets {
		_, err := s.write(ctx, p, m.Scope, func(d *draft) error {
			m, err := s.reload(ctx, m)
			if err != nil {
				return err
			}
			if to, ok := loci.Transition(m.StatusAt(d.now), loci.Retract); ok {
				m.Status, m.ValidTo = to, d.now.UTC()
				d.put(m, loci.HistoryRetract, "an agent asked to forget it")
			}
			d.review(loci.ReviewForget, m.ID, "", "an agent asked to forget it")
			return nil
		})
		if err != nil {
			return result, err
		}
		result.Memories = append(result.Memories, loci.Memory{ID: m.ID, Scope: m.Scope})
	}
	return result, nil
}

// eraseAll erases the targets, scope by scope.
func (s *Service) eraseAll(ctx context.Context, p loci.Principal, targets []loci.Memory) (loci.ForgetResult, error) {
	var result loci.ForgetResult
	var texts []string
	for _, m := range targets {
		texts = append(texts, m.Text)
	}
	for scope, ms := range byScope(targets) {
		var derived, turns int
		_, err := s.write(ctx, p, scope, func(d *draft) error {
			var err error
			derived, turns, err = s.eraseIn(ctx, d, ms)
			return err
		})
		if err != nil {
			return result, err
		}
		result.Derived += derived
		result.Turns += turns
		for _, m := range ms {
			result.Memories = append(result.Memories, loci.Memory{ID: m.ID, Scope: m.Scope})
		}
		for _, h := range s.opts.Holders {
			if held, err := h.Holds(ctx, scope, texts); err != nil || held {
				result.Holders = append(result.Holders, h.Name())
			}
		}
	}
	scrub, err := s.store.Scrub(ctx)
	if err != nil {
		return result, err
	}
	result.Holders = append(result.Holders, scrub.Holders...)
	result.State = loci.ForgetErased
	if scrub.Pending || len(result.Holders) > 0 {
		result.State = loci.ForgetPending
	}
	return result, nil
}

func (s *Service) eraseIn(ctx context.Context, d *draft, ms []loci.Memory) (derived, turns int, err error) {
	struck := map[loci.TurnID]loci.Turn{}
	gone := map[loci.ID]bool{}
	for len(ms) > 0 {
		m := ms[0]
		ms = ms[1:]
		if gone[m.ID] {
			continue
		}
		gone[m.ID] = true
		children, err := d.find(ctx, loci.MemoryQuery{Source: m.ID}, func(loci.Memory) bool { return true })
		if err != nil {
			return 0, 0, err
		}
		derived += len(children)
		ms = append(ms, children...)
		if err := s.strikeTurns(ctx, d, m, struck); err != nil {
			return 0, 0, err
		}
		d.erase(m, "")
	}
	for _, t := range struck {
		d.change.Turns = append(d.change.Turns, loci.TurnWrite{Turn: t, Replace: true, Index: s.turnEntry(t)})
	}
	return derived, len(struck), nil
}

// strikeTurns erases a memory's words from the turns that said, closed or
// repeat them, and leaves tombstones, so that
// neither the same turn read again nor an old export brings anything back.
func (s *Service) strikeTurns(ctx context.Context, d *draft, m loci.Memory, struck map[loci.TurnID]loci.Turn) error {
	rows, err := s.store.History(ctx, loci.HistoryQuery{Scopes: []loci.Scope{m.Scope}, Memory: m.ID})
	if err != nil {
		return err
	}
	quotes := map[loci.TurnID][]string{}
	digests := map[string]bool{retrieve.Digest(m): true}
	for _, e := range rows {
		if e.After != nil {
			quotes[e.After.Ref.Turn] = append(quotes[e.After.Ref.Turn], e.After.Quote, e.After.Text)
			quotes[e.Turn] = append(quotes[e.Turn], e.After.Text)
			digests[retrieve.Digest(*e.After)] = true
		}
	}
	d.bury(m, digests, quotes)
	told, err := s.store.Turns(ctx, loci.TurnQuery{Scopes: []loci.Scope{m.Scope}, IDs: slices.Collect(maps.Keys(quotes))})
	if err != nil {
		return err
	}
	echoes, err := s.echoes(ctx, m)
	if err != nil {
		return err
	}
	said, value := s.queryWords(m.Text), s.queryWords(m.Value)
	for _, t := range append(told, echoes...) {
		if prior, ok := struck[t.ID]; ok {
			t = prior
		}
		next := s.strike(t, append(quotes[t.ID], m.Text), said)
		if _, part := quotes[t.ID]; part {
			next = s.strike(next, nil, value) // "I no longer live there" says it too
		}
		if next.Text != t.Text {
			struck[t.ID] = next
		}
	}
	return nil
}

// bury leaves the tombstones of a memory: for each of its wordings and for
// itself, by the turns that said it.
func (d *draft) bury(m loci.Memory, digests map[string]bool, quotes map[loci.TurnID][]string) {
	macs := []string{d.s.mac("id", string(m.ID))}
	for digest := range digests {
		macs = append(macs, d.s.mac(digest))
	}
	quotes[m.Ref.Turn] = append(quotes[m.Ref.Turn], m.Quote)
	for turn := range quotes {
		for _, mac := range macs {
			d.change.Tombstones = append(d.change.Tombstones, loci.Tombstone{Scope: m.Scope, MAC: mac, Turn: turn, At: d.now.UTC()})
		}
	}
}

// echoes returns turns that have all the words of a memory, such as the
// assistant's "noted: you are allergic to peanuts".
func (s *Service) echoes(ctx context.Context, m loci.Memory) ([]loci.Turn, error) {
	q := retrieve.Analyse(m.Text, m.Lang)
	scored, err := s.search(ctx, []loci.Scope{m.Scope}, loci.DocTurn, q, everything)
	if err != nil {
		return nil, err
	}
	docs, err := s.store.TurnsByDoc(ctx, docsOf(scored))
	words := s.queryWords(m.Text)
	var out []loci.Turn
	for _, h := range scored {
		if t, ok := docs[h.Doc]; ok && s.turnHas(t, words) {
			out = append(out, t)
		}
	}
	return out, err
}

// strike replaces the quotes in a turn, and every sentence that has all the
// words. A turn of which no word is left becomes blank.
func (s *Service) strike(t loci.Turn, quotes []string, said [][]string) loci.Turn {
	for _, q := range quotes {
		t.Text = cutRun(t.Text, words(q))
	}
	var kept []string
	for _, sentence := range strings.SplitAfter(t.Text, "\n") {
		for _, part := range text.Sentences(sentence) {
			probe := loci.Turn{Text: part, Role: t.Role, Speaker: t.Speaker}
			if s.turnHas(probe, said) {
				part = forgottenMark + " "
			}
			kept = append(kept, part)
		}
	}
	t.Text = strings.Join(kept, "")
	if len(words(strings.ReplaceAll(t.Text, forgottenMark, ""))) == 0 {
		t.Text, t.Blank = "", true
	}
	return t
}

// cutRun replaces the run of words in s, whatever stands between them.
func cutRun(s string, run []string) string {
	tokens := text.Tokens(s)
	for i := 0; len(run) > 0 && i+len(run) <= len(tokens); i++ {
		match := true
		for j, w := range run {
			match = match && tokens[i+j].Norm == w
		}
		if match {
			return s[:tokens[i].Start] + forgottenMark + cutRun(s[tokens[i+len(run)-1].End:], run)
		}
	}
	return s
}
