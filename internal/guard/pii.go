package guard

import (
	"regexp"
	"strings"
	"sync"

	"github.com/locimem/loci"
)

var (
	emailRule = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[\pL\pN](?:[\pL\pN.-]*[\pL\pN])?\.\pL{2,24}`)
	})
	phoneRule = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:\+|00|\()?\d[\d() ./-]{5,22}\d`)
	})
)

// phoneHints let a number without a country code count as a telephone number.
var phoneHints = []string{"phone", "call", "mobile", "cell", "tel", "whatsapp", "telegram", "sms", "fone", "celular", "móvil", "movil", "handy", "numer", "номер", "звон", "тел", "raqam", "рақам", "фون", "فون", "موبایل", "رقم", "नंबर", "फोन", "電話", "电话", "전화", "điện thoại", "nomor"}

// personal finds what is stored with a tag: e-mail addresses and telephone
// numbers. What lies in a secret is that secret's.
func personal(text string, taken []loci.Finding) []loci.Finding {
	v := newView(text, nil)
	var out []loci.Finding
	add := func(kind string, start, end int) {
		at := v.source(start, end)
		for _, t := range taken {
			if at.start < t.End && t.Start < at.end {
				return
			}
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
		for start > 0 && at-start < 64 && (isWordByte(t[start-1]) || t[start-1] >= 0x80 || strings.IndexByte(".+-%'", t[start-1]) >= 0) {
			start--
		}
		m := emailRule().FindString(t[at+1 : min(len(t), at+256)])
		if start < at && m != "" {
			add("pii:email", start, at+1+len(m))
		}
	}
}

func phones(v *view, add func(kind string, start, end int)) {
	t := v.text
	for i := 0; i < len(t); i++ {
		if !isDigit(t[i]) && t[i] != '+' && t[i] != '(' {
			continue
		}
		m := phoneRule().FindString(t[i:min(len(t), i+28)])
		if m == "" {
			for i+1 < len(t) && isDigit(t[i+1]) {
				i++
			}
			continue
		}
		n := 0
		for k := range len(m) {
			if isDigit(m[k]) {
				n++
			}
		}
		before, after := window(v.lower, i-32, i+len(m)+16)
		free := i == 0 || !isWordByte(t[i-1]) && t[i-1] != '-' && t[i-1] != '.'
		international := m[0] == '+' && n >= 8
		hinted := n >= 7 && n <= 13 && containsWord(v.lower[before:i]+v.lower[i+len(m):after], phoneHints)
		if free && n <= 15 && (international || hinted) {
			add("pii:phone", i, i+len(m))
		}
		i += len(m) - 1
	}
}
