package extract

import (
	"embed"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/locimem/loci/internal/text"
)

//go:embed packs/*.toml
var packFiles embed.FS

// pack is what loci knows about one language: word classes and frames.
type pack struct {
	lang    string
	elide   bool
	endings bool
	clitic  string
	// enumeration is the mark that joins the items of a list and separates nothing.
	enumeration string
	// prefixes are word beginnings that people also write apart: می خورم.
	prefixes []string
	// proclitics are words written together with the next: والسمك, "and fish".
	proclitics []string
	letters    map[string]string
	classes    map[string]*class
	index      *index
	frames     []*frame
	trigger    []int32 // of each feature: the first frame that it calls for, none
}

// frame is one way to state a fact: every one of its patterns is found in the
// clause, in any order.
type frame struct {
	pattern
	fact  *fact
	needs []feature // every match contains each of them
	next  int32     // the next frame that the same feature calls for
}

const none = -1

// class is a set of words and phrases that mean the same to a frame.
type class struct {
	name    string
	id      feature
	phrases []*phrase
	rest    []int32 // phrases that do not begin with a plain word
}

type phrase struct {
	pattern
	label string
}

// shelf hands out packs, each compiled when its language is first met.
type shelf struct {
	facts []*fact
	slots map[string]func() (*pack, error)
}

func newShelf() (*shelf, error) {
	facts, err := readFacts()
	if err != nil {
		return nil, err
	}
	s := &shelf{facts: facts, slots: map[string]func() (*pack, error){}}
	entries, err := packFiles.ReadDir("packs")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		lang := strings.TrimSuffix(e.Name(), ".toml")
		if lang == factsName {
			continue
		}
		s.slots[lang] = sync.OnceValues(func() (*pack, error) { return readPack(lang, facts) })
	}
	return s, nil
}

// get returns the pack of a language, nil if there is none.
func (s *shelf) get(lang string) (*pack, error) {
	if load, ok := s.slots[lang]; ok {
		return load()
	}
	return nil, nil
}

func readPack(lang string, facts []*fact) (*pack, error) {
	data, err := packFiles.ReadFile("packs/" + lang + ".toml")
	if err != nil {
		return nil, err
	}
	src, err := readSource(string(data))
	if err != nil {
		return nil, fmt.Errorf("pack %s: %w", lang, err)
	}
	if err := src.spread(); err != nil {
		return nil, fmt.Errorf("pack %s: %w", lang, err)
	}
	src.respell()
	p := newPack(lang, src)
	if err := p.read(src, facts); err != nil {
		return nil, fmt.Errorf("pack %s: %w", lang, err)
	}
	return p, nil
}

// newPack makes every class known before any phrase is read, since phrases may
// name other classes.
func newPack(lang string, src *source) *pack {
	p := &pack{
		lang: lang, elide: src.elide, endings: src.ends, clitic: src.clitic, enumeration: src.enumeration, letters: src.letters,
		prefixes: foldedList(src.prefixes), proclitics: foldedList(src.proclitics),
		classes: map[string]*class{}, index: newIndex(src.size),
	}
	for _, list := range src.words {
		if p.classes[list.class] == nil {
			p.classes[list.class] = &class{name: list.class, id: p.index.add(0)}
		}
	}
	p.index.classes = len(p.index.size)
	return p
}

// foldedList takes a list separated by commas apart, its items in the form of token.norm.
func foldedList(list string) []string {
	var out []string
	for item := range strings.SplitSeq(list, ",") {
		if item = strings.TrimSpace(item); item != "" {
			out = append(out, foldLiteral(text.Fold(item)))
		}
	}
	return out
}

// read files the words of the pack in the index.
func (p *pack) read(src *source, facts []*fact) error {
	var r parser
	for i := range src.words {
		if err := p.readList(&r, &src.words[i]); err != nil {
			return fmt.Errorf("words.%s: %w", src.words[i].class, err)
		}
	}
	if err := p.readFrames(&r, src.frames, facts); err != nil {
		return err
	}
	p.index.seal()
	p.triggerFrames()
	return nil
}

// readList reads a list separated by commas and line ends.
func (p *pack) readList(r *parser, list *wordList) error {
	c, label := p.classes[list.class], p.index.label(list.label)
	for line := range lines(list.text) {
		for src := range strings.SplitSeq(line, ",") {
			src = strings.TrimSpace(src)
			switch first := firstWord(src); {
			case src == "":
			case first == src:
				p.index.link(link{from: p.index.literal(src), to: c.id, how: member, label: label})
			case first != "":
				p.index.link(link{from: p.index.literal(first), to: c.id, how: int32(len(c.phrases))})
				c.phrases = append(c.phrases, &phrase{pattern: pattern{src: src}, label: list.label})
			default:
				if err := p.readPhrase(r, c, src, list.label); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (p *pack) readPhrase(r *parser, c *class, src, label string) error {
	bag, err := r.parse(src)
	if err != nil {
		return err
	}
	if len(bag) > 1 {
		return fmt.Errorf("%q: a word class knows no &", src)
	}
	seq := bag[0]
	words := seq[0].op == opWord && !seq[0].optional
	if words && len(seq) == 1 {
		for _, w := range seq[0].words {
			p.index.link(link{from: p.index.literal(w), to: c.id, how: member, label: p.index.label(label)})
		}
		return nil
	}
	how := int32(len(c.phrases))
	if !words || !whole(seq[0].words) {
		c.rest = append(c.rest, how)
		how = begins
	}
	for _, f := range p.firsts(seq, make([]feature, 0, 8)) {
		p.index.link(link{from: f, to: c.id, how: how})
	}
	c.phrases = append(c.phrases, &phrase{pattern: pattern{src: src}, label: label})
	return nil
}

// firstWord returns the token that a phrase begins with where it is nothing but
// words, empty otherwise: most are, and need not be parsed.
func firstWord(src string) string {
	if ideographs(src) {
		_, size := utf8.DecodeRuneInString(src)
		return src[:size]
	}
	for from := 0; ; {
		word, _, more := strings.Cut(src[from:], " ")
		if !oneWord(word) {
			return ""
		}
		if !more {
			break
		}
		from += len(word) + 1
	}
	first, _, _ := strings.Cut(src, " ")
	return first
}

// whole reports whether the literals are all whole words.
func whole(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return strings.ContainsAny(w, "*=") })
}

func (p *pack) readFrames(r *parser, frames map[string]string, facts []*fact) error {
	known := map[string]bool{}
	var needs []feature
	for _, f := range facts {
		known[f.Name] = true
		for src := range lines(frames[f.Name]) {
			bag, err := r.parse(src)
			if err != nil {
				return fmt.Errorf("frames.%s: %w", f.Name, err)
			}
			own := len(needs)
			for _, seq := range bag {
				if seq, absent := without(seq, len(bag)); !absent {
					needs = p.needs(seq, needs)
				}
			}
			p.frames = append(p.frames, &frame{pattern: pattern{src: src}, fact: f, needs: needs[own:]})
		}
	}
	for name := range frames {
		if !known[name] {
			return fmt.Errorf("frames.%s: no such fact", name)
		}
	}
	return nil
}

// triggerFrames lets each frame be called for by what the fewest frames need.
func (p *pack) triggerFrames() {
	uses := make([]int32, len(p.index.size))
	p.trigger = make([]int32, len(p.index.size))
	for i := range p.trigger {
		p.trigger[i] = none
	}
	for _, f := range p.frames {
		for _, need := range f.needs {
			uses[need]++
		}
	}
	for id, f := range p.frames {
		rarest := always
		for _, need := range f.needs {
			if rarest == always || uses[need] < uses[rarest] {
				rarest = need
			}
		}
		f.next, p.trigger[rarest] = p.trigger[rarest], int32(id)
	}
}

// lines yields the lines of a list, without comments (lines that begin with #).
func lines(list string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range strings.SplitSeq(list, "\n") {
			line = strings.TrimSpace(line)
			if line != "" && line[0] != '#' && !yield(line) {
				return
			}
		}
	}
}
