package extract

import (
	"slices"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
)

// Engine reads turns by rules. It is safe for concurrent use.
type Engine struct {
	shelf *shelf
}

// New returns an engine. Packs are read when their language is first met.
func New() (*Engine, error) {
	s, err := newShelf()
	if err != nil {
		return nil, err
	}
	return &Engine{shelf: s}, nil
}

// Input is one turn of the user's and what is known about it.
type Input struct {
	Text    string
	Lang    string    // BCP 47; empty: found out
	Usual   []string  // languages the user usually writes in
	Time    time.Time // when it was said, in the speaker's zone
	Subject string    // whom its slots are about; empty: loci.SelfSubject
	Known   []Known   // whom the speaker has named before

	// Assistant is what the assistant said before. Nothing is taken from it; it
	// only tells what a bare answer refers to.
	Assistant string
}

// Result is what a turn says.
type Result struct {
	Candidates []loci.Candidate
	Skipped    []Skip
	Lang       string
	Truncated  bool // only the first loci.MaxExtract bytes were read
	Denies     bool // a negation stands in it

	claims     []claim // the author's own sentences
	understood bool    // the pack knows why the turn says nothing
}

// Extract returns what a turn says about its author.
func (e *Engine) Extract(in Input) Result {
	if in.Subject == "" {
		in.Subject = loci.SelfSubject
	}
	src, cut := clip(in.Text, loci.MaxExtract)
	res := Result{Lang: in.Lang, Truncated: cut}
	readings := 0
	for _, lang := range e.languages(in, src) {
		p, err := e.shelf.get(lang)
		if p == nil || err != nil {
			continue
		}
		r := extract(p, in, src)
		if readings++; readings == 1 || len(r.Candidates) > 0 {
			res.Candidates, res.Skipped, res.Denies, res.claims, res.Lang = r.Candidates, r.Skipped, r.Denies, r.claims, lang
		}
		if len(r.Candidates) > 0 || readings == maxReadings || r.understood {
			break
		}
	}
	return res
}

// languages returns what a turn may be written in, the likeliest first. A short
// turn may have no function word to go by ("odeio coentro"): where its language
// is in doubt, the pack that finds something is right.
func (e *Engine) languages(in Input, src string) []string {
	if in.Lang != "" {
		return []string{in.Lang}
	}
	langs := text.Candidates(src, in.Usual...)
	unknown := langs[0] == text.Undetermined
	if unknown {
		langs = slices.Clone(in.Usual)
	}
	short := len(src) <= shortTurn
	if !short && !unknown {
		return langs[:1]
	}
	if unknown || len(langs) > 1 || e.shelf.slots[langs[0]] == nil {
		for _, lang := range text.Possible(src) {
			if !slices.Contains(langs, lang) {
				langs = append(langs, lang)
			}
		}
	}
	return langs
}

// understanding are the reasons for which only who knows the language skips a
// part of a turn. Another pack must not hear the user there.
var understanding = []string{skipMaterial, skipRole, skipReported, skipDenied, skipOverride}

const (
	maxReadings = 6  // packs that a turn in doubt is read with
	shortTurn   = 60 // bytes
)

// clip cuts a text at a rune's beginning.
func clip(s string, limit int) (string, bool) {
	if len(s) <= limit {
		return s, false
	}
	for limit > 0 && s[limit]&0xc0 == 0x80 {
		limit--
	}
	return s[:limit], true
}

// extract reads a turn with one pack: what is not its author's own claim is
// masked, the rest cut into clauses, each with its features, and the frames are
// matched over them.
func extract(p *pack, in Input, src string) Result {
	b, override := read(p, in, src)
	r := Result{Candidates: b.candidates(), Skipped: b.skipped(), Denies: b.negates()}
	r.understood = b.refused || slices.ContainsFunc(r.Skipped, func(s Skip) bool { return slices.Contains(understanding, s.Reason) })
	if !override { // who claims an authority that he has not speaks for nobody
		r.claims = b.claims()
	}
	return r
}

// read finds what the frames of a pack match in a turn.
func read(p *pack, in Input, src string) (b *builder, override bool) {
	m := newMatcher(p, in, src)
	m.segment()
	m.skipLeads()
	override = m.maskPhrases()
	m.forget()
	m.describe()
	m.maskDisowned()
	m.maskRetold(in)
	m.forget()
	b = newBuilder(m, in)
	for _, s := range m.sentences {
		b.read(s)
		b.kinship(s)
		b.means(s)
	}
	for _, s := range m.sentences {
		b.announced(s)
	}
	b.introduce()
	return b, override
}

// newMatcher cuts a text into tokens and masks what can be told without the
// pack's phrases.
func newMatcher(p *pack, in Input, src string) *matcher {
	a := &analysis{src: src, pack: p, tokens: p.lex(src)}
	a.acquaint(in.Known)
	a.dates = &calendar{src: src, langs: []string{p.lang}, now: in.Time}
	a.maskCode()
	a.maskStruck()
	a.maskWrapped()
	a.maskLines()
	a.maskBrackets()
	a.maskQuotes()
	m := &matcher{analysis: a, limit: len(a.tokens), memo: make([]remembered, 0, 2*len(a.tokens)), latest: make([]int32, len(a.tokens))}
	m.lookAll()
	return m
}
