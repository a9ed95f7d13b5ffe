package extract

import (
	"fmt"
	"slices"
	"strings"
)

// source is a pack as it is written.
type source struct {
	settings
	prefixes   string // word beginnings that people also write apart
	proclitics string // words written together with the next
	words      []wordList
	frames     map[string]string // by fact
}

// wordList is what a pack lists of a word class, under a label or none.
type wordList struct{ class, label, text string }

// readSource reads the little of TOML that packs need: strings without
// escapes, truth values, tables one level deep, dotted keys. Lists stay in the
// order they are written in, which a decoder into maps would lose.
func readSource(text string) (*source, error) {
	s := &source{frames: map[string]string{}}
	for _, p := range s.pairs() {
		*p.at = map[string]string{}
	}
	table, rest := "", text
	for rest != "" {
		from := rest
		var line string
		if line, rest, _ = strings.Cut(from, "\n"); blank(line) {
			continue
		}
		if head, ok := strings.CutPrefix(line, "["); ok {
			name, after, closed := strings.Cut(head, "]")
			if !closed || !slices.Contains(tables, name) || !blank(after) {
				return nil, fmt.Errorf("%q is no table of a pack", line)
			}
			table = name
			continue
		}
		key, value, _ := strings.Cut(line, "=")
		key, value = strings.TrimSpace(key), strings.TrimLeft(value, " \t")
		after, ok, flag := "", true, named(s.flags(), key)
		switch raw, long := strings.CutPrefix(value, "'''"); {
		case long:
			value, rest, ok = strings.Cut(from[len(line)-len(raw):], "'''")
			value = strings.TrimPrefix(value, "\n")
			after, rest, _ = strings.Cut(rest, "\n")
		case table == "" && flag != nil:
			after, *flag = strings.CutPrefix(value, "true")
			ok = *flag
		default:
			value, after, ok = short(value)
		}
		if !ok || !blank(after) || !s.set(table, key, value) {
			return nil, fmt.Errorf("cannot read %q", line)
		}
	}
	return s, nil
}

// tables are what a pack is made of; keyLetters what names in it are made of.
var tables = []string{"words", "frames", "letters", "affirms", "kin"}

const keyLetters = "abcdefghijklmnopqrstuvwxyz0123456789_."

// blank reports whether a line holds nothing but a comment.
func blank(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || line[0] == '#'
}

// short reads a value that ends on its line, and what comes after it.
func short(line string) (value, after string, ok bool) {
	if line != "" && (line[0] == '"' || line[0] == '\'') {
		value, after, ok = strings.Cut(line[1:], line[:1])
		return value, after, ok && !(line[0] == '"' && strings.Contains(value, `\`))
	}
	return "", "", false
}

// set keeps a value; it reports false for a key that no pack has, or has twice.
func (s *source) set(table, key, value string) bool {
	if pairs := named(s.pairs(), table); pairs != nil {
		from, quoted := strings.CutSuffix(strings.TrimPrefix(key, `"`), `"`)
		if quoted {
			(*pairs)[from] = value
		}
		return quoted
	}
	if _, twice := s.frames[key]; twice || key == "" || strings.Trim(key, keyLetters) != "" {
		return false
	}
	switch {
	case table == "words":
		class, label, _ := strings.Cut(key, ".")
		s.words = append(s.words, wordList{class, label, value})
	case table == "frames":
		s.frames[key] = value
	case key == "proclitics":
		s.proclitics = value
	case key == "prefixes":
		s.prefixes = value
	case named(s.texts(), key) != nil:
		*named(s.texts(), key) = value
	default:
		flag := named(s.flags(), key)
		return flag != nil && *flag
	}
	return true
}

// spread takes letters that are listed one for one, "們說" = "们说", apart.
func (s *source) spread() error {
	for from, to := range s.letters {
		letters, others := []rune(from), []rune(to)
		if len(letters) < 2 || letters[0] == '^' {
			continue
		}
		if len(letters) != len(others) {
			return fmt.Errorf("letters: %q and %q differ in length", from, to)
		}
		delete(s.letters, from)
		for i, r := range letters {
			s.letters[string(r)] = string(others[i])
		}
	}
	return nil
}

// respell writes the pack's own words as its tokens will be written, so that a
// pack may spell in full what people type without the letters of its alphabet.
func (s *source) respell() {
	var pairs []string
	for from, to := range s.letters {
		if from[0] != '^' {
			pairs = append(pairs, from, to)
		}
	}
	if pairs == nil {
		return
	}
	r := strings.NewReplacer(pairs...)
	for i := range s.words {
		s.words[i].text = r.Replace(s.words[i].text)
	}
	for name, text := range s.frames {
		s.frames[name] = r.Replace(text)
	}
}
