package guard

import (
	"slices"
	"strings"
)

// checkSum is a weighted sum whose remainder gives a check character.
type checkSum struct {
	Weights []int
	Chars   string
}

func (c checkSum) holds(s string) bool {
	if len(s) <= len(c.Weights) {
		return false
	}
	sum := 0
	for i, w := range c.Weights {
		sum += w * (int(s[i]) - '0')
	}
	n := len(c.Chars)
	return s[len(c.Weights)] == c.Chars[(sum%n+n)%n]
}

// checkRules are the checks that are no weighted sums. They read capitals and
// digits only.
var checkRules = map[string]func(string) bool{
	"ssn": ssn, "iban": iban, "verhoeff": verhoeff, "nir": nir, "dni": dni, "luhn": luhn,
	"codice_fiscale": codiceFiscale, "iso7064": iso7064, "snils": snils,
	"hasDigits": func(s string) bool { return strings.ContainsAny(s, "0123456789") },
}

func luhn(s string) bool {
	sum := 0
	for i := range len(s) {
		d := int(s[len(s)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

// ssn checks the areas and groups that were ever issued, and those of the
// taxpayer numbers that start with 9.
func ssn(s string) bool {
	area, group, serial := s[:3], s[3:5], s[5:]
	switch {
	case area == "000", area == "666", group == "00", serial == "0000":
		return false
	case area[0] == '9':
		return group >= "50" && group <= "65" || group >= "70" && group <= "88" || group >= "90" && group <= "92" || group >= "94"
	}
	return true
}

func iban(s string) bool {
	n := identities().IBAN[s[:2]]
	return n > 0 && len(s) >= n && mod97(s[4:n]+s[:4]) == 1
}

func mod97(s string) int {
	m := 0
	for i := range len(s) {
		if d := s[i]; isDigit(d) {
			m = (m*10 + int(d-'0')) % 97
		} else {
			m = (m*100 + int(d-'A') + 10) % 97
		}
	}
	return m
}

// nir is the French number; Corsica's departments count as 19 and 18.
func nir(s string) bool {
	body := strings.NewReplacer("2A", "19", "2B", "18").Replace(s[:len(s)-2])
	key := int(s[len(s)-2]-'0')*10 + int(s[len(s)-1]-'0')
	return mod97(body) == 97-key
}

func dni(s string) bool {
	n := 0
	for _, c := range strings.NewReplacer("X", "0", "Y", "1", "Z", "2").Replace(s[:1]) + s[1:len(s)-1] {
		n = n*10 + int(c-'0')
	}
	return s[len(s)-1] == "TRWAGMYFPDXBNJZSQVHLCKE"[n%23]
}

// Verhoeff's scheme works in the dihedral group of ten elements.
func verhoeff(s string) bool {
	perm := [10]int{1, 5, 7, 6, 2, 8, 3, 0, 9, 4}
	c := 0
	for i := range len(s) {
		d := int(s[len(s)-1-i] - '0')
		for range i % 8 {
			d = perm[d]
		}
		c = dihedral(c, d)
	}
	return c == 0
}

func dihedral(a, b int) int {
	switch {
	case a < 5 && b < 5:
		return (a + b) % 5
	case a < 5:
		return (a+b-5)%5 + 5
	case b < 5:
		return (a-5-b+5)%5 + 5
	}
	return (a - b + 5) % 5
}

func codiceFiscale(s string) bool {
	odd := [26]int{1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23}
	sum := 0
	for i := range 15 {
		n := int(s[i] - 'A')
		if isDigit(s[i]) {
			n = int(s[i] - '0')
		}
		if i%2 == 0 {
			n = odd[n]
		}
		sum += n
	}
	return s[15] == byte('A'+sum%26)
}

// iso7064 is the MOD 11,10 system, used by the German tax number.
func iso7064(s string) bool {
	p := 10
	for i := range len(s) - 1 {
		sum := (int(s[i]-'0') + p) % 10
		if sum == 0 {
			sum = 10
		}
		p = sum * 2 % 11
	}
	return (11-p)%10 == int(s[len(s)-1]-'0')
}

func snils(s string) bool {
	sum := 0
	for i := range 9 {
		sum += int(s[i]-'0') * (9 - i)
	}
	return sum%101%100 == int(s[9]-'0')*10+int(s[10]-'0')
}

// climbs reports whether numbers go up in equal steps, as a list of ports or
// rooms does and a card number does not.
func climbs(nums []int) bool {
	if len(nums) < 3 {
		return false
	}
	step := nums[1] - nums[0]
	return step != 0 && step < 1000 && !slices.ContainsFunc(indices(len(nums)-1), func(i int) bool { return nums[i+1]-nums[i] != step })
}

func indices(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}
