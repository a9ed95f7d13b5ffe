package retrieve

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/pelletier/go-toml/v2"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
)

//go:embed fillers.toml
var fillersFile string

// fillers holds, by language, the words that add emphasis and no meaning.
var fillers = sync.OnceValue(func() map[string]map[string]bool {
	lists := map[string]string{}
	if err := toml.Unmarshal([]byte(fillersFile), &lists); err != nil {
		panic(fmt.Sprintf("retrieve: fillers.toml: %v", err)) // embedded: a test reads it
	}
	out := map[string]map[string]bool{}
	for lang, list := range lists {
		out[lang] = map[string]bool{}
		for _, word := range strings.Fields(list) {
			out[lang][text.Fold(word)] = true
		}
	}
	return out
})

// Digest is equal for two memories that say exactly the same, so that they are
// one: the same polarity and dates, and either the same value of the same slot
// or the same words. Case, punctuation and words of emphasis do not count.
// Numbers, signs, accents, inflections and function words do: "1.2.3" is not
// "1.2.4", "avó" not "avô", "I worked" not "I work", and "not" is never
// dropped.
//
// Kind and category are labels and no part of what is said: the same words
// that come in by two ways, labelled differently, are one memory. Only what
// was true for a day is something else.
func Digest(m loci.Memory) string {
	h := sha256.New()
	field := func(s string) { fmt.Fprintf(h, "%d:%s;", len(s), s) }
	polarity := m.Polarity
	if polarity == "" {
		polarity = loci.Affirmed
	}
	field(strconv.FormatBool(m.Category == loci.Ephemeral))
	field(string(polarity))
	field(m.Slot.String())
	field(when(m.Due))
	field(when(m.Event))
	said := words(m.Text, m.Lang)
	if m.Slot.Filled() && m.Value != "" {
		field(text.Fold(m.Value))
		said = exact(said)
	}
	for _, word := range said {
		field(word)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

func when(w *loci.When) string {
	if w == nil {
		return ""
	}
	return w.String()
}

// words returns a text's tokens as far as they carry meaning.
func words(s, lang string) []string {
	skip := fillers()[base(lang)]
	var out []string
	for _, t := range text.Segments(text.Normalize(s)) {
		if t.Norm == "" || skip[t.Norm] || t.Kind == text.Punct && isPause(t.Norm) {
			continue
		}
		out = append(out, t.Norm)
	}
	return out
}

// exact keeps what two ways of filling one slot must not differ in: numbers
// and identifiers.
func exact(words []string) []string {
	var out []string
	for _, w := range words {
		if strings.ContainsFunc(w, unicode.IsDigit) {
			out = append(out, w)
		}
	}
	return out
}

// isPause reports whether a sign only structures a sentence. Signs that can
// belong to a name or a number (+ # % - / @ & $) do not.
func isPause(sign string) bool {
	return strings.Trim(sign, `.,;:!?…·'"«»‹›“”„‘’()[]{}—、。，！？；：「」『』（）؟،؛۔।¡¿`) == ""
}
