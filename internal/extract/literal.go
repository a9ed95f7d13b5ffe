package extract

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// literal reads a word. Written with a hyphen, or in a script without spaces,
// it is as many tokens as the lexer would make of it.
func (p *parser) literal() error {
	rest := p.src[p.pos:]
	for p.pos < len(p.src) && !special(p.src[p.pos]) {
		p.pos++
	}
	lit := rest[:len(rest)-(len(p.src)-p.pos)]
	core, prefix := lit, 0
	if len(core) > 1 && (core[0] == '=' || core[0] == '*') {
		core, prefix = core[1:], 1
	}
	if len(core) > 1 {
		core = strings.TrimSuffix(core, "*")
	}
	if oneWord(strings.Replace(core, "*", "", 1)) && lit != "" {
		p.word(lit)
		return nil
	}
	if ideographs(core) && !strings.HasSuffix(lit, "*") && prefix == 0 {
		for i, r := range core {
			p.word(core[i : i+utf8.RuneLen(r)])
		}
		return nil
	}
	tokens := lex(core, false)
	if len(tokens) == 0 {
		return fmt.Errorf("unexpected %q", rest)
	}
	for i, t := range tokens {
		start, end := prefix+t.start, prefix+t.end
		if i == 0 {
			start = 0
		}
		if i == len(tokens)-1 {
			end = len(lit)
		}
		p.word(lit[start:end])
	}
	return nil
}

// ideographs reports whether a literal is plainly a token a letter.
func ideographs(s string) bool {
	for _, r := range s {
		if (r < '一' || r > '鿿') && (r < 'ぁ' || r > 'ゖ') {
			return false
		}
	}
	return s != ""
}

// special reports whether a byte ends a literal.
func special(b byte) bool {
	switch b {
	case ' ', '\t', '|', '?', '(', ')', '{', '}', '<':
		return true
	}
	return false
}

// word adds an element that is one literal.
func (p *parser) word(lit string) {
	base := len(p.words)
	p.words = append(p.words, lit)
	p.els = append(p.els, element{op: opWord, words: p.tokens.keep(&p.words, base)})
}

// oneWord reports whether a literal is plainly a single token, which most are.
func oneWord(s string) bool {
	for i := range len(s) {
		if (s[i] < 'a' || s[i] > 'z') && !spacedByte(s[i]) {
			return false
		}
	}
	return true
}

// spacedByte reports whether a byte occurs in the UTF-8 of letters written with
// spaces between words, and of hardly any mark: Latin with accents, Cyrillic,
// Arabic, Devanagari, Vietnamese, Hangul.
func spacedByte(b byte) bool {
	return b >= 0xc3 && b <= 0xdb || b == 0xe0 || b == 0xe1 || b >= 0xea && b <= 0xed || b >= 0x80 && b < 0xc0
}
