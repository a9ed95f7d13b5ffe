package guard

import (
	"crypto/sha256"
	_ "embed"
	"strings"
	"sync"
)

//go:embed rules/bip39.txt
var seedFile string

// seedWords numbers the words of BIP-39.
var seedWords = sync.OnceValue(func() map[string]int {
	m := make(map[string]int, 2048)
	for _, line := range strings.Split(strings.TrimSpace(seedFile), "\n") {
		if !strings.HasPrefix(line, "#") {
			m[line] = len(m)
		}
	}
	return m
})

func isSeedWord(word string) bool {
	_, ok := seedWords()[word]
	return ok
}

// minSeed is the shortest recovery phrase.
const minSeed = 12

// seeds finds recovery phrases: twelve or more words of the list in a row,
// numbered or not, and as many as phrases have, or with a word that says what
// they are, or with a right checksum among them.
func (s *scanner) seeds() {
	t := s.v.lower
	var run []span
	for i := 0; i < len(t); {
		if !isLower(t[i]) {
			c := t[i]
			if c != ' ' && c != '\n' && c != ',' && c != '.' && c != ')' && c != '-' && !isDigit(c) && c != '\t' && c != '\r' {
				s.seed(run)
				run = run[:0]
			}
			i++
			continue
		}
		end := i
		for end < len(t) && isLower(t[end]) {
			end++
		}
		if n := end - i; n >= 3 && n <= 8 && isSeedWord(t[i:end]) {
			run = append(run, span{i, end})
		} else {
			s.seed(run)
			run = run[:0]
		}
		i = end
	}
	s.seed(run)
}

func (s *scanner) seed(run []span) {
	if len(run) < minSeed {
		return
	}
	start, end := run[0].start, run[len(run)-1].end
	before, after := window(s.v.lower, start-64, end+64)
	if whole := len(run)%3 == 0 && len(run) <= 24; whole || containsWord(s.v.lower[before:start]+s.v.lower[end:after], hints().Seed) {
		s.secret("seed_phrase", start, end)
		return
	}
	for i := 0; i+minSeed <= len(run); i++ {
		for n := 24; n >= minSeed; n -= 3 {
			if i+n <= len(run) && s.seedChecksum(run[i:i+n]) {
				s.secret("seed_phrase", run[i].start, run[i+n-1].end)
				return
			}
		}
	}
}

// seedChecksum reports whether the last bits of a phrase are the first of the
// SHA-256 of the others.
func (s *scanner) seedChecksum(words []span) bool {
	bits := make([]byte, 0, len(words)*11)
	for _, w := range words {
		n := seedWords()[s.v.lower[w.start:w.end]]
		for b := 10; b >= 0; b-- {
			bits = append(bits, byte(n>>b&1))
		}
	}
	sum := len(bits) / 33
	entropy := make([]byte, (len(bits)-sum)/8)
	for i, b := range bits[:len(bits)-sum] {
		entropy[i/8] |= b << (7 - i%8)
	}
	hash := sha256.Sum256(entropy)
	for i := range sum {
		if bits[len(bits)-sum+i] != hash[i/8]>>(7-i%8)&1 {
			return false
		}
	}
	return true
}
