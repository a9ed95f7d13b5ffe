package extract

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
)

//go:embed packs/*.toml
var packFiles embed.FS

// packFile is a pack as it is written.
type packFile struct {
	Elide  bool   `toml:"elide"`  // an apostrophe ends a word
	Clitic string `toml:"clitic"` // what an apostrophe adds to a word, a word of its own
	// Letters writes a second script in the letters of the pack ("ш" = "sh";
	// "^е" = "ye" holds at a word's beginning).
	Letters map[string]string `toml:"letters"`

	Words  map[string]any    `toml:"words"` // class → phrases, or label → phrases
	Frames map[string]string `toml:"frames"`
}

// pack is what loci knows about one language: word classes and frames.
type pack struct {
	lang    string
	elide   bool
	clitic  string
	letters map[string]string
	classes map[string]*class
	frames  []*frame
	trigger wordIndex
	sets    map[string]*wordSet // of the patterns, while they are compiled
}

// frame is one way to state a fact: every one of its patterns is found in the
// clause, in any order.
type frame struct {
	fact  *fact
	parts []part
	text  string // as written, for error messages and tests
}

// part is one pattern of a frame; an absent part must not be found.
type part struct {
	start  *node
	absent bool
}

// class is a set of words and phrases that mean the same to a frame.
type class struct {
	name    string
	words   wordSet
	phrases []phrase
	byWord  map[string][]phrase
	rest    []phrase // phrases that do not begin with a plain word
	id      int      // place in the matcher's memory
	need    []string // what needs answered, once known
	known   bool
}

type phrase struct {
	start *node
	label string
	seq   []element
}

// phrasesAt returns the phrases that may begin with a word.
func (c *class) phrasesAt(norm string) []phrase {
	if own := c.byWord[norm]; len(own) > 0 {
		if len(c.rest) == 0 {
			return own
		}
		return append(slices.Clip(own), c.rest...)
	}
	return c.rest
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
	var f packFile
	if err := toml.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("pack %s: %w", lang, err)
	}
	p := &pack{lang: lang, elide: f.Elide, clitic: f.Clitic, letters: f.Letters, classes: map[string]*class{}}
	if err := p.compileClasses(f.Words); err != nil {
		return nil, fmt.Errorf("pack %s: %w", lang, err)
	}
	if err := p.compileFrames(f.Frames, facts); err != nil {
		return nil, fmt.Errorf("pack %s: %w", lang, err)
	}
	p.sets = nil
	return p, nil
}

// compileClasses makes every class known before any phrase is compiled, since
// phrases may name other classes.
func (p *pack) compileClasses(words map[string]any) error {
	for name := range words {
		p.classes[name] = &class{name: name, byWord: map[string][]phrase{}, id: len(p.classes)}
	}
	for name, v := range words {
		switch v := v.(type) {
		case string:
			if err := p.addPhrases(p.classes[name], "", v); err != nil {
				return err
			}
		case map[string]any:
			for label, list := range v {
				text, ok := list.(string)
				if !ok {
					return fmt.Errorf("words.%s.%s is no text", name, label)
				}
				if err := p.addPhrases(p.classes[name], label, text); err != nil {
					return err
				}
			}
		default:
			return fmt.Errorf("words.%s is neither a text nor a table", name)
		}
	}
	return nil
}

// addPhrases reads a list separated by commas and line ends. What is a single
// plain word goes into the set, so that it costs a map look-up.
func (p *pack) addPhrases(c *class, label, list string) error {
	for _, src := range entries(list, ",\n") {
		if oneWord(src) {
			c.words.add(src, label)
			continue
		}
		bag, err := parsePattern(src)
		if err != nil {
			return fmt.Errorf("words.%s: %w", c.name, err)
		}
		seq := bag[0]
		switch {
		case len(bag) > 1:
			return fmt.Errorf("words.%s: %q: a word class knows no &", c.name, src)
		case len(seq) == 1 && seq[0].op == opWord && !seq[0].optional:
			for _, w := range seq[0].words {
				c.words.add(w, label)
			}
			continue
		}
		start, err := p.compile(seq, &node{op: opAccept})
		if err != nil {
			return fmt.Errorf("words.%s: %q: %w", c.name, src, err)
		}
		ph := phrase{start: start, label: label, seq: seq}
		if first := plainFirst(seq); len(first) > 0 {
			for _, w := range first {
				w = foldLiteral(w)
				c.byWord[w] = append(c.byWord[w], ph)
			}
		} else {
			c.rest = append(c.rest, ph)
		}
		c.phrases = append(c.phrases, ph)
	}
	return nil
}

// plainFirst returns the words a sequence must begin with, nil if it may begin
// with anything else.
func plainFirst(seq []element) []string {
	if seq[0].op != opWord || seq[0].optional {
		return nil
	}
	for _, w := range seq[0].words {
		if strings.ContainsAny(w, "*=") {
			return nil
		}
	}
	return seq[0].words
}

func (p *pack) compileFrames(frames map[string]string, facts []*fact) error {
	known := map[string]bool{}
	for _, f := range facts {
		known[f.Name] = true
		for _, src := range entries(frames[f.Name], "\n") {
			fr, seqs, err := p.compileFrame(src, f)
			if err != nil {
				return fmt.Errorf("frames.%s: %w", f.Name, err)
			}
			p.trigger.add(len(p.frames), p.needs(seqs))
			p.frames = append(p.frames, fr)
		}
	}
	for name := range frames {
		if !known[name] {
			return fmt.Errorf("frames.%s: no such fact", name)
		}
	}
	return nil
}

func (p *pack) compileFrame(src string, f *fact) (*frame, [][]element, error) {
	bag, err := parsePattern(src)
	if err != nil {
		return nil, nil, err
	}
	fr := &frame{fact: f, text: src}
	var present [][]element
	for _, seq := range bag {
		absent := len(seq) == 1 && seq[0].op == opNot && len(bag) > 1
		if absent {
			seq = seq[0].branches[0]
		} else {
			present = append(present, seq)
		}
		start, err := p.compile(seq, &node{op: opAccept})
		if err != nil {
			return nil, nil, fmt.Errorf("%q: %w", src, err)
		}
		fr.parts = append(fr.parts, part{start, absent})
	}
	return fr, present, nil
}

// entries splits a list, dropping comments (lines that begin with #).
func entries(list, separators string) []string {
	var out []string
	for line := range strings.SplitSeq(list, "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		for e := range strings.FieldsFuncSeq(line, func(r rune) bool { return strings.ContainsRune(separators, r) }) {
			if e = strings.TrimSpace(e); e != "" {
				out = append(out, e)
			}
		}
	}
	return out
}
