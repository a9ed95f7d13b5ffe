package extract

import (
	"bytes"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The compiled packs are those of the sources beside them.
func TestPacksAreCompiled(t *testing.T) {
	compiled, err := CompilePacks(os.DirFS("packs"))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range compiled {
		if got, err := packFiles.ReadFile("packs/" + name); err != nil || !bytes.Equal(got, want) {
			t.Errorf("packs/%s is not what its source says; run go generate ./internal/extract", name)
		}
	}
	for lang := range newEngine(t).shelf.slots {
		if compiled[lang+packSuffix] == nil {
			t.Errorf("packs/%s%s has no source", lang, packSuffix)
		}
	}
}

// What is decoded is what was encoded.
func TestDecodeReversesEncode(t *testing.T) {
	src := &source{
		settings: settings{elide: true, endings: true, drops: true, clitic: "s", speaker: "i", enumeration: "、", letters: map[string]string{"ш": "sh", "^е": "ye"}},
		prefixes: "می, نمی", proclitics: "و",
		words: []wordList{
			{"kin", "child", "son, daughter, my =bébé"}, {"kin", "", "big (brother|sister), ma*, *li"}, {"love", "", "ge*t, =é, @kin, really? like"},
		},
		frames: map[string]string{"a": "i @love {x}\n@love tea & !coffee", "c": "my @kin|cat"},
	}
	facts := []*fact{{Name: "a"}, {Name: "b"}, {Name: "c"}}
	data := compiled(t, src, facts)
	p, err := decodePack(string(data), facts)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(data, encodePack(p)); diff != "" {
		t.Error(diff)
	}
}

// A pack that is cut short, or written for other facts, is refused.
func TestDecodeRefuses(t *testing.T) {
	facts := []*fact{{Name: "a"}}
	src := &source{words: []wordList{{"kin", "child", "son, big daughter"}}, frames: map[string]string{"a": "my @kin {x}"}}
	data := compiled(t, src, facts)
	for n := range data {
		if _, err := decodePack(string(data[:n]), facts); err == nil {
			t.Errorf("%d of %d bytes were accepted", n, len(data))
		}
	}
	if _, err := decodePack(string(data)+"\x00", facts); err == nil {
		t.Error("a byte too many was accepted")
	}
	if _, err := decodePack(string(data), []*fact{{Name: "b"}}); err == nil {
		t.Error("frames of no fact were accepted")
	}
}

// FuzzDecodePack: in whatever is accepted, words can be looked up.
func FuzzDecodePack(f *testing.F) {
	facts := []*fact{{Name: "a"}}
	src := &source{words: []wordList{{"kin", "child", "son, big daughter, @kin of mine"}}, frames: map[string]string{"a": "my @kin {x}"}}
	data := compiled(f, src, facts)
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := decodePack(string(data), facts)
		if err != nil {
			return
		}
		m := newMatcher(p, Input{Time: monday}, "My son Ivo, my big daughter and I like tea.")
		for i := range m.tokens {
			for _, lit := range m.senses.literals(i) {
				for _, l := range p.index.linksOf(lit) {
					if label, ok := l.label(); ok {
						_ = p.index.labels[label]
					}
				}
			}
		}
		for _, c := range p.classes {
			for i := range c.phrases {
				_ = p.index.labels[c.phrases[i].label]
				p.compiled(&c.phrases[i].pattern)
			}
		}
		newBuilder(m, Input{}).called(0, len(m.tokens), len(m.tokens))
	})
}
