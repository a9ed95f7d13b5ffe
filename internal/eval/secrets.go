package eval

import (
	"strings"
	"unicode"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/guard"
)

// secretCase is one line of the secrets data: a text that the guard must
// refuse, or must let pass.
type secretCase struct {
	ID     string `json:"id"`
	Expect string `json:"expect"` // refuse or accept
	Kind   string `json:"kind"`
	Text   string `json:"text"`
	Note   string `json:"note"`
}

// identity reports whether the case is one of identity numbers (S2); every
// other refusal is of secrets (S1).
func (c secretCase) identity() bool { return c.Kind == "national_id" }

// plain reports whether a secret is written in the open: not encoded, not
// taken apart, in ASCII digits.
func (c secretCase) plain() bool {
	if c.Kind == "credential:encoded" || c.Kind == "credential:obfuscated" {
		return false
	}
	for _, r := range c.Text {
		if unicode.Is(unicode.Cf, r) || r > unicode.MaxASCII && unicode.IsDigit(r) {
			return false
		}
	}
	// a key block has line breaks of its own; elsewhere one wraps the value
	return c.Kind == "private_key" || !strings.Contains(strings.TrimSpace(c.Text), "\n")
}

// Secrets gives every text to the guard as something the user wants
// remembered, and counts what is refused: the shares of secrets (S1), of those
// in plain form and of identity numbers (S2), and the number of false
// refusals.
func Secrets(paths []string) (figures map[string]float64, details any, err error) {
	files, err := Files(paths, ".jsonl")
	if err != nil {
		return nil, nil, err
	}
	cases, err := ReadJSONL[secretCase](files)
	if err != nil {
		return nil, nil, err
	}
	g := guard.New(guard.Options{})
	var s1, plain, s2 share
	var wrong []Detail
	falseRefusals := 0
	for _, c := range cases {
		v := g.Check(loci.Candidate{Op: loci.OpAssert, Kind: loci.Semantic, Text: c.Text, Origin: loci.UserStated})
		refused := v.Action == guard.Refuse
		expected := c.Expect == "refuse"
		switch {
		case !expected:
			if refused {
				falseRefusals++
			}
		case c.identity():
			s2.count(refused)
		default:
			s1.count(refused)
			if c.plain() {
				plain.count(refused)
			}
		}
		if refused != expected {
			// the texts are made up; a report of the user's own would not show them
			wrong = append(wrong, Detail{ID: c.ID, Input: c.Text, Expected: []string{c.Expect, c.Kind, c.Note}, Got: findings(v)})
		}
	}
	return map[string]float64{
		"s1.recall":       Ratio(s1.hit, s1.all),
		"s1.plain.recall": Ratio(plain.hit, plain.all),
		"s2.recall":       Ratio(s2.hit, s2.all),
		"false_refusals":  float64(falseRefusals),
	}, wrong, nil
}

// share counts hits among all.
type share struct{ hit, all int }

func (s *share) count(hit bool) {
	s.all++
	if hit {
		s.hit++
	}
}

func findings(v guard.Verdict) []string {
	out := []string{string(v.Action)}
	for _, f := range v.Findings {
		out = append(out, f.String())
	}
	return out
}
