package command

import "slices"

// part is what words do in a wish to be off the record, and where they may.
type part uint32

const (
	keep       part = 1 << iota // a verb of keeping
	put                         // a verb that is one beside mind: "put … in your memory"
	mind                        // where what is kept is
	not                         // what negates them
	unkept                      // the two in one word
	forget                      // a verb of forgetting
	it                          // what is not to be kept
	said                        // the same, and nothing but what was said
	with                        // what may stand among these
	place                       // what comes after them where something else is kept somewhere else
	tell                        // who comes before them where they are told and not asked for
	off                         // a wish by itself
	aside                       // one before a colon
	polite                      // what may stand around a wish that says nothing else
	everything                  // with a verb of forgetting, all that is known
	about                       // with a verb of forgetting, something that is known of the author
	goesOn                      // whatever follows belongs to them: "what I …"
	opens                       // they begin their clause
	closes                      // they end their clause: "keep this private", not "… private key"
)

// inRun are the parts of which a run of words is a wish.
const inRun = keep | put | mind | not | unkept | forget | it | said | with

// partNames are the parts as offrecord.toml and words.toml name them.
var partNames = map[string]part{
	"keep": keep, "put": put, "mind": mind, "not": not, "unkept": unkept, "forget": forget, "it": it, "said": said, "with": with, "place": place,
	"tell": tell, "off": off, "aside": aside, "please": polite, "everything": everything, "about": about,
}

// OffTheRecord reports whether a message asks not to be remembered.
func OffTheRecord(message string) bool {
	tokens := read(message)
	if headedAside(tokens) || len(wishes(tokens)) > 0 {
		return true
	}
	joined := withoutCommas(tokens)
	return len(joined) < len(tokens) && len(wishes(joined)) > 0
}

// withoutCommas lets a wish reach over a comma: "merk dir nicht, was ich …".
func withoutCommas(tokens []token) []token {
	return slices.DeleteFunc(slices.Clone(tokens), token.comma)
}

// longestWish is how many bytes a message may have that is a wish and nothing else.
const longestWish = 320

// onlyWish reports whether a message is nothing but the wish that something be
// off the record.
func onlyWish(message string) bool {
	if len(message) > longestWish {
		return false
	}
	tokens := withoutCommas(read(message))
	found := wishes(tokens)
	for i, t := range tokens {
		asked := slices.ContainsFunc(found, func(w span) bool { return w.from <= i && i < w.to })
		if !asked && !t.stops() && !t.begins(polite) {
			return false
		}
	}
	return len(found) > 0
}

// longestHead is how many tokens may stand before the colon of an aside.
const longestHead = 14

// headedAside reports whether a message begins with a colon after words that all
// belong to the wish that what follows be off the record.
func headedAside(tokens []token) bool {
	at := slices.IndexFunc(tokens, token.colon)
	if at < 1 || at > longestHead || at == len(tokens)-1 {
		return false
	}
	return slices.ContainsFunc(langsOf(tokens[:at], aside|keep|put|unkept|forget), func(lang string) bool {
		all, only := parts(tokens[:at], lang, inRun|aside|polite)
		return only && (all&aside != 0 || all.refuses() || all&forget != 0 && all&not == 0 && all&(it|said) != 0)
	})
}

// isEverything reports whether a message is nothing but the wish that all that is
// known be forgotten.
func isEverything(message string) bool {
	if len(message) > longestWish {
		return false
	}
	tokens := slices.DeleteFunc(read(message), token.stops)
	return slices.ContainsFunc(langsOf(tokens, forget), func(lang string) bool {
		all, only := parts(tokens, lang, forget|everything|with|polite)
		return only && all&forget != 0 && all&everything != 0
	})
}

// longestPart is how many tokens a message may have that wants a part forgotten.
const longestPart = 16

// isPart reports whether a message is one clause with the wish that something
// known about its author be forgotten: "please forget where I live".
func isPart(message string) bool {
	if len(message) > longestWish {
		return false
	}
	tokens := read(message)
	for len(tokens) > 0 && (tokens[0].stops() || tokens[0].begins(polite) && !tokens[0].begins(forget)) {
		tokens = tokens[1:]
	}
	for len(tokens) > 0 && tokens[len(tokens)-1].stops() {
		tokens = tokens[:len(tokens)-1]
	}
	if i := slices.IndexFunc(tokens, token.comma); i >= 0 && i+1 < len(tokens) && tokens[i+1].begins(about) {
		tokens = slices.Delete(slices.Clone(tokens), i, i+1) // "vergiss, wo ich wohne"
	}
	if len(tokens) == 0 || len(tokens) > longestPart || slices.ContainsFunc(tokens, token.stops) {
		return false
	}
	return slices.ContainsFunc(langsOf(tokens, forget), func(lang string) bool {
		var all part
		for i := range tokens {
			h := match(tokens, i, lang, forget|about|not)
			if h.parts&forget != 0 && i > 0 && i+h.words < len(tokens) {
				return false // it is told of, neither first nor last
			}
			all |= h.parts
		}
		return all&forget != 0 && all&about != 0 && all&not == 0
	})
}

// langsOf returns the languages in which a token begins a term of a part wanted.
func langsOf(tokens []token, wanted part) []string {
	var langs []string
	for _, token := range tokens {
		for _, t := range token.terms {
			if t.part&wanted != 0 && !slices.Contains(langs, t.lang) {
				langs = append(langs, t.lang)
			}
		}
	}
	return langs
}

// parts returns what tokens do in a language, and whether all of them do what is
// wanted; commas do not count.
func parts(tokens []token, lang string, wanted part) (all part, only bool) {
	for i := 0; i < len(tokens); {
		h := match(tokens, i, lang, wanted)
		if h.words == 0 && !tokens[i].comma() {
			return all, false
		}
		all |= h.parts
		i += max(h.words, 1)
	}
	return all, true
}
