package extract

import (
	"cmp"
	"fmt"
	"io/fs"
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/locimem/loci/internal/text"
)

// CompilePacks compiles the sources of packs in a folder, each to the contents
// of a file. A process that meets a language has no time to read its source.
func CompilePacks(folder fs.FS) (map[string][]byte, error) {
	facts, err := readFacts()
	if err != nil {
		return nil, err
	}
	common, err := readFile(folder, commonName+".toml")
	if err != nil {
		return nil, err
	}
	files, err := fs.Glob(folder, "*.toml")
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	for _, file := range files {
		lang := strings.TrimSuffix(path.Base(file), ".toml")
		if lang == factsName || lang == commonName {
			continue
		}
		src, err := readFile(folder, file)
		if err != nil {
			return nil, err
		}
		src.include(common)
		if out[lang+packSuffix], err = src.compile(facts); err != nil {
			return nil, fmt.Errorf("pack %s: %w", lang, err)
		}
	}
	return out, nil
}

// include adds what is the same in every language, behind the pack's own.
func (s *source) include(common *source) {
	s.words = append(s.words, common.words...)
	for fact, frames := range common.frames {
		s.frames[fact] += "\n" + frames
	}
}

// commonName names the words and frames of every language.
const commonName = "common"

func readFile(folder fs.FS, file string) (*source, error) {
	data, err := fs.ReadFile(folder, file)
	if err != nil {
		return nil, err
	}
	src, err := readSource(string(data))
	if err != nil {
		return nil, fmt.Errorf("pack %s: %w", file, err)
	}
	return src, nil
}

// compile turns the source of a pack into what a process reads.
func (s *source) compile(facts []*fact) ([]byte, error) {
	if err := s.spread(); err != nil {
		return nil, err
	}
	s.respell()
	a := newAssembler(s)
	if err := a.read(s, facts); err != nil {
		return nil, err
	}
	return encodePack(a.pack), nil
}

// assembler builds a pack of its source.
type assembler struct {
	pack   *pack
	index  *indexer
	parser parser
	cores  map[*class][]given // what some token of every member has, of classes that much may begin
}

// newAssembler makes every class known before any phrase is read, since phrases
// may name other classes.
func newAssembler(src *source) *assembler {
	a := &assembler{index: newIndexer(), pack: &pack{
		settings: src.settings, prefixes: foldedList(src.prefixes), proclitics: foldedList(src.proclitics), classes: map[string]*class{},
	}}
	for _, list := range src.words {
		if a.pack.classes[list.class] == nil {
			a.pack.classes[list.class] = &class{name: list.class, id: a.index.add(0)}
		}
	}
	a.index.classes = len(a.index.size)
	return a
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
func (a *assembler) read(src *source, facts []*fact) error {
	for i := range src.words {
		if err := a.readList(&src.words[i]); err != nil {
			return fmt.Errorf("words.%s: %w", src.words[i].class, err)
		}
	}
	if err := a.readCores(src.words); err != nil {
		return err
	}
	if err := a.readFrames(src.frames, facts); err != nil {
		return err
	}
	a.seal()
	return nil
}

// readList files what a word class lists.
func (a *assembler) readList(list *wordList) error {
	c := a.pack.classes[list.class]
	for src := range members(list.text) {
		if err := a.readPhrase(c, src, list.label); err != nil {
			return err
		}
	}
	return nil
}

// readPhrase files a word or a phrase of a class under what it begins with.
func (a *assembler) readPhrase(c *class, src, label string) error {
	bag, err := a.parser.parse(src)
	if err != nil {
		return err
	}
	if len(bag) > 1 {
		return fmt.Errorf("%q: a word class knows no &", src)
	}
	seq := bag[0]
	if src == "$" { // a class that lists an end would begin everywhere
		seq = []element{{op: opWord, words: []string{src}}}
	}
	words := seq[0].op == opWord && !seq[0].optional
	how, under, then := int32(len(c.phrases)), a.index.label(label), anyInitials
	switch {
	case words && len(seq) == 1:
		how = member(under)
	case !words || !whole(seq[0].words):
		c.rest = append(c.rest, how)
		how = begins
	default:
		then = a.then(seq[1:])
	}
	for _, f := range a.firsts(seq, nil) {
		a.index.link(given{f, then}, c.id, how)
	}
	if how >= begins {
		c.phrases = append(c.phrases, phrase{pattern: pattern{src: src}, label: under})
	}
	return nil
}

// readCores notes what the members of classes need that may begin with more than
// plain words.
func (a *assembler) readCores(lists []wordList) error {
	cores := map[*class][]given{}
	for i := range lists {
		c := a.pack.classes[lists[i].class]
		if len(c.rest) == 0 {
			continue
		}
		for src := range members(lists[i].text) {
			bag, err := a.parser.parse(src)
			if err != nil {
				return err
			}
			cores[c] = append(cores[c], given{a.rarest(bag[0]), anyInitials})
		}
	}
	a.cores = cores
	return nil
}

// whole reports whether the literals are all whole words.
func whole(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return strings.ContainsAny(w, "*=") })
}

func (a *assembler) readFrames(frames map[string]string, facts []*fact) error {
	known := map[string]bool{}
	for _, f := range facts {
		known[f.Name] = true
		for src := range lines(frames[f.Name]) {
			bag, err := a.parser.parse(src)
			if err != nil {
				return fmt.Errorf("frames.%s: %w", f.Name, err)
			}
			var needs []feature
			for _, seq := range bag {
				if seq, absent := without(seq, len(bag)); !absent {
					needs = a.needs(seq, needs)
				}
			}
			a.pack.frames = append(a.pack.frames, frame{pattern: pattern{src: src}, fact: f, needs: needs})
		}
	}
	for name := range frames {
		if !known[name] {
			return fmt.Errorf("frames.%s: no such fact", name)
		}
	}
	return nil
}

// seal finishes the index. A frame is called for by what the fewest frames need.
func (a *assembler) seal() {
	needed := map[feature]bool{}
	for i := range a.pack.frames {
		for _, need := range a.pack.frames[i].needs {
			needed[need] = true
		}
	}
	index, number := a.index.seal(needed)
	a.pack.index = index
	for _, c := range a.pack.classes {
		c.id = number[c.id]
	}
	uses := make([]int, index.features)
	for i := range a.pack.frames {
		needs := a.pack.frames[i].needs
		for j, need := range needs {
			needs[j] = number[need]
			uses[needs[j]]++
		}
	}
	for i := range a.pack.frames {
		slices.SortStableFunc(a.pack.frames[i].needs, func(x, y feature) int { return cmp.Compare(uses[x], uses[y]) })
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

// members iterates over a list separated by commas and line ends.
func members(list string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range lines(list) {
			for member := range strings.SplitSeq(line, ",") {
				if member = strings.TrimSpace(member); member != "" && !yield(member) {
					return
				}
			}
		}
	}
}
