package extract

import (
	"errors"
	"fmt"
	"strings"
)

// source is a pack as it is written.
type source struct {
	size   int    // bytes
	elide  bool   // an apostrophe ends a word
	clitic string // what an apostrophe adds to a word, a word of its own
	// letters writes a second script in the letters of the pack ("ш" = "sh";
	// "^е" = "ye" holds at a word's beginning).
	letters map[string]string
	words   []wordList
	frames  map[string]string // by fact
}

// wordList is what a pack lists of a word class, under a label or none.
type wordList struct{ class, label, text string }

// readSource reads the little of TOML that packs need: strings without
// escapes, true and false, tables one level deep, dotted keys. A decoder for
// all of it takes longer than everything else that reading a pack takes.
func readSource(text string) (*source, error) {
	s := &source{size: len(text), letters: map[string]string{}, frames: map[string]string{}}
	table, rest := "", text
	for rest != "" {
		from := rest
		var line string
		if line, rest, _ = strings.Cut(from, "\n"); blank(line) {
			continue
		}
		if name, ok := strings.CutPrefix(line, "["); ok {
			name, after, ok := strings.Cut(name, "]")
			if !ok || !blank(after) {
				return nil, fmt.Errorf("%q is no table", line)
			}
			table = name
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if !ok {
			return nil, fmt.Errorf("%q is neither a key nor a table", line)
		}
		if raw, long := strings.CutPrefix(strings.TrimLeft(value, " \t"), "'''"); long {
			value, rest, ok = strings.Cut(from[len(line)-len(raw):], "'''")
			value = strings.TrimPrefix(value, "\n")
			_, rest, _ = strings.Cut(rest, "\n")
		} else {
			value, ok = short(value)
		}
		if !ok {
			return nil, fmt.Errorf("cannot read the value of %s", key)
		}
		if err := s.set(table, strings.TrimSpace(key), value); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// blank reports whether a line holds nothing but a comment.
func blank(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || line[0] == '#'
}

// short reads a value that ends on its line.
func short(value string) (string, bool) {
	value = strings.TrimSpace(value)
	if value == "" || value[0] != '"' && value[0] != '\'' {
		word, _, _ := strings.Cut(value, "#")
		word = strings.TrimSpace(word)
		return word, word == "true" || word == "false"
	}
	body, after, ok := strings.Cut(value[1:], value[:1])
	return body, ok && blank(after) && !(value[0] == '"' && strings.Contains(body, `\`))
}

func (s *source) set(table, key, value string) error {
	switch table {
	case "words":
		class, label, _ := strings.Cut(key, ".")
		s.words = append(s.words, wordList{class, label, value})
	case "frames":
		if _, twice := s.frames[key]; twice {
			return fmt.Errorf("frames.%s is there twice", key)
		}
		s.frames[key] = value
	case "letters":
		s.letters[strings.Trim(key, `"`)] = value
	case "":
		switch key {
		case "elide":
			s.elide = value == "true"
		case "clitic":
			s.clitic = value
		default:
			return errors.New("unknown key " + key)
		}
	default:
		return errors.New("unknown table " + table)
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
