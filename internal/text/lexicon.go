package text

import (
	"cmp"
	"embed"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// A data file consists of sections of words separated by whitespace:
//
//	[stop]      function words: not indexed, and votes for the language
//	[hint]      other everyday words that vote for the language
//	[letters]   letters beyond the script's basic ones; votes as well
//	[clue]      letter groups that vote, ^ and $ standing for the word's ends
//	[elide]     what an apostrophe cuts off a word's front (l'eau → eau)
//	[cut]       what is dropped together with the apostrophe before it (* = all)
//	[marks]     a=b: letters with marks that writers leave out
//	[spelling]  a=b: spellings of one sound, applied before indexing
//	[accents]   a=b: word ends whose accents are put back for the stemmer
//	[prefix]    affixes that the light stemmer takes off, a line for each layer,
//	[suffix]    the outermost first; a=b replaces
//	[least]     how many characters an affix must leave
//
// # starts a comment line.
//
//go:embed data/*.txt
var data embed.FS

// lexicon is the parsed data file of a language.
type lexicon struct {
	lang            *language
	stop            map[string]struct{}
	elide, cut      []string
	marks, spelling *strings.Replacer
	accents         []affix
	prefixes        [][]affix
	suffixes        [][]affix
	least           int // characters that an affix leaves
}

// affix is a word's beginning or end and what takes its place.
type affix struct{ old, new string }

// dataLines yields the lines of a language's data file, each with the section it
// is in.
func dataLines(code string) iter.Seq2[string, string] {
	return func(yield func(section, line string) bool) {
		raw, _ := data.ReadFile("data/" + code + ".txt") // TestData holds that every language has its file
		name := ""
		for line := range strings.Lines(string(raw)) {
			line = strings.TrimSpace(line)
			switch {
			case line == "" || line[0] == '#':
			case line[0] == '[':
				name = strings.Trim(line, "[]")
			case !yield(name, line):
				return
			}
		}
	}
}

// readLines returns the sections of a language's data file, line by line.
func readLines(code string) map[string][][]string {
	sections := map[string][][]string{}
	for name, line := range dataLines(code) {
		sections[name] = append(sections[name], strings.Fields(line))
	}
	return sections
}

// flat returns sections in which lines do not matter.
func flat(lines map[string][][]string) map[string][]string {
	sections := map[string][]string{}
	for name, lines := range lines {
		sections[name] = slices.Concat(lines...)
	}
	return sections
}

func readLexicon(l *language) *lexicon {
	lines := readLines(l.code)
	file := flat(lines)
	lex := &lexicon{
		lang:     l,
		stop:     make(map[string]struct{}, 2*len(file["stop"])),
		elide:    file["elide"],
		cut:      file["cut"],
		marks:    replacer(file["marks"]),
		spelling: replacer(file["spelling"]),
		accents:  affixes(file["accents"]),
		least:    leastStem(l, file["least"]),
	}
	for _, w := range file["stop"] {
		w = lex.spell(Fold(w))
		lex.stop[w] = struct{}{}
		if !l.tonal {
			lex.stop[unmark(w, lex)] = struct{}{}
		}
	}
	for _, layer := range lines["prefix"] {
		lex.prefixes = append(lex.prefixes, lex.folded(affixes(layer)))
	}
	for _, layer := range lines["suffix"] {
		lex.suffixes = append(lex.suffixes, lex.folded(affixes(layer)))
	}
	return lex
}

// leastStem reads the section or guesses from the script: those that do not
// write every vowel as a letter have shorter words.
func leastStem(l *language, section []string) int {
	if len(section) > 0 {
		if n, err := strconv.Atoi(section[0]); err == nil {
			return n
		}
	}
	if l.writes(latin) || l.writes(cyrillic) {
		return 3
	}
	return 2
}

func replacer(pairs []string) *strings.Replacer {
	if len(pairs) == 0 {
		return nil
	}
	var args []string
	for _, p := range pairs {
		from, to, _ := strings.Cut(p, "=")
		args = append(args, Fold(from), Fold(to))
	}
	return strings.NewReplacer(args...)
}

// affixes parses a layer; longer affixes come first, so that the first match
// is the longest.
func affixes(layer []string) []affix {
	out := make([]affix, 0, len(layer))
	for _, item := range layer {
		from, to, _ := strings.Cut(item, "=")
		out = append(out, affix{from, to})
	}
	slices.SortStableFunc(out, func(a, b affix) int { return cmp.Compare(len(b.old), len(a.old)) })
	return out
}

// folded brings affixes into the form of the words they are compared with.
func (lex *lexicon) folded(layer []affix) []affix {
	for i, a := range layer {
		layer[i] = affix{unmark(Fold(a.old), lex), unmark(Fold(a.new), lex)}
	}
	return layer
}

// spell settles a folded word's spelling: apostrophes are resolved by the
// language's rules and variant spellings replaced.
func (lex *lexicon) spell(w string) string {
	if at := strings.IndexByte(w, '\''); at >= 0 {
		w = lex.resolveApostrophe(w, at)
	}
	if lex.spelling != nil {
		w = lex.spelling.Replace(w)
	}
	return w
}

func (lex *lexicon) resolveApostrophe(w string, at int) string {
	for _, front := range lex.elide {
		if w[:at] == front {
			w = w[at+1:]
			break
		}
	}
	if at = strings.LastIndexByte(w, '\''); at > 0 {
		for _, end := range lex.cut {
			if end == "*" || w[at+1:] == end {
				w = w[:at]
				break
			}
		}
	}
	return strings.ReplaceAll(w, "'", "")
}

func (lex *lexicon) isStop(spelt string) bool {
	_, ok := lex.stop[spelt]
	return ok
}

// IsStop reports whether a folded word is a function word of the language. A
// word with diacritics must be listed with them; one without may be listed
// either way, since many people leave them out.
func IsStop(norm, lang string) bool {
	lex := lexiconFor(norm, find(lang))
	return lex.isStop(lex.spell(norm))
}
