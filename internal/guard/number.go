package guard

import (
	"slices"
	"strings"

	"github.com/locimem/loci"
)

// sequence is digits in groups, each apart from the next by one separator.
type sequence struct {
	groups []span
	seps   []byte
}

// shape writes a sequence as the sizes of its groups: 3-2-4.
func (q sequence) shape() string {
	var b strings.Builder
	for i, g := range q.groups {
		if i > 0 {
			b.WriteByte(q.seps[i-1])
		}
		b.WriteString(string(rune('0' + min(g.end-g.start, 30))))
	}
	return b.String()
}

// maxGroups bounds a sequence. Longer ones are lists, and are read in pieces.
const maxGroups = 12

// numbers reads every run of digits: as a card, as an identity number whose
// shape says what it is, as the start of an IBAN.
func (s *scanner) numbers() {
	t := s.v.text
	for i := 0; i < len(t); {
		if !isDigit(t[i]) {
			i++
			continue
		}
		q := s.sequence(i)
		s.letterIDs(i)
		s.cards(q)
		s.shaped(q)
		i = q.groups[len(q.groups)-1].end
	}
	s.identity()
}

func (s *scanner) sequence(i int) sequence {
	t := s.v.text
	var q sequence
	for {
		start := i
		for i < len(t) && isDigit(t[i]) {
			i++
		}
		q.groups = append(q.groups, span{start, i})
		if len(q.groups) == maxGroups || i+1 >= len(t) || !isDigit(t[i+1]) {
			return q
		}
		switch sep := t[i]; sep {
		case ' ', '-', '.', '_', '/':
			q.seps = append(q.seps, sep)
		case '\n':
			q.seps = append(q.seps, ' ')
		default:
			return q
		}
		i++
	}
}

// shaped finds the identity numbers that are known by their grouping.
func (s *scanner) shaped(q sequence) {
	t := s.v.text
	start, end := q.groups[0].start, q.groups[len(q.groups)-1].end
	if end-start == 17 && end < len(t) && (t[end] == 'X' || t[end] == 'x') {
		end++ // the check character of a Chinese number
	}
	if start > 0 && (isWordByte(t[start-1]) || t[start-1] == '-') || end < len(t) && (isWordByte(t[end]) || t[end] == '-') {
		return
	}
	if end-start == 18 {
		s.bare("identity:cn_id", start, end)
		return
	}
	if len(q.groups) < 3 {
		return
	}
	if id := identities().shapes[q.shape()]; id != nil && id.valid(t[start:end]) {
		s.add(loci.ClassIdentity, id.Kind, start, end)
	}
}

// bare finds a number that needs no word beside it because its check is strong.
func (s *scanner) bare(kind string, start, end int) {
	t := s.v.text
	for i := range identities().IDs {
		id := &identities().IDs[i]
		if id.Kind != kind {
			continue
		}
		if m := id.re().FindStringIndex(t[start:end]); m != nil && m[0] == 0 && m[1] == end-start && id.valid(t[start:end]) {
			s.add(loci.ClassIdentity, kind, start, end)
		}
	}
}

// letterIDs finds what begins with letters before the digits at i: an IBAN, an
// Italian fiscal code.
func (s *scanner) letterIDs(i int) {
	t := s.v.text
	start := i
	for start > 0 && i-start < 7 && (isUpper(t[start-1]) || isLower(t[start-1])) {
		start--
	}
	if !s.v.startsToken(start) {
		return
	}
	switch i - start {
	case 2:
		s.iban(start)
	case 6:
		if end := start + 16; end <= len(t) && (end == len(t) || !isWordByte(t[end])) {
			s.bare("identity:codice_fiscale", start, end)
		}
	}
}

// iban reads an account number in one piece or in groups of four.
func (s *scanner) iban(start int) {
	t := s.v.text
	need := identities().IBAN[strings.ToUpper(t[start:start+2])]
	if need == 0 || start > 0 && t[start-1] == '-' {
		return
	}
	i, n, gaps := start, 0, 0
	for ; i < len(t) && n < need; i++ {
		switch c := t[i]; {
		case isDigit(c), isUpper(c), isLower(c):
			n++
		case n == 0, n%4 != 0, c != ' ' && c != '-' && c != '.' && c != '\n', !isWordByte(t[i-1]):
			return
		default:
			gaps++
		}
	}
	grouped := gaps == 0 || gaps == (need-1)/4
	if n == need && grouped && (i == len(t) || !isWordByte(t[i])) && iban(compact(t[start:i])) {
		s.add(loci.ClassIdentity, "identity:iban", start, i)
	}
}

// cards finds payment cards in a sequence: the whole of it, or a part in the
// grouping that is printed on cards, with an expiry or a code behind it.
func (s *scanner) cards(q sequence) {
	for i := range q.groups {
		for n := 1; n <= 5 && i+n <= len(q.groups); n++ {
			part := q.groups[i : i+n]
			start, end := part[0].start, part[n-1].end
			size := 0
			for _, g := range part {
				size += g.end - g.start
			}
			if size < 12 || size > 19 || n > 1 && !s.cardGroups(q, i, n) {
				continue
			}
			number := compact(s.v.text[start:end])
			if kind := s.cardKind(number, start, end); kind != "" {
				s.secret(kind, start, end)
				return
			}
		}
	}
}

// cardGroups reports whether n groups from i on are set the way cards are.
func (s *scanner) cardGroups(q sequence, i, n int) bool {
	if i > 1 || len(q.groups)-i-n > 3 {
		return false // inside a list of numbers
	}
	for _, sep := range q.seps[i : i+n-1] {
		if sep != q.seps[i] {
			return false
		}
	}
	size := func(k int) int { return q.groups[i+k].end - q.groups[i+k].start }
	var nums []int
	for k := range n {
		v := 0
		for _, c := range s.v.text[q.groups[i+k].start:q.groups[i+k].end] {
			v = v*10 + int(c-'0')
		}
		nums = append(nums, v)
	}
	if climbs(nums) {
		return false
	}
	switch n {
	case 2:
		return size(0) == 8 && size(1) == 8 || size(0) == 4 && size(1) == 12
	case 3:
		return size(0) == 4 && size(1) == 6 && (size(2) == 5 || size(2) == 4) || size(0) == 6 && size(1) == 6
	}
	return size(0) == 4 && size(1) == 4 && size(2) == 4 && size(3) <= 4 && (n == 4 || size(3) == 4 && size(4) <= 3)
}

// cardKind returns the brand of a number, empty if it is not a card's.
func (s *scanner) cardKind(number string, start, end int) string {
	if !luhn(number) || distinct(number) < 2 || s.insideCode(start, end) {
		return ""
	}
	r := cardRules()
	for i := range r.Brands {
		b := &r.Brands[i]
		if !slices.Contains(b.Lengths, len(number)) || !b.issued(number) {
			continue
		}
		before, after := window(s.v.lower, start-48, end+32)
		if containsWord(s.v.lower[before:start], r.Other) {
			return ""
		}
		if !b.Context || containsWord(s.v.lower[before:after], r.Words) {
			return b.Kind
		}
	}
	return ""
}

// insideCode reports whether digits are part of something longer: a hash, a
// decimal fraction, a telephone number with its plus sign.
func (s *scanner) insideCode(start, end int) bool {
	t := s.v.text
	if start > 0 && (t[start-1] == '+' || start > 1 && t[start-1] == '.' && isDigit(t[start-2]) || start > 1 && t[start-1] == '-' && isWordByte(t[start-2])) {
		return true
	}
	if end+1 < len(t) && t[end] == '-' && isWordByte(t[end+1]) {
		return true
	}
	from, to := start, end
	for from > 0 && start-from < 64 && isWordByte(t[from-1]) {
		from--
	}
	for to < len(t) && to-end < 64 && isWordByte(t[to]) {
		to++
	}
	if to-from == end-start {
		return false
	}
	hexOnly := true
	for _, c := range []byte(t[from:to]) {
		hexOnly = hexOnly && inClass(c, "hex")
	}
	return hexOnly
}
