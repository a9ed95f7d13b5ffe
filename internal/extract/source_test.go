package extract

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pelletier/go-toml/v2"
)

// What readSource makes of a pack is what TOML says it is.
func TestPacksAreTOML(t *testing.T) {
	for name, text := range packSources(t) {
		if name == factsName {
			continue
		}
		t.Run(name, func(t *testing.T) {
			src, err := readSource(text)
			if err != nil {
				t.Fatal(err)
			}
			want, err := decode(text)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, src.tables()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// packSources returns what stands in packs, by name.
func packSources(t testing.TB) map[string]string {
	t.Helper()
	files, err := filepath.Glob("packs/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatal("no packs: ", err)
	}
	sources := map[string]string{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sources[strings.TrimSuffix(filepath.Base(file), ".toml")] = string(data)
	}
	return sources
}

// tables gives a source the form that a TOML decoder gives it.
func (s *source) tables() map[string]any {
	words, frames := map[string]any{}, map[string]any{}
	for _, w := range s.words {
		if w.label == "" {
			words[w.class] = w.text
			continue
		}
		if words[w.class] == nil {
			words[w.class] = map[string]any{}
		}
		words[w.class].(map[string]any)[w.label] = w.text
	}
	for fact, text := range s.frames {
		frames[fact] = text
	}
	out := map[string]any{"words": words, "frames": frames, "prefixes": s.prefixes, "proclitics": s.proclitics}
	for _, f := range s.flags() {
		out[f.name] = *f.at
	}
	for _, t := range s.texts() {
		out[t.name] = *t.at
	}
	for _, m := range s.pairs() {
		table := map[string]any{}
		for from, to := range *m.at {
			table[from] = to
		}
		out[m.name] = table
	}
	return out
}

// decode is what TOML makes of a pack.
func decode(text string) (map[string]any, error) {
	want := (&source{}).tables()
	err := toml.Unmarshal([]byte(text), &want)
	return want, err
}

func TestReadSource(t *testing.T) {
	const text = "# a pack\nelide = true # j'aime\nendings = true\nclitic = 's'\nspeaker = 'i'\n[words] # classes\nkin.child = \"son, daughter\" # two\n" +
		"not = '''\n# comment\nnever, no\n'''\n[frames]\nname = '''my name is {x}'''\n[letters]\n\"^е\" = \"ye\"\n[affirms]\n\"no\" = \"\"\n[kin]\n\"child\" = \"my son\"\n"
	got, err := readSource(text)
	if err != nil {
		t.Fatal(err)
	}
	want := &source{
		settings: settings{
			elide: true, endings: true, clitic: "s", speaker: "i",
			letters: map[string]string{"^е": "ye"}, affirms: map[string]string{"no": ""}, kin: map[string]string{"child": "my son"},
		},
		words:  []wordList{{"kin", "child", "son, daughter"}, {"not", "", "# comment\nnever, no\n"}},
		frames: map[string]string{"name": "my name is {x}"},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(source{}, settings{}, wordList{})); diff != "" {
		t.Error(diff)
	}
}

func TestLettersSpread(t *testing.T) {
	src := &source{settings: settings{letters: map[string]string{"們說": "们说", "ш": "sh", "^е": "ye"}}}
	if err := src.spread(); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"們": "们", "說": "说", "ш": "sh", "^е": "ye"}
	if diff := cmp.Diff(want, src.letters); diff != "" {
		t.Error(diff)
	}
	if (&source{settings: settings{letters: map[string]string{"們說": "们"}}}).spread() == nil {
		t.Error("two letters for one were accepted")
	}
}

func TestReadSourceRefuses(t *testing.T) {
	for _, text := range []string{
		"[words", "[words] x", "[other]\na = \"b\"", "other = \"b\"", "nothing", "[words]\na = b", "[words]\na = \"b", "[words]\na = '''b",
		"[words]\na = \"\\u0041\"", "[words]\na = [\"b\"]", "[frames]\na = \"b\"\na = \"c\"",
	} {
		if _, err := readSource(text); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
}

// FuzzReadSource: what both accept, both read alike.
func FuzzReadSource(f *testing.F) {
	for _, s := range []string{
		"elide = true\nclitic = \"s\"\n[words]\na.b = '''\nx, y\n'''\n[frames]\nname = 'z' # w\n", "[letters]\n\"^е\" = \"ye\"", "[words]\na = '''", "=",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		src, err := readSource(text)
		if err != nil {
			return
		}
		want, err := decode(text)
		if err != nil {
			return
		}
		if diff := cmp.Diff(want, src.tables()); diff != "" {
			t.Error(diff)
		}
	})
}
