package extract

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unsafe"
)

// packFiles holds the compiled packs; each is made of the source beside it.
//
//go:generate go run ./packgen packs
//go:embed packs/*.pack packs/facts.toml
var packFiles embed.FS

// packSuffix ends the name of a compiled pack.
const packSuffix = ".pack"

// pack is what loci knows about one language: word classes and frames.
type pack struct {
	lang string
	settings
	prefixes   []string // word beginnings that people also write apart: می خورم
	proclitics []string // words written together with the next: والسمك, "and fish"
	classes    map[string]*class
	index      *index
	frames     []frame
	denials    func() []denial
	beside     map[string]*fact // those of frameless
	bonds      []*fact          // what verbs beside a known name put an end to
	calls      []call           // by the feature that calls for them
	callsFrom  []int32          // where those of each feature begin
}

// frame is one way to state a fact: every one of its patterns is found in the
// clause, in any order.
type frame struct {
	pattern
	fact  *fact
	needs []feature // every match contains each of them; the first calls for the frame
}

// frameless are the facts that are found without a frame, too, by what stands
// beside what.
var frameless = []string{"household", "close", "relative", "pet", "money", "hours", "decision"}

const none = -1

// class is a set of words and phrases that mean the same to a frame.
type class struct {
	name    string
	id      feature
	phrases []phrase
	rest    []int32 // phrases that do not begin with a plain word
}

type phrase struct {
	pattern
	label int32
}

// shelf hands out packs, each read when its language is first met.
type shelf struct {
	slots map[string]func() (*pack, error)
}

func newShelf() (*shelf, error) {
	s := &shelf{slots: map[string]func() (*pack, error){}}
	entries, err := packFiles.ReadDir("packs")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if lang, ok := strings.CutSuffix(e.Name(), packSuffix); ok {
			s.slots[lang] = sync.OnceValues(func() (*pack, error) { return readPack(lang) })
		}
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

func readPack(lang string) (*pack, error) {
	facts, err := readFacts()
	if err != nil {
		return nil, err
	}
	data, err := packFiles.ReadFile("packs/" + lang + packSuffix)
	if err != nil {
		return nil, err
	}
	// The data is a copy that nobody else has; a second one would take as long
	// as all the rest.
	p, err := decodePack(unsafe.String(unsafe.SliceData(data), len(data)), facts)
	if err != nil {
		return nil, fmt.Errorf("pack %s: %w", lang, err)
	}
	p.lang = lang
	for _, f := range facts {
		if p.classes[f.Over] != nil {
			p.bonds = append(p.bonds, f)
		}
	}
	return p, nil
}

// call is a frame that a feature calls for.
type call struct {
	frame int32
	also  feature // what it needs besides: most are dismissed by that
	far   bool    // it reaches into the next sentence
}

// call lets each frame be called for by what it needs first.
func (p *pack) call() {
	p.index.needed = newBits(p.index.features)
	p.callsFrom = make([]int32, p.index.features+1)
	by := make([]feature, len(p.frames))
	for id := range p.frames {
		for _, need := range p.frames[id].needs {
			p.index.needed.add(need)
		}
		if needs := p.frames[id].needs; len(needs) > 0 {
			by[id] = needs[0]
		}
		p.callsFrom[by[id]+1]++
	}
	for f := range p.index.features {
		p.callsFrom[f+1] += p.callsFrom[f]
	}
	p.calls = make([]call, len(p.frames))
	next := slices.Clone(p.callsFrom)
	for id, f := range by {
		also := f
		if needs := p.frames[id].needs; len(needs) > 1 {
			also = needs[1]
		}
		p.calls[next[f]] = call{int32(id), also, p.frames[id].fact.Reach == reachSentence}
		next[f]++
	}
}

// lists reports whether a token is a member of a class by itself.
func (p *pack) lists(class string, t *token) bool {
	c := p.classes[class]
	return c != nil && p.index.holds(c.id, t)
}

// called returns the frames that a feature calls for.
func (p *pack) called(f feature) []call { return p.calls[p.callsFrom[f]:p.callsFrom[f+1]] }
