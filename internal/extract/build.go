package extract

import (
	"cmp"
	"slices"

	"github.com/locimem/loci"
)

// match is a frame found in a turn.
type match struct {
	fact    *fact
	spans   []span // what its parts matched
	caps    []capture
	gaps    []span // what its patterns skipped
	clauses span   // the clauses it touches
	topic   string // what it is about, of facts that do not capture it
	void    bool   // says nothing, and keeps its words from other facts
	known   Known  // whose name it holds, if that is known
	also    bool   // stands beside another of its clause
	loose   bool   // fills no slot: "developer at Ajax" may be a town or a firm
	only    span   // its words, where they are not found out
}

func (x *match) from() int { return x.spans[0].from }

// start returns where its words begin: what leads up to the text is anybody's.
func (x *match) start() int {
	if c, ok := x.capture(textCapture); ok {
		return c.from
	}
	return x.from()
}

// to returns where the furthest of its parts ends.
func (x *match) to() int {
	last := 0
	for _, s := range x.spans {
		last = max(last, s.to)
	}
	return last
}

// capture returns the capture of a name.
func (x *match) capture(name string) (capture, bool) {
	for _, c := range x.caps {
		if c.name == name {
			return c, true
		}
	}
	return capture{}, false
}

// captures reports whether a token belongs to a capture.
func (x *match) captures(i int) bool {
	return slices.ContainsFunc(x.caps, func(c capture) bool { return c.from <= i && i < c.to })
}

// spells reports whether the frame asked for the token and did not skip it.
func (x *match) spells(i int) bool { return covers(x.spans, i) && !covers(x.gaps, i) }

func covers(spans []span, i int) bool {
	return slices.ContainsFunc(spans, func(s span) bool { return i >= s.from && i < s.to })
}

// builder collects the matches of a turn and makes candidates of them.
type builder struct {
	*matcher
	in      Input
	found   []*match
	ids     []int32 // frames to try on a sentence
	calls   []call  // frames that its tokens call for
	present bits    // features of its tokens
	nots    []int   // where negations begin
	behind  []int   // where those end that stand behind what they deny
	meant   int     // where the first correction begins, "I meant"
	refused bool    // a frame matched where circumstances did not let it count
}

func newBuilder(m *matcher, in Input) *builder {
	b := &builder{matcher: m, in: in, present: newBits(m.pack.index.features), meant: len(m.tokens)}
	if s, ok := m.classIn("correction", 0, len(m.tokens)); ok {
		b.meant = s.from
	}
	for s := range m.each("not", 0, len(m.tokens)) {
		b.nots = append(b.nots, s.from)
	}
	for s := range m.each("not_after", 0, len(m.tokens)) {
		b.behind = append(b.behind, s.to-1)
	}
	return b
}

// negates reports whether a negation stands in the turn.
func (b *builder) negates() bool { return len(b.nots)+len(b.behind) > 0 }

// read tries the frames that a sentence's words call for.
func (b *builder) read(s span) {
	after := b.after(s)
	for _, id := range b.called(b.clauses[s.from].from, b.clauses[s.to-1].to, b.clauses[after.to-1].to) {
		f := &b.pack.frames[id]
		if f.fact.Reach == reachSentence {
			b.limit = b.clauses[after.to-1].to
			b.try(f, after)
			continue
		}
		b.limit = b.clauses[s.to-1].to
		for c := s.from; c < s.to; c++ {
			b.try(f, span{c, c + 1})
		}
	}
	b.limit = len(b.tokens)
}

// called returns the frames that the tokens of a sentence [from, to) hold
// everything for, or together with what follows up to end, if a frame reaches so
// far, in the order of facts.toml.
func (b *builder) called(from, to, end int) []int32 {
	b.ids, b.calls = b.ids[:0], b.calls[:0]
	clear(b.present)
	b.note(from, to)
	b.heed(false)
	b.note(to, end)
	b.heed(true)
	slices.Sort(b.ids)
	return b.ids
}

// note meets the features of tokens.
func (b *builder) note(from, to int) {
	for i := from; i < to; i++ {
		if b.tokens[i].masked {
			continue
		}
		b.meet(b.senses.features(i))
		b.senses.given(i, b.meet)
	}
}

// meet adds features to those present, and the frames that they call for.
func (b *builder) meet(features []feature) {
	for _, f := range features {
		if !b.present.has(f) {
			b.present.add(f)
			b.calls = append(b.calls, b.pack.called(f)...)
		}
	}
}

// heed adds the frames called for, those that reach so far, that everything is
// present for.
func (b *builder) heed(far bool) {
	missing := func(f feature) bool { return !b.present.has(f) }
	for _, c := range b.calls {
		if c.far == far && b.present.has(c.also) && !slices.ContainsFunc(b.pack.frames[c.frame].needs, missing) {
			b.ids = append(b.ids, c.frame)
		}
	}
}

// shortSentence is how many tokens a sentence has that may only complete the
// one before it ("Always.", "In every session.").
const shortSentence = 7

// after returns the sentence with a short one that follows.
func (b *builder) after(s span) span {
	if s.to < len(b.clauses) {
		next := b.sentences[b.clauses[s.to].sentence]
		if b.clauses[next.to-1].to-b.clauses[next.from].from <= shortSentence {
			return span{s.from, next.to}
		}
	}
	return s
}

// try looks for a frame in a range of clauses.
func (b *builder) try(f *frame, where span) {
	from, to := b.clauses[where.from].from, b.clauses[where.to-1].to
	parts := b.pack.compiled(&f.pattern)
	for pos := from; pos < to; {
		x := match{fact: f.fact}
		first, ok := b.findParts(&x, parts, span{from, to}, pos)
		if !ok || x.to() == x.from() { // an empty match
			return
		}
		b.endBeside(&x)
		x.clauses = b.touched(x.spans)
		held := b.holds(&x)
		if held {
			found := x
			b.found = append(append(b.found, &found), b.household(&found)...)
		} else {
			b.refused = true
		}
		switch {
		case !held:
			pos = first + 1
		case len(parts) > 1:
			return
		default:
			pos = x.spans[0].to
		}
	}
}

// findParts finds all parts of a frame among tokens, the first from pos on, and
// returns where that one begins.
func (b *builder) findParts(x *match, parts []part, tokens span, pos int) (first int, ok bool) {
	first = pos
	for i, p := range parts {
		start := tokens.from
		if i == 0 {
			start = pos
		}
		at, ok := b.find(p.start, start, tokens.to)
		if ok == p.absent {
			return 0, false
		}
		if p.absent {
			continue
		}
		if i == 0 {
			first = at
		}
		x.spans = append(x.spans, span{at, b.end})
		x.caps = append(x.caps, b.caps...)
		x.gaps = append(x.gaps, b.gaps...)
	}
	slices.SortFunc(x.spans, func(s, t span) int { return cmp.Compare(s.from, t.from) })
	return first, true
}

// touched returns the clauses that the spans lie in.
func (b *builder) touched(spans []span) span {
	first, last := len(b.clauses), 0
	for _, s := range spans {
		for i := s.from; i < s.to; i++ {
			if c := b.clauseOf[i]; c >= 0 {
				first, last = min(first, c), max(last, c+1)
			}
		}
	}
	if first > last {
		return span{last, last}
	}
	return span{first, last}
}

// chosen chooses among the matches. A match yields to an earlier fact of
// facts.toml that claims a word of it.
func (b *builder) chosen() []*match {
	b.found = append(b.found, b.ended()...)
	slices.SortStableFunc(b.found, func(x, y *match) int {
		return cmp.Or(certain(x, y), cmp.Compare(x.fact.rank, y.fact.rank), cmp.Compare(x.from(), y.from()))
	})
	var kept []*match
	near := make([][]*match, len(b.clauses)) // those kept that touch a clause or one beside it
	for _, x := range b.found {
		excludes := func(k *match) bool { return k.excludes(x) }
		if slices.ContainsFunc(near[x.clauses.from:x.clauses.to], func(kept []*match) bool { return slices.ContainsFunc(kept, excludes) }) {
			continue
		}
		kept = append(kept, x)
		for c := max(x.clauses.from-1, 0); c < min(x.clauses.to+1, len(near)); c++ {
			near[c] = append(near[c], x)
		}
	}
	slices.SortStableFunc(kept, func(x, y *match) int { return cmp.Compare(x.from(), y.from()) })
	return b.withoutReasons(b.merge(kept))
}

// candidates builds what the turn says.
func (b *builder) candidates() []loci.Candidate {
	kept := b.chosen()
	out := append(b.denials(kept), b.corrections()...)
	last := map[string]statement{}
	for i := range kept {
		if c, ok := b.candidate(kept, i); ok && !kept[i].void {
			for _, c := range b.listed(kept, i, c) {
				if repeats(last, &c) {
					continue
				}
				c.Adds = c.Adds || !c.Corrects && fills(out, c)
				out = announce(out, c)
			}
			if c, ok := b.event(kept, i); ok {
				out = append(out, c)
			}
			if x := b.besides(kept[i]); x != nil {
				if c, ok := b.candidate([]*match{x}, 0); ok {
					out = append(out, c)
				}
			}
		}
	}
	return append(out, b.ofKnown(kept)...)
}

// statement is what tells two candidates about the same thing apart.
type statement struct {
	op    loci.Op
	text  string
	value string
}

// repeats reports whether the last candidate about the same thing says what c
// says, and notes c: what a turn says over and over is one statement.
func repeats(last map[string]statement, c *loci.Candidate) bool {
	about := c.Slot.Attribute
	if about == "" {
		about = string(c.Category) + "\x00" + c.Text
	}
	said := statement{c.Op, c.Text, c.Value}
	if last[about] == said {
		return true
	}
	last[about] = said
	return false
}

// announce adds a candidate. What begins on a day to come is said once, the
// fuller way: who "will work as an accountant at Acme" tells a job and an employer.
func announce(out []loci.Candidate, c loci.Candidate) []loci.Candidate {
	same := slices.IndexFunc(out, func(o loci.Candidate) bool {
		return o.Category == loci.Goals && c.Category == loci.Goals && o.Due != nil && c.Due != nil && *o.Due == *c.Due && o.Start == c.Start
	})
	if same < 0 {
		return append(out, c)
	}
	if c.End > out[same].End {
		out[same] = c
	}
	return out
}

// fills reports whether a candidate of the same turn fills the slot already:
// "I teach maths and I drive a taxi" are two jobs.
func fills(out []loci.Candidate, c loci.Candidate) bool {
	if c.Op != loci.OpAssert || !c.Slot.Filled() {
		return false
	}
	for i := range out {
		if o := &out[i]; o.Op == loci.OpAssert && o.Slot == c.Slot && o.Value != c.Value {
			return true
		}
	}
	return false
}

// excludes reports whether k, chosen before, leaves no room for x.
func (k *match) excludes(x *match) bool {
	if k.fact.Ends && x.fact.Kind == loci.Episodic {
		return false
	}
	if x.also {
		return overlap(k.spans, x.spans)
	}
	sameClause := k.clauses.from < x.clauses.to && x.clauses.from < k.clauses.to
	if sameClause && (x.fact.Alone || len(x.spans) > 1 && len(k.spans) > 1 || x.fact.Op != loci.OpAssert && x.fact.Op == k.fact.Op) {
		return true
	}
	if sameClause && k.fact.Category == x.fact.Category && (len(x.spans) > 1) != (len(k.spans) > 1) && !x.fact.Introduces {
		return true // a bag says what a pattern of its clause says more exactly
	}
	if len(k.caps) > 0 && len(x.caps) > 0 && k.fact != x.fact {
		return overlap(k.about(), x.about())
	}
	return overlap(k.spans, x.spans)
}

func overlap(a, b []span) bool {
	for _, s := range a {
		for _, t := range b {
			if s.from < t.to && t.from < s.to {
				return true
			}
		}
	}
	return false
}

// about returns what a match says something about: what it captured.
func (x *match) about() []span {
	out := make([]span, len(x.caps))
	for i, c := range x.caps {
		out[i] = span{c.from, c.to}
	}
	return out
}

// merge joins matches in neighbouring clauses of a sentence, where their facts
// say that they belong together.
func (b *builder) merge(kept []*match) []*match {
	out := kept[:0]
	for _, x := range kept {
		n := len(out)
		if n == 0 || !b.neighbours(out[n-1], x) {
			out = append(out, x)
			continue
		}
		switch before := out[n-1]; {
		case x.fact.Merge != "" && before.fact.Merge == x.fact.Merge:
			before.caps = append(before.caps, x.caps...)
			if x.fact.rank < before.fact.rank && x.clauses.from < before.clauses.to { // both read one clause
				before.fact = x.fact
			}
			before.take(x)
		case b.consequent(before, x):
			before.take(x)
		default:
			out = append(out, x)
		}
	}
	return out
}

// take adds the words of a match to those of the one before it.
func (x *match) take(y *match) {
	x.spans = append(x.spans, y.spans...)
	x.clauses.to = max(x.clauses.to, y.clauses.to)
}

// consequent reports whether y only says what follows from x, "sesame gives me
// hives, | so no hummus for me", rather than adding to it, "| and I eat no pork".
func (b *builder) consequent(x, y *match) bool {
	c := &b.clauses[y.clauses.from]
	return slices.Contains(y.fact.From, x.fact.Name) && c.sentence == b.clauses[x.clauses.to-1].sentence &&
		!b.begins("and", c.from) && !b.begins("addition", c.from) && !b.begins("addition", c.first)
}

// neighbours reports whether y follows x in the same sentence, or is a very
// short sentence after it ("No commentary.").
func (b *builder) neighbours(x, y *match) bool {
	if y.clauses.from > x.clauses.to+1 {
		return false
	}
	size := b.clauses[y.clauses.to-1].to - b.clauses[y.clauses.from].from
	gap := b.clauses[y.clauses.from].sentence - b.clauses[x.clauses.to-1].sentence
	return gap <= 0 || gap == 1 && size <= shortRemark
}

// shortRemark is how many tokens a sentence has that only rounds off another.
const shortRemark = 4
