package contextblock

import (
	"strings"
	"testing"
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
		"", "  two  spaces\n\n", "what is a <loci-context> block?", "- [goals 1a2b3c4d] my own list",
		"<loci-context nothex>", headFacts, "</context>",
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
	for _, p := range pieces {
		f.Add(p)
	}
	f.Fuzz(func(t *testing.T, s string) {
		clean, removed := Strip(s)
		if !removed && clean != s {
			t.Fatalf("%q changed to %q", s, clean)
		}
		if len(clean) > len(s) {
			t.Fatalf("%q grew to %q", s, clean)
		}
		if fence.MatchString(clean) && !fence.MatchString(strings.ReplaceAll(s, "\n", "")) {
			t.Fatalf("a fence is left in %q", clean)
		}
	})
}

func BenchmarkStripHostile(b *testing.B) {
	hostile := strings.Repeat("<loci-context 0123456789abcdef>- [goals 1a2b3c4d] x\n", 20000)
	for b.Loop() {
		Strip(hostile)
	}
}

func BenchmarkRender(b *testing.B) {
	ms := many(1000, 1, "I like the thing that has the number")
	for b.Loop() {
		Render(Input{Facts: ms, Now: now, MAC: mac})
	}
}
