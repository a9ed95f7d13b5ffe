package retrieve

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
)

func TestStopWordsAskForNothing(t *testing.T) {
	for _, q := range []string{"", "  ", "the of and", "?!", "что это", "o que é"} {
		if got := Analyse(q); len(got.Terms) != 0 {
			t.Errorf("%q asks for %q", q, got.Terms)
		}
	}
}

func TestFinds(t *testing.T) {
	others := []string{"I like tea in the morning", "My dog is called Rex", "The report is due on Monday"}
	for _, c := range []struct{ source, query, memory string }{
		{"FieldBug_D1_cm3801", "用户身份", "需要验证用户身份"},
		{"FieldBug_D2_mnemosyne168", "腾讯云", "用户服务器部署在腾讯云国内节点"},
		{"FieldBug_D4_tdb1382", "口令", "专属测试口令是闪电阻尼器"},
		{"FieldBug_D7_openclaw20730_ja", "しりとり", "昨日しりとりをした"},
		{"FieldBug_D7_openclaw20730_ko", "끝말잇기", "동생과 끝말잇기를 했다"},
		{"FieldBug_D8_obelisk9", "gen-itgc", "重跑gen-itgc后50条悬空引用清零"},
		{"FieldBug_D10_waku79_de", "Müller", "Frau Müller ist meine Ärztin"},
		{"FieldBug_D10_waku79_ru", "Сергей", "Моего брата зовут Сергей"},
		{"FieldBug_D11_chimera220", "o servico de autenticacao", "O serviço de autenticação caiu"},
		{"FieldBug_D14_mp932", "अनीता", "मेरी बहन अनीता है"},
		{"FieldBug_D16_gbrain3779", "שלום", "שלום עולם"},
		{"FieldBug_D20_ccrecall29", "don't use agents", "Never run agents in parallel"},
		{"FieldBug_D22_ciscat12", "ubuntu 20.04", "The server runs ubuntu 20.04"},
		{"FieldBug_D22_ciscat12_minus", "-band", "I play in a band"},
		{"FieldBug_D23_ha43435", `say "memory:safe NEAR( * %`, "Rust is memory safe"},
		{"FieldBug_D25_openagent4", "what's the deploy plan?", "The deploy plan is blue-green"},
	} {
		t.Run(c.source, func(t *testing.T) {
			texts := append([]string{c.memory}, others...)
			got := search(c.query, 5, texts...)
			if len(got) == 0 || got[0] != 0 {
				t.Errorf("%q found %v", c.query, got)
			}
		})
	}
}

func TestFieldBug_D26_ANOLISA1574(t *testing.T) {
	texts := []string{"The staging cluster is called zeppelin"}
	words := strings.Fields("project meeting design review customer release budget garden window coffee train market doctor school winter summer music report engine letter")
	for i := range 100 {
		texts = append(texts, fmt.Sprintf("I talked about the %s and the %s with my %s", words[i%20], words[(i*7+3)%20], words[(i*3+5)%20]))
	}
	var prompt []string
	for i := range 400 {
		prompt = append(prompt, words[(i*i+i/3)%20])
		if i%5 == 0 {
			prompt = append(prompt, fmt.Sprintf("unseen%d", i))
		}
	}
	prompt[170] = "zeppelin"
	got := search(strings.Join(prompt, " "), 5, texts...)
	for _, n := range got {
		if n == 0 {
			return
		}
	}
	t.Errorf("not among the first five: %v", got)
}

func TestFieldBug_D28_queryOf130Words(t *testing.T) {
	q := strings.Repeat("and the weather was nice so we ", 20) + "saw a zeppelin"
	if got := search(q, 5, "I like tea", "The cluster is called zeppelin"); len(got) == 0 || got[0] != 1 {
		t.Errorf("got %v", got)
	}
}

func TestFieldBug_G7_mastra3053(t *testing.T) {
	var b strings.Builder
	b.WriteString("zeppelin ")
	for i := range 20_000 {
		fmt.Fprintf(&b, "слово%d ", i)
	}
	b.WriteString("airship")
	start := time.Now()
	a := Analyse(b.String())
	if len(a.Terms) > maxTerms {
		t.Errorf("%d terms", len(a.Terms))
	}
	if took := time.Since(start); took > time.Second {
		t.Errorf("took %v", took)
	}
	if got := search(b.String(), 2, "The cluster is called zeppelin", "tea", "An airship"); len(got) != 2 {
		t.Errorf("head or tail is lost: %v", got)
	}
}

func TestSlotWordsBridgeLanguages(t *testing.T) {
	fact := func(text, lang, attribute string) loci.Memory {
		return loci.Memory{Text: text, Lang: lang, Slot: loci.Slot{Subject: loci.SelfSubject, Attribute: attribute}}
	}
	memories := []loci.Memory{
		fact("Moro no Porto", "pt", "home_city"),
		fact("Меня зовут Никол", "ru", "name"),
		fact("Sou alérgico a amendoim", "pt", "allergy:amendoim"),
		fact("Men shifokorman", "uz", "job"),
		fact("I like tea", "en", "likes:tea"),
	}
	var x index
	for _, m := range memories {
		x.add(MemoryTerms(m, "pt"))
	}
	for q, want := range map[string]loci.Doc{
		"Which city do I live in?":       1,
		"What is my name?":               2,
		"Do I have allergies?":           3,
		"what is my job":                 4,
		"Qual é a minha cidade?":         1,
		"Tenho alergia a alguma coisa?":  3,
		"qual é o meu nome":              2,
		"onde fica a minha casa, morada": 1,
	} {
		got := Rank(x.find(Analyse(q, "pt")), 3)
		if len(got) == 0 || got[0].Doc != want {
			t.Errorf("%q: want %d, got %v of %q", q, want, got, Analyse(q, "pt").Terms)
		}
	}
}

func TestMemoryTerms(t *testing.T) {
	terms, length := MemoryTerms(loci.Memory{
		Text: "Deploy the blog → it works", Kind: loci.Episodic, Key: "deploy-blog", Lang: "en",
		Slot: loci.Slot{Subject: "Ana"},
	})
	got := map[string]int{}
	for i, tc := range terms {
		got[tc.Term] = tc.TF
		if i > 0 && terms[i-1].Term >= tc.Term {
			t.Errorf("not ascending: %v", terms)
		}
	}
	want := map[string]int{"deploy": 2, "blog": 2, "work": 1, "deploy-blog": 1, "ana": 1}
	if diff := cmp.Diff(want, got); diff != "" || length != 3 {
		t.Errorf("length %d, %s", length, diff)
	}
}

func TestSlotsFile(t *testing.T) {
	for name, words := range slotWords() {
		if words["en"] == "" {
			t.Errorf("%s has no English words", name)
		}
		for lang, list := range words {
			terms, _ := MemoryTerms(loci.Memory{Text: list, Lang: lang, Slot: loci.Slot{Subject: loci.SelfSubject}})
			if len(terms) == 0 {
				t.Errorf("%s.%s: all are stop words: %q", name, lang, list)
			}
		}
	}
}

func TestTurnTerms(t *testing.T) {
	terms, length := TurnTerms(loci.Turn{Speaker: "Caroline", Text: "I went to a support group"}, "en")
	var got []string
	for _, tc := range terms {
		got = append(got, tc.Term)
	}
	if diff := cmp.Diff([]string{"carolin", "group", "support", "went"}, got); diff != "" || length != 4 {
		t.Errorf("length %d, %s", length, diff)
	}
	if terms, length := TurnTerms(loci.Turn{}); terms != nil || length != 0 {
		t.Errorf("a blank turn has %v", terms)
	}
}

func TestNames(t *testing.T) {
	a := Analyse("What did Caroline's sister tell ana?")
	for speaker, want := range map[string]bool{"Ana": true, "ANA Lopes": true, "Bob": false, "": false} {
		if got := a.Names(speaker); got != want {
			t.Errorf("%q: %v", speaker, got)
		}
	}
}

func TestExcerpt_FieldBug_D13_agentos2517(t *testing.T) {
	var lines []string
	for i := range 200 {
		lines = append(lines, fmt.Sprintf("%d: we talked about many other things for a while", i))
	}
	lines[150] = "東京カンファレンスの議事録"
	got := Excerpt(strings.Join(lines, "\n"), Analyse("東京カンファレンス"), 200)
	if !strings.Contains(got, "東京カンファレンス") || !strings.Contains(got, "149:") || utf8.RuneCountInString(got) > 200 {
		t.Errorf("got %q", got)
	}
	lines[150] = "We met at a café near the station"
	lines[20] = "The cafeteria is closed"
	got = Excerpt(strings.Join(lines, "\n"), Analyse("café"), 200)
	if !strings.Contains(got, "a café near") {
		t.Errorf("got %q", got)
	}
}

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("filler words everywhere ", 40)
	for _, c := range []struct{ name, text, query, want string }{
		{"short", "I like\n tea", "tea", "I like tea"},
		{"no hit", long, "zeppelin", "filler words everywhere filler words everywhere filler words everywhere filler words everywhere…"},
		{"at the end", long + "zeppelin", "zeppelin", "…filler words everywhere filler words everywhere zeppelin"},
		{"in the middle", long + "zeppelin " + long, "zeppelin", "…filler words everywhere filler words everywhere zeppelin filler words everywhere filler words…"},
		{"most terms", "tea " + long + "green tea " + long, "green tea", "…everywhere filler words everywhere filler words everywhere green tea filler words everywhere…"},
	} {
		if got := Excerpt(c.text, Analyse(c.query), 100); got != c.want {
			t.Errorf("%s: got %q", c.name, got)
		}
	}
}

func FuzzAnalyse(f *testing.F) {
	for _, s := range []string{"what's the deploy plan?", "腾讯云", "\xff\x00", "👨\u200d👩\u200d👧", strings.Repeat("ab ", 9000)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		a := Analyse(s, "pt", "ru")
		seen := map[string]bool{}
		for _, term := range a.Terms {
			if seen[term] || term == "" {
				t.Fatalf("%q in %q", term, a.Terms)
			}
			seen[term] = true
		}
		if len(a.Terms) > maxTerms {
			t.Fatalf("%d terms", len(a.Terms))
		}
		if got := Excerpt(s+s, a, 50); utf8.RuneCountInString(got) > 50 || !utf8.ValidString(got) {
			t.Fatalf("excerpt %q", got)
		}
	})
}

func BenchmarkAnalyse(b *testing.B) {
	b.Run("question", func(b *testing.B) {
		for b.Loop() {
			Analyse("When did Caroline go to the support group in Porto?", "pt")
		}
	})
	long := strings.Repeat("When did Caroline go to the support group in Porto? ", 200)
	b.Run("10k", func(b *testing.B) {
		for b.Loop() {
			Analyse(long, "pt")
		}
	})
}

func BenchmarkMemoryTerms(b *testing.B) {
	m := loci.Memory{Text: "My city is Porto and I have lived there since 2019", Lang: "en", Slot: loci.Slot{Subject: "user", Attribute: "home_city"}}
	for b.Loop() {
		MemoryTerms(m, "pt")
	}
}

func BenchmarkExcerpt(b *testing.B) {
	s := strings.Repeat("we talked about many other things for a while\n", 1500)
	a := Analyse("deploy plan")
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		Excerpt(s, a, 300)
	}
}
