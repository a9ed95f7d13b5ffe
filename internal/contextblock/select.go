package contextblock

import (
	"cmp"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
)

// page is where lines are put until it is full.
type page struct {
	lines, chars int // what may still be written
	now          time.Time
	said         map[string]bool
	shown        []ranked
}

func newPage(lines, chars int, now time.Time) *page {
	return &page{lines: lines, chars: chars, now: now, said: map[string]bool{}}
}

// put adds the memory's line if it fits and says something new, and reports
// whether it did.
func (p *page) put(r ranked) bool {
	if p.lines < 1 {
		return false
	}
	size := utf8.RuneCountInString(newItem(r, p.now).String()) + 1
	said := text.Fold(statement(r.Memory))
	if size > p.chars || p.said[said] {
		return false
	}
	p.lines--
	p.chars -= size
	p.said[said] = true
	p.shown = append(p.shown, r)
	return true
}

// split ranks what may be shown: instructions, which only a person's words can
// be and only while they stand, and facts.
func split(ms []loci.Memory, now time.Time) (instructions, facts []ranked) {
	known := make(map[loci.ID]bool, len(ms))
	for i := range ms {
		known[ms[i].ID] = true
	}
	nearest := narrowest(ms, now)
	for i := range ms {
		m := &ms[i]
		r := rank(m, now)
		if n, ok := nearest[m.Slot]; ok && r.status == loci.Active && width(m.Scope) > n {
			continue
		}
		live := r.status == loci.Active || r.status == loci.Hypothesis
		switch {
		case m.Kind == loci.Procedural:
			if live && m.Tier.MayBeProcedural() {
				instructions = append(instructions, r)
			}
		case usable(r) && !known[m.ProjectionOf]:
			facts = append(facts, r)
		}
	}
	slices.SortFunc(instructions, compare)
	return instructions, facts
}

// narrowest returns, for each slot, how wide the narrowest scope is that fills
// it: what holds for this project or agent wins over what holds everywhere,
// and both over what the org says.
func narrowest(ms []loci.Memory, now time.Time) map[loci.Slot]int {
	out := map[loci.Slot]int{}
	for i := range ms {
		m := &ms[i]
		if !m.Slot.Filled() || m.StatusAt(now) != loci.Active || m.Tier < loci.TierStated {
			continue
		}
		if n, ok := out[m.Slot]; !ok || width(m.Scope) < n {
			out[m.Slot] = width(m.Scope)
		}
	}
	return out
}

func width(s loci.Scope) int {
	n := 0
	if s.Project == "" {
		n++
	}
	if s.Agent == "" {
		n++
	}
	if s.User == loci.SharedUser {
		n += 2
	}
	return n
}

func usable(r ranked) bool {
	switch r.status {
	case loci.Active, loci.Hypothesis, loci.Completed:
		return r.Tier >= loci.TierNoted
	}
	return false
}

// The quotas. Each gives way when nothing else wants the line: those of
// category and source inside one importance, so that they never put a lesser
// memory before a greater one; that of the tier across the block, so that an
// agent's notes never crowd out what the user said.
const (
	perCategory = 4 // of one importance
	perSource   = 2 // of one importance, below TierStated
	perNoted    = 4 // in all, below TierStated
)

type source struct {
	origin       loci.Origin
	conversation string
	tool, url    string
}

// quota counts what one importance has taken.
type quota struct {
	categories map[loci.Category]int
	sources    map[source]int
}

// allows reports whether m is within the quota, and counts it if so.
func (q quota) allows(m *loci.Memory) bool {
	from := source{m.Origin, m.Ref.Conversation, m.Ref.Tool, m.Ref.URL}
	if q.categories[m.Category] >= perCategory || noted(m) && q.sources[from] >= perSource {
		return false
	}
	q.categories[m.Category]++
	q.sources[from]++
	return true
}

func noted(m *loci.Memory) bool { return m.Tier < loci.TierStated }

// chooser puts facts on a page, the most important ones first. Within one
// importance relevance decides, then the order.
type chooser struct {
	page      *page
	relevance map[loci.ID]float64
	crowd     []ranked // over the quota of their tier
	noted     int
}

func (c *chooser) choose(facts []ranked) {
	levels := make([][]ranked, len(loci.Importances())+1)
	for _, r := range facts {
		levels[r.importance] = append(levels[r.importance], r)
	}
	for _, level := range levels {
		if c.page.lines == 0 {
			break
		}
		slices.SortFunc(level, func(a, b ranked) int {
			return cmp.Or(cmp.Compare(c.relevance[b.ID], c.relevance[a.ID]), compare(a, b))
		})
		q := quota{map[loci.Category]int{}, map[source]int{}}
		spare := c.fill(level, q.allows)
		c.fill(spare, func(*loci.Memory) bool { return true })
	}
	for _, r := range c.crowd {
		c.page.put(r)
	}
	slices.SortFunc(c.page.shown, compare)
}

// fill puts what is allowed, and returns what was not allowed.
func (c *chooser) fill(level []ranked, allows func(*loci.Memory) bool) (spare []ranked) {
	for _, r := range level {
		switch {
		case c.page.lines == 0:
			return nil
		case noted(r.Memory) && c.noted >= perNoted:
			c.crowd = append(c.crowd, r)
		case !allows(r.Memory):
			spare = append(spare, r)
		case c.page.put(r) && noted(r.Memory):
			c.noted++
		}
	}
	return spare
}
