package guard

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/locimem/loci"
)

// personal finds what is stored with a tag: e-mail addresses and telephone
// numbers. What lies in one of
// the taken spans, sorted and apart, is that secret's.
func personal(v *view, taken []loci.Finding) []loci.Finding {
	var out []loci.Finding
	add := func(kind string, start, end int) {
		at := v.source(start, end)
		next := sort.Search(len(taken), func(i int) bool { return taken[i].End > at.start })
		if next < len(taken) && taken[next].Start < at.end {
			return
		}
		out = append(out, loci.Finding{Class: loci.ClassPersonal, Kind: kind, Start: at.start, End: at.end})
	}
	emails(v.text, add)
	phones(v, add)
	return out
}

func emails(t string, add func(kind string, start, end int)) {
	for i := 0; ; {
		at := strings.IndexByte(t[i:], '@')
		if at < 0 {
			return
		}
		at += i
		i = at + 1
		start := at
		for start > 0 && at-start < 64 && (isWordByte(t[start-1]) || t[start-1] >= utf8.RuneSelf || strings.IndexByte(".+-%'", t[start-1]) >= 0) {
			start--
		}
		if n := domainLen(t[at+1 : min(len(t), at+256)]); start < at && n > 0 {
			add("pii:email", start, at+1+n)
		}
	}
}

// domainLen is the length of the domain name that s starts with, 0 if it is
// none: labels with points between them, the last of letters.
func domainLen(s string) int {
	end := strings.IndexFunc(s, func(r rune) bool {
		return r != '.' && r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	if end >= 0 {
		s = s[:end]
	}
	s = strings.TrimRight(s, ".-")
	dot := strings.LastIndexByte(s, '.')
	if dot < 1 || utf8.RuneCountInString(s[dot+1:]) < 2 {
		return 0
	}
	if strings.ContainsFunc(s[dot+1:], func(r rune) bool { return !unicode.IsLetter(r) }) {
		return 0
	}
	return len(s)
}

// phones reads every run of digits and the marks that people set between them.
func phones(v *view, add func(kind string, start, end int)) {
	t := v.text
	for i := 0; i < len(t); i++ {
		if !isDigit(t[i]) && t[i] != '+' {
			continue
		}
		end, n := i+1, 0
		if isDigit(t[i]) {
			n++
		}
		for k := end; k < len(t) && k-i < 26 && (isDigit(t[k]) || strings.IndexByte("() ./-", t[k]) >= 0); k++ {
			if isDigit(t[k]) {
				n++
				end = k + 1
			}
		}
		if phoneLike(v, i, end, n) {
			add("pii:phone", i, end)
		}
		i = end - 1
	}
}

// phoneLike reports whether n digits in [start,end) are a telephone number:
// with a country code, or beside a word about telephones.
func phoneLike(v *view, start, end, n int) bool {
	t := v.text
	if n < 7 || n > 15 || start > 0 && (isWordByte(t[start-1]) || t[start-1] == '-' || t[start-1] == '.') || end < len(t) && isWordByte(t[end]) {
		return false
	}
	if t[start] == '+' {
		return n >= 8
	}
	before, after := window(v.lower, start-32, end+16)
	return n <= 13 && (containsWord(v.lower[before:start], hints().Phone) || containsWord(v.lower[end:after], hints().Phone))
}
