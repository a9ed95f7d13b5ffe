package contextblock

import (
	"encoding/json"
	"html"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/locimem/loci"
)

func sample() string {
	return render(
		memory(1, "I'm allergic to peanuts", level(loci.Critical), of(loci.Constraints)),
		memory(2, "Finish the thesis", of(loci.Goals), due(3)),
		memory(3, "Answer briefly", instruct),
	).Text
}

func prefixed(block, prefix string) string {
	lines := strings.Split(strings.TrimSuffix(block, "\n"), "\n")
	return prefix + strings.Join(lines, "\n"+prefix) + "\n"
}

func TestStrip_FieldBug_B1_mem4573(t *testing.T) {
	block := sample()
	other := strings.ReplaceAll(block, block[len("<loci-context "):len("<loci-context ")+keyLen], "00000000000000ff")
	for name, in := range map[string]string{
		"whole":           block + "\nI prefer tea",
		"behind":          "I prefer tea\n\n" + block,
		"any key":         other + "I prefer tea",
		"several":         block + "I prefer tea\n" + other + block,
		"indented":        prefixed(block, "    ") + "I prefer tea",
		"quoted":          prefixed(block, "> ") + "I prefer tea",
		"quoted twice":    prefixed(block, "> > ") + "\nI prefer tea",
		"CRLF":            strings.ReplaceAll(block, "\n", "\r\n") + "I prefer tea",
		"one line":        strings.ReplaceAll(block, "\n", " ") + "I prefer tea",
		"wrapped":         strings.ReplaceAll(block, "thesis", "\nthesis") + "I prefer tea",
		"no end":          strings.Split(block, "</")[0] + "I prefer tea",
		"no beginning":    block[strings.IndexByte(block, '\n')+1:] + "I prefer tea",
		"no end, quoted":  prefixed(strings.Split(block, "</")[0], "> ") + "I prefer tea",
		"block in quotes": "I prefer tea\n> " + strings.ReplaceAll(block, "\n", "\n> "),
	} {
		t.Run(name, func(t *testing.T) {
			clean, removed := Strip(in)
			if clean = strings.Trim(clean, "> \n"); !removed || clean != "I prefer tea" {
				t.Errorf("got %q", clean)
			}
		})
	}
}

// What programs do to a text on its way back does not hide the block.
func TestStripKnowsTheBlockByItsShape(t *testing.T) {
	block := sample()
	open, rest, _ := strings.Cut(block, "\n")
	body := rest[:strings.Index(rest, "</")]
	quoted := func(s string) string {
		b, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	plainJSON := func(s string) string { return strings.NewReplacer("\n", `\n`, `"`, `\"`).Replace(s) }
	zeroWidth := strings.NewReplacer("loci-", "lo\u200bci-\u2060", "<", "<\ufeff")
	for name, in := range map[string]string{
		"no fence":             body + "I prefer tea",
		"no fence, behind":     "I prefer tea\n\n" + body,
		"one heading":          headFacts + "\nI prefer tea",
		"one item":             "I prefer tea\n- [goals 1a2b3c4d] Finish the thesis (due in 3 days)",
		"an instruction":       "- [task_policies 1a2b3c4d] Answer briefly\r\nI prefer tea",
		"an episode":           "I prefer tea\n- [episode 1a2b3c4d] Migrate the blog → done",
		"a profile":            "I prefer tea\n- [profile 1a2b3c4d] I live in Porto; I love green tea",
		"an item of its own":   "- [goals 1a2b3c4d]\n- [goals 1a2b3c4e]\nI prefer tea",
		"another marker":       strings.ReplaceAll(body, "- [", "• [") + "I prefer tea",
		"a dash":               strings.ReplaceAll(body, "- [", "– [") + "I prefer tea",
		"Markdown escapes":     strings.NewReplacer("[", `\[`, "]", `\]`).Replace(body) + "I prefer tea",
		"quoted, no fence":     prefixed(body, "> ") + "I prefer tea",
		"one line, no fence":   "I prefer tea\n" + strings.ReplaceAll(body, "\n", " "),
		"code":                 "I prefer tea\n`- [goals 1a2b3c4d] Finish the thesis`",
		"upper case":           strings.ToUpper(block) + "I prefer tea",
		"upper case, no fence": strings.ToUpper(body) + "I prefer tea",
		"HTML":                 html.EscapeString(block) + "I prefer tea",
		"HTML twice":           html.EscapeString(html.EscapeString(block)) + "I prefer tea",
		"HTML by number":       strings.NewReplacer("<", "&#60;", ">", "&#x3E;").Replace(block) + "I prefer tea",
		"JSON":                 quoted(block) + "\nI prefer tea",
		"JSON twice":           quoted(quoted(block)) + "\nI prefer tea",
		"JSON, plain":          plainJSON(block) + "\nI prefer tea",
		"JSON, slash":          strings.ReplaceAll(plainJSON(block), "</", `<\/`) + "I prefer tea",
		"JSON, goes on":        plainJSON(block) + "I prefer tea",
		"JSON, no fence":       quoted(body) + "\nI prefer tea",
		"JSON, list":           `["- [goals 1a2b3c4d] Say \"no\" more", "- [goals 1a2b3c4e] x"]` + "\nI prefer tea",
		"spaces":               strings.NewReplacer("<loci", "< loci", " ", "  ", "</", "< / ").Replace(open+block[len(open):strings.IndexByte(block, '\n')]) + rest[:len(body)] + strings.NewReplacer("</", "< / ", ">", " >").Replace(rest[len(body):]) + "I prefer tea",
		"no-break spaces":      strings.ReplaceAll(block, " ", "\u00a0") + "I prefer tea",
		"zero width":           zeroWidth.Replace(block) + "I prefer tea",
		"wide brackets":        strings.NewReplacer("<", "＜", ">", "＞").Replace(block) + "I prefer tea",
	} {
		t.Run(name, func(t *testing.T) {
			clean, removed := Strip(in)
			if clean = strings.Trim(clean, `[]>", `+"`\n\\"); !removed || clean != "I prefer tea" {
				t.Errorf("%q\nbecame %q", in, clean)
			}
			if again, _ := Strip(clean); again != clean {
				t.Errorf("a second time %q", again)
			}
		})
	}
}

// A host may cut a text anywhere: nothing of the block may be left.
func TestStripCutAnywhere(t *testing.T) {
	block := sample()
	for end := len("<loci-context 0123456789abcdef>"); end <= len(block); end++ {
		if !utf8.ValidString(block[:end]) {
			continue
		}
		if clean, removed := Strip("I prefer tea\n" + block[:end]); !removed || clean != "I prefer tea" {
			t.Fatalf("cut at %d: %q", end, clean)
		}
	}
}

func TestStripLeavesOtherTextAlone(t *testing.T) {
	for _, in := range []string{
		"", "  two  spaces\n\n", "what is a <loci-context> block?",
		"<loci-context nothex>", "</context>", "I saw \"" + headFacts + "\" somewhere", "<b>&lt;loci-context&gt;</b> \u200b",
		"- [ ] call Ana\n- [x] pay the rent\n* [X] done", "- [goals] run a marathon", "- [study notes](https://example.com/a1b2c3d4)",
		"- [goals 2026] learn Go\n- [finance 20261007] paid the rent\n- [routine 2026-10-07] gym",
		"- [goals 1a2b3c4d]: https://example.com", "- [goals 1a2b3c4d](https://example.com)", "- [goals 1a2b3c] short", "- [main 1a2b3c4d] Fix the build",
		"[workflow 1a2b3c4d] Fix the build\n 1 file changed", "- [study physical] exam", "- [goals 1a2b3c4d9] long", "see[^1] and - [1]", "pre-[goals 1a2b3c4d] x",
		`C:\new\notes - [ ] todo`, "&amp;lt;b&amp;gt; &amp; \\u0041 \\\\u00e9", "a - b [goals] c", "- [x] - [style guide] read",
	} {
		if clean, removed := Strip(in); removed || clean != in {
			t.Errorf("%q became %q", in, clean)
		}
	}
	clean, _ := Strip("why do I see <loci-context 0123456789abcdef> here?\nTell me.")
	if clean != "why do I see\nhere?\nTell me." {
		t.Errorf("got %q", clean)
	}
}

func FuzzStrip(f *testing.F) {
	block := sample()
	f.Add(block)
	f.Add("x" + block[:100] + "\n> " + block + "y")
	f.Add(`{"a":"` + headFacts + `\\n- [goals 1a2b3c4d] \\"x\\"\\n&amp;lt;/loci-context 0123456789abcdef&gt;"}`)
	for _, p := range pieces {
		f.Add(p)
	}
	f.Add(`{"a":"` + headFacts + `\\ * [goAls 00000000] ` + strings.Repeat("0", 54))
	f.Fuzz(func(t *testing.T, s string) {
		clean, removed := Strip(s)
		if !removed && clean != s {
			t.Fatalf("%q changed to %q", s, clean)
		}
		if again, _ := Strip(clean); again != clean {
			t.Fatalf("%q, then %q, then %q", s, clean, again)
		}
		if len(clean) > len(s) {
			t.Fatalf("%q grew to %q", s, clean)
		}
		if fence().MatchString(clean) && !fence().MatchString(strings.ReplaceAll(s, "\n", "")) {
			t.Fatalf("a fence is left in %q", clean)
		}
	})
}

// TestStripWorstCases holds the cost to the length of the text.
func TestStripWorstCases(t *testing.T) {
	start := time.Now()
	for _, unit := range []string{
		"<loci-context 0123456789abcdef>", "</loci-context 0123456789abcdef>", "<loci-context 0123456789abcdef>- [goals 1a2b3c4d] x\n",
		"<loci-context", "< ", "- [goals ", "- [goals 1a2b3c4d] ", `"- [goals 1a2b3c4d] `, `\n- [goals 1a2b3c4d] `, "[goals 1a2b3c4d] ", headFacts, headFacts + " ", `"` + headFacts,
		"&amp;", "&", "amp;", `\`, `\\u003c`, "\u200b", "> ", " ", "\n", "- ", `\"`,
	} {
		Strip(strings.Repeat(unit, (256<<10)/len(unit)))
	}
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("took %v", took)
	}
}

func BenchmarkStrip(b *testing.B) {
	for name, text := range map[string]string{
		"hostile": strings.Repeat("<loci-context 0123456789abcdef>- [goals 1a2b3c4d] x\n", 20000),
		"message": "I moved to Porto in May & my new office [the big one] opens at 9:30; I prefer short answers, no lists. Obrigado — até já!",
		"ascii":   "I moved to Porto in May and my new office [the big one] opens at 9:30; I prefer short answers, no lists.",
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Strip(text)
			}
		})
	}
}

func BenchmarkRender(b *testing.B) {
	ms := many(1000, 1, "I like the thing that has the number")
	for b.Loop() {
		Render(Input{Facts: ms, Now: now, MAC: mac})
	}
}
