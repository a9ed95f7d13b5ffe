package service

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/extract"
	"github.com/locimem/loci/internal/retrieve"
	"github.com/locimem/loci/internal/text"
)

// Forget erases memories, all that was derived from them, and the words of the
// turns that said them; then it makes the erased bytes unreadable and says
// what may still hold them. An agent may not erase what the user said: it is
// retracted and waits in review, unless the user asked for it.
func (s *Service) Forget(ctx context.Context, r loci.ForgetRequest) (loci.ForgetResult, error) {
	var result loci.ForgetResult
	p, err := s.enterDrained(ctx)
	if err != nil {
		return result, err
	}
	began := s.now(p)
	if (r.Everything || r.Threads) && !p.Person() {
		return result, loci.Errorf(loci.Denied, "only a person may forget everything, or erase threads").WithHint("ask the user, or run it at a terminal")
	}
	if r.Everything {
		return s.forgetEverything(ctx, p, r)
	}
	named, earlier, err := s.forgetTargets(ctx, p, r)
	if r.Threads && errors.Is(err, loci.NotFound) {
		return s.finishForget(ctx, p, r, err)
	}
	if err != nil {
		return result, err
	}
	targets := slices.Concat(named, earlier)
	told, err := s.turnsWith(ctx, p, r.Messages)
	if err != nil {
		return result, err
	}
	if len(targets)+len(told) == 0 {
		return result, nothingToForget(r)
	}
	asks := !p.Person() && slices.ContainsFunc(named, func(m loci.Memory) bool {
		return m.Tier >= loci.TierStated && !s.userAsked(ctx, p, m)
	})
	if r.Preview {
		held, err := s.holders(ctx, targets)
		return loci.ForgetResult{State: loci.ForgetPreview, Asks: asks, Memories: targets, Earlier: len(earlier), Turns: len(told), Excerpts: excerpts(told, r.Messages), Holders: held}, err
	}
	for _, m := range targets {
		if m.Scope.User == loci.SharedUser && !p.Admin() {
			return result, loci.Errorf(loci.Denied, "memory %s belongs to the whole org; only an admin may forget it", m.ID.Short())
		}
	}
	if asks {
		return s.askToForget(ctx, p, named)
	}
	if result, err = s.eraseAll(ctx, p, targets, r.Threads); err != nil {
		return result, err
	}
	result.Earlier = len(earlier)
	struck, err := s.strikeWords(ctx, p, told, r.Messages)
	result.Turns += struck
	if err != nil {
		return result, err
	}
	s.drainForgotten(ctx, p, &result, began, targets, r.Messages)
	return result, s.scrub(ctx, &result)
}

func nothingToForget(r loci.ForgetRequest) error {
	if r.Query == "" && r.Messages == "" {
		return loci.Errorf(loci.Invalid, "forget what?").WithHint("give an id, a key or words")
	}
	return loci.Errorf(loci.NotFound, "no memory and no message has these words").WithHint("`loci list` shows what is known")
}

// forgetTargets finds what a request names, and the earlier versions of what its
// Ref names. Words name every memory that has all of them, whatever its status;
// less never names anything, since what is erased does not come back.
func (s *Service) forgetTargets(ctx context.Context, p loci.Principal, r loci.ForgetRequest) (named, earlier []loci.Memory, err error) {
	for _, ref := range refsOf(r) {
		m, err := s.resolveRef(ctx, p, ref)
		if err != nil {
			return nil, nil, err
		}
		all, err := s.withParts(ctx, p, m)
		if err != nil {
			return nil, nil, err
		}
		named = append(named, all...)
		if ref == r.Ref {
			if earlier, err = s.predecessors(ctx, p, m); err != nil {
				return nil, nil, err
			}
		}
	}
	if r.Query != "" {
		found, err := s.byWords(ctx, p, r.Query)
		if err != nil {
			return nil, nil, err
		}
		named = append(named, found...)
	}
	return named, earlier, nil
}

func refsOf(r loci.ForgetRequest) []string {
	var refs []string
	for _, id := range r.IDs {
		refs = append(refs, string(id))
	}
	if r.Ref != "" {
		refs = append(refs, r.Ref)
	}
	return refs
}

// withParts adds to a profile what stands in it: who names the profile means
// all of it.
func (s *Service) withParts(ctx context.Context, p loci.Principal, m loci.Memory) ([]loci.Memory, error) {
	if !m.Compacted() {
		return []loci.Memory{m}, nil
	}
	parts, err := s.newDraft(p, m.Scope).partsOf(ctx, m)
	return append([]loci.Memory{m}, parts...), err
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
	found = slices.DeleteFunc(found, func(m loci.Memory) bool {
		words := s.queryWords(query, cmp.Or(m.Lang, text.Detect(m.Text, s.opts.Languages...)))
		m.Slot.Attribute = "" // its words are for questions: "live" is no word of "moro em Lisboa"
		return !s.memoryHas(m, words)
	})
	found = s.withNames(found, query)
	part := func(m loci.Memory) bool {
		return slices.ContainsFunc(found, func(o loci.Memory) bool { return slices.Contains(m.DerivedFrom, o.ID) })
	}
	return slices.DeleteFunc(slices.Clone(found), func(m loci.Memory) bool {
		return m.Compacted() && part(m) // it goes with what it was made from, and the rest of it stays
	}), nil
}

// withNames keeps the memories that have every name of a query that is a stop
// word of a language it may be in, if one of them has it: Ana, Mia and Will are
// that somewhere, and no other sister is meant.
func (s *Service) withNames(found []loci.Memory, query string) []loci.Memory {
	langs := text.Candidates(query, s.opts.Languages...)
	for _, word := range text.Tokens(query) {
		if len(text.QueryTerms(word.Text, langs...)) > 0 {
			continue // it was asked for
		}
		has := func(m loci.Memory) bool {
			return slices.ContainsFunc(text.Tokens(m.Text), func(t text.Token) bool {
				first, _ := utf8.DecodeRuneInString(t.Text)
				return t.Start > 0 && t.Norm == word.Norm && unicode.IsUpper(first)
			})
		}
		if slices.ContainsFunc(found, has) {
			found = slices.DeleteFunc(found, func(m loci.Memory) bool { return !has(m) })
		}
	}
	return found
}

// everything is a limit that limits nothing.
const everything = 1 << 30

// queryWords returns, for each word of a query that says anything, the terms
// that it may be indexed under; also names languages that it may be in, beside
// those that it shows itself: "Lisboa" alone shows none.
func (s *Service) queryWords(query string, also ...string) [][]string {
	langs := text.Candidates(query, s.opts.Languages...)
	var out [][]string
	for _, t := range text.Tokens(query) {
		if terms := text.QueryTerms(t.Text, langs...); len(terms) > 0 {
			for _, l := range also { // apart, as no language's stop words are another's
				terms = append(terms, text.QueryTerms(t.Text, l)...)
			}
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
	turns, err := s.ownTurns(ctx, m.Scope, s.now(p))
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
// a person. What binds the agent itself stands until then.
func (s *Service) askToForget(ctx context.Context, p loci.Principal, targets []loci.Memory) (loci.ForgetResult, error) {
	var result loci.ForgetResult
	open, err := s.store.Reviews(ctx, loci.ReviewQuery{Scopes: p.Visible()})
	if err != nil {
		return result, err
	}
	for _, m := range targets {
		asked := slices.ContainsFunc(open, func(r loci.Review) bool { return r.Kind == loci.ReviewForget && r.Memory == m.ID })
		_, err := s.write(ctx, p, m.Scope, func(d *draft) error {
			m, err := d.reload(ctx, m)
			if err != nil {
				return err
			}
			if to, ok := loci.Transition(m.StatusAt(d.now), loci.Retract); ok && !m.Binds() {
				m.Status, m.ValidTo = to, d.now.UTC()
				d.put(m, loci.HistoryRetract, askedToForget)
			}
			if !asked {
				d.review(loci.ReviewForget, m.ID, "", askedToForget)
			}
			return nil
		})
		if err != nil {
			return result, err
		}
		if m.Binds() {
			result.Stand++
		}
		result.Memories = append(result.Memories, loci.Memory{ID: m.ID, Scope: m.Scope})
	}
	result.State = loci.ForgetRetracted
	if result.Stand == len(targets) {
		result.State = loci.ForgetAsked
	}
	return result, nil
}

const askedToForget = "an agent asked to forget it"

// eraseAll erases the targets, scope by scope.
func (s *Service) eraseAll(ctx context.Context, p loci.Principal, targets []loci.Memory, threads bool) (loci.ForgetResult, error) {
	var result loci.ForgetResult
	for scope, ms := range byScope(targets) {
		by, err := s.heldBy(ctx, scope, ms, threads)
		if err != nil {
			return result, err
		}
		var derived, turns int
		_, err = s.write(ctx, p, scope, func(d *draft) error {
			var err error
			if derived, turns, err = s.eraseIn(ctx, d, ms); err != nil {
				return err
			}
			return d.noteHeld(ms, by)
		})
		if err != nil {
			return result, err
		}
		result.Holders = addNames(result.Holders, by)
		result.Derived += derived
		result.Turns += turns
		for _, m := range ms {
			result.Memories = append(result.Memories, loci.Memory{ID: m.ID, Scope: m.Scope})
		}
	}
	return result, nil
}

// scrub makes what was erased unreadable and says how far that got.
func (s *Service) scrub(ctx context.Context, result *loci.ForgetResult) error {
	scrub, err := s.store.Scrub(ctx)
	if err != nil {
		return err
	}
	result.Holders = append(result.Holders, scrub.Holders...)
	result.State = loci.ForgetErased
	if scrub.Pending || len(result.Holders) > 0 {
		result.State = loci.ForgetPending
	}
	return nil
}

func (s *Service) eraseIn(ctx context.Context, d *draft, ms []loci.Memory) (derived, turns int, err error) {
	struck := map[loci.TurnID]loci.Turn{}
	gone := map[loci.ID]bool{}
	var profiles []loci.Memory
	for len(ms) > 0 {
		m := ms[0]
		ms = ms[1:]
		if gone[m.ID] {
			continue
		}
		gone[m.ID] = true
		children, err := d.find(ctx, loci.MemoryQuery{Sources: []loci.ID{m.ID}}, func(loci.Memory) bool { return true })
		if err != nil {
			return 0, 0, err
		}
		derived += len(children)
		ms = append(ms, children...)
		if m.Compacted() {
			profiles = append(profiles, m)
		} else if err := s.strikeTurns(ctx, d, m, struck); err != nil {
			return 0, 0, err
		}
		d.erase(m, "")
	}
	for _, m := range profiles { // what else stood in them was not meant
		if err := d.dissolve(ctx, m, gone); err != nil {
			return 0, 0, err
		}
	}
	for _, t := range struck {
		d.change.Turns = append(d.change.Turns, loci.TurnWrite{Turn: t, Replace: true, Index: s.turnEntry(t)})
	}
	return derived, len(struck), nil
}
