package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// ruleset is one named list of rule-based number formats, by ascending base.
type ruleset []numberRule

type numberRule struct {
	base, divisor int
	body          string
}

type spellout map[string]ruleset

// readNumbers spells 1 to 99, and the hundreds and thousand that years need,
// in every form the locale has.
func (t table) readNumbers(path string) error {
	var doc struct {
		Rbnf struct {
			Rbnf struct {
				SpelloutRules map[string]json.RawMessage
			} `json:"rbnf"`
		} `json:"rbnf"`
	}
	err := readJSON(path, &doc)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // some of our locales have no number words in CLDR
	} else if err != nil {
		return err
	}
	s := spellout{}
	for name, raw := range doc.Rbnf.Rbnf.SpelloutRules {
		var rules [][2]string
		if json.Unmarshal(raw, &rules) == nil { // one entry is the name of the source file
			s[name] = parseRules(rules)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s)) {
		role := ""
		switch {
		case strings.HasPrefix(name, "%spellout-ordinal"):
			role = "ord"
		case strings.HasPrefix(name, "%spellout-cardinal"), name == "%spellout-numbering":
			role = "num"
		default:
			continue
		}
		for n := 0; n < 100 && (role == "num" || n <= 31); n++ {
			if form, ok := s.spell(name, n, 0); ok {
				t.add(role+" "+strconv.Itoa(n), form)
			}
		}
	}
	return nil
}

func parseRules(raw [][2]string) ruleset {
	var rules ruleset
	for _, r := range raw {
		baseText, radixText, _ := strings.Cut(r[0], "/")
		base, err := strconv.Atoi(strings.ReplaceAll(baseText, ",", ""))
		if err != nil {
			continue // negative, fractional and infinite numbers
		}
		radix := 10
		if radixText != "" {
			radix, _ = strconv.Atoi(radixText)
		}
		divisor := 1
		for divisor*radix <= base {
			divisor *= radix
		}
		rules = append(rules, numberRule{base, divisor, strings.TrimSuffix(r[1], ";")})
	}
	slices.SortFunc(rules, func(a, b numberRule) int { return a.base - b.base })
	return rules
}

// spell applies the rule with the greatest base ≤ n. A rule it cannot follow
// (decimal formats, plurals) makes the form unusable.
func (s spellout) spell(set string, n, depth int) (string, bool) {
	rules := s[set]
	i := len(rules) - 1
	for i >= 0 && rules[i].base > n {
		i--
	}
	if i < 0 || depth > 12 {
		return "", false
	}
	r := rules[i]
	body := strings.TrimPrefix(r.body, "'")
	for {
		open := strings.IndexByte(body, '[')
		end := strings.IndexByte(body, ']')
		if open < 0 || end < open {
			break
		}
		inside := body[open+1 : end]
		if n%r.divisor == 0 || r.divisor == 1 {
			inside = ""
		}
		if alternatives := strings.SplitN(inside, "|", 2); len(alternatives) == 2 {
			inside = alternatives[0]
		}
		body = body[:open] + inside + body[end+1:]
	}
	return s.substitute(set, body, n, r.divisor, depth)
}

// substitute fills =same=, ←quotient← and →rest→.
func (s spellout) substitute(set, body string, n, divisor, depth int) (string, bool) {
	var b strings.Builder
	for body != "" {
		var mark string
		for _, m := range []string{"=", "←", "→"} {
			if strings.HasPrefix(body, m) {
				mark = m
			}
		}
		if mark == "" {
			r := []rune(body)[0]
			if r == '$' {
				return "", false
			}
			b.WriteRune(r)
			body = body[len(string(r)):]
			continue
		}
		name, rest, ok := strings.Cut(body[len(mark):], mark)
		if !ok {
			return "", false
		}
		body = strings.TrimPrefix(rest, mark)
		if name == "" {
			name = set
		}
		value := map[string]int{"=": n, "←": n / divisor, "→": n % divisor}[mark]
		form, ok := s.spell(name, value, depth+1)
		if !ok {
			return "", false
		}
		b.WriteString(form)
	}
	return b.String(), true
}
