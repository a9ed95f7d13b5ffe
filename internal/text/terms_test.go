package text

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTerms(t *testing.T) {
	for name, c := range map[string]struct {
		in, lang string
		want     []string
	}{
		"stop words and stems": {"I prefer running in the mornings", "en", []string{"prefer", "run", "morn"}},
		"romanised":            {"meri behen ka kaam", "hi", []string{"behen", "kaam"}},
		"repeats stay":         {"tea, more teas", "en", []string{"tea", "tea"}},
		"hyphen":               {"run gen-itgc", "en", []string{"run", "gen-itgc", "gen", "itgc"}},
		"version":              {"v1.2.3", "en", []string{"v1.2.3"}},
		"decimal":              {"38.101", "en", []string{"38.101", "38", "101"}},
		"thousands":            {"1,000", "en", []string{"1,000", "1000", "000"}},
		"constant":             {"OPENAI_API_KEY", "en", []string{"openai_api_key", "openai", "api", "key"}},
		"camel case":           {"parseHTTPHeader", "en", []string{"parsehttphead", "pars", "http", "header"}},
		"path":                 {"internal/text/fold.go", "en", []string{"internal/text/fold.go", "intern", "text", "fold.go", "fold", "go"}},
		"address":              {"ana@example.org", "en", []string{"ana@example.org", "ana", "example.org", "exampl", "org"}},
		"clock":                {"10:30", "en", []string{"10:30", "10", "30"}},
		"signs":                {"C++, C# and .NET", "en", []string{"c++", "c#", ".net", "net"}},
		"end of sentence":      {"uses C. Net gain", "en", []string{"use", "c", "net", "gain"}},
		"han":                  {"喝咖啡", "zh", []string{"喝", "喝咖", "咖", "咖啡", "啡"}},
		"kana":                 {"コーヒー", "ja", []string{"コー", "ーヒ", "ヒー"}},
		"hangul":               {"커피를", "ko", []string{"커피", "피를"}},
		"Thai":                 {"กาแฟ", "und", []string{"กา", "าแ", "แฟ"}},
		"Vietnamese marks":     {"cà phê", "vi", []string{"ca", "cà", "phe", "phê"}},
		"mixed scripts":        {"重跑gen-itgc后", "zh", []string{"重", "重跑", "跑", "gen-itgc", "gen", "itgc", "后"}},
		"Latin in Cyrillic":    {"использую the databases", "ru", []string{"использ", "databas"}},
		"emoji":                {"party 🎉", "en", []string{"parti", "🎉"}},
		"elision":              {"l'école d'été", "fr", []string{"ecol", "ete"}},
		"possessive":           {"Anna's dog", "en", []string{"anna", "dog"}},
		"Turkish suffix":       {"İstanbul'da", "tr", []string{"istanbul"}},
		"nothing":              {" ?! ", "en", nil},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, Terms(c.in, c.lang)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestTermsMeet lists ways of writing one thing that one term must find.
func TestTermsMeet(t *testing.T) {
	for _, c := range []struct {
		lang  string
		forms []string
	}{
		{"en", []string{"running", "runs", "RUN"}},
		{"en", []string{"allergic", "allergics"}},
		{"en", []string{"café", "cafe", "Cafe\u0301s"}},
		{"es", []string{"canción", "cancion", "canciones"}},
		{"es", []string{"reunión", "reuniones", "reunion"}},
		{"pt", []string{"São", "sao", "SÃO"}},
		{"pt", []string{"autenticação", "autenticacao", "autenticações", "autenticacoes"}},
		{"fr", []string{"décidé", "decide", "décidée", "décider"}},
		{"de", []string{"Müller", "Mueller", "muller"}},
		{"de", []string{"Straße", "strasse", "Straßen"}},
		{"it", []string{"città", "citta"}},
		{"nl", []string{"vergadering", "vergaderingen"}},
		{"pl", []string{"książka", "ksiazki", "książkami"}},
		{"ru", []string{"квартира", "квартиру", "квартиры"}},
		{"ru", []string{"ёлка", "елки"}},
		{"uk", []string{"квартира", "квартиру", "квартирами"}},
		{"uk", []string{"п'ятниця", "п’ятницю", "пятниця"}},
		{"uz", []string{"qahva", "qahvani", "қаҳвани", "QAHVA"}},
		{"uz", []string{"o'zbek", "oʻzbek", "o‘zbeklar", "ozbek", "ўзбеклар"}},
		{"uz", []string{"kitob", "kitobni", "kitoblarimizdan", "китобларимиздан"}},
		{"uz", []string{"shahar", "шаҳар", "shaharda"}},
		{"tg", []string{"китоб", "китобҳо", "китобҳоро"}},
		{"tg", []string{"қаҳва", "кахва"}},
		{"tr", []string{"kitap", "kitapları", "kitaplari"}},
		{"ar", []string{"كتاب", "الكتاب", "کتاب"}},
		{"fa", []string{"کتاب", "کتاب\u200cها", "کتابها", "كتاب"}},
		{"ur", []string{"لڑکا", "لڑکے", "لڑکوں"}},
		{"hi", []string{"लड़का", "लड़के", "लड़कों", "लडका"}},
		{"ko", []string{"커피", "커피를", "커피는"}},
		{"id", []string{"makan", "makanan", "dimakan"}},
		{"id", []string{"tulis", "menulis", "tulisan"}},
		{"vi", []string{"cà phê", "ca phe"}},
	} {
		t.Run(c.lang+" "+c.forms[0], func(t *testing.T) {
			want := Terms(c.forms[0], c.lang)[0]
			for _, form := range c.forms[1:] {
				if got := Terms(form, c.lang); len(got) == 0 || got[0] != want {
					t.Errorf("Terms(%q) = %q, want %q first as for %q", form, got, want, c.forms[0])
				}
			}
		})
	}
}

// TestTermsApart lists words that stems or marks must not unite.
func TestTermsApart(t *testing.T) {
	for _, c := range [][3]string{
		{"en", "1.2.3", "1.2.4"},
		{"en", "C++", "C#"},
		{"en", "university", "unit"},
		{"ru", "мир", "мера"},
		{"uk", "йод", "ид"},
		{"uz", "ona", "oila"},
		{"hi", "अनीता", "अनिल"},
	} {
		if a, b := Terms(c[1], c[0])[0], Terms(c[2], c[0])[0]; a == b {
			t.Errorf("%s: %q and %q both give %q", c[0], c[1], c[2], a)
		}
	}
}

// hits reports whether every term of the query is a term of the text.
func hits(query, text, lang string) bool {
	doc := Terms(text, lang)
	terms := QueryTerms(query, lang)
	for _, q := range terms {
		if !slices.Contains(doc, q) {
			return false
		}
	}
	return len(terms) > 0
}

func TestFieldBug_D(t *testing.T) {
	for _, c := range []struct{ source, lang, text, query string }{
		{"D1 cm#3801", "zh", "系统会校验用户身份再放行", "用户身份"},
		{"D2 mnemosyne#168", "zh", "用户服务器部署在腾讯云国内节点", "腾讯云"},
		{"D4 tdb#1382", "zh", "这是专属测试口令：闪电阻尼器", "口令"},
		{"D4 tdb#1408", "zh", "这是专属测试口令：闪电阻尼器", "闪电阻尼器"},
		{"D5 lossless-claw#129", "zh", "晚上静默，早上听播客，用飞书", "静默"},
		{"D5 lossless-claw#129", "zh", "晚上静默，早上听播客，用飞书", "播客 飞书"},
		{"D7 openclaw#20730", "ja", "子どもはしりとりが好き", "しりとり"},
		{"D7 openclaw#35937", "ko", "우리는 끝말잇기를 했다", "끝말잇기"},
		{"D7 openclaw#35937", "zh", "昨天玩成语接龙", "成语接龙"},
		{"D8 obelisk#9", "zh", "重跑gen-itgc后50条悬空引用清零", "itgc"},
		{"D8 obelisk#9", "zh", "重跑gen-itgc后50条悬空引用清零", "gen-itgc"},
		{"D8 obelisk#9", "zh", "重跑gen-itgc后50条悬空引用清零", "50"},
		{"D10 waku-agent#79", "de", "Herr Müller kommt", "Müller"},
		{"D10 waku-agent#79", "ru", "Сергей живёт в Томске", "Сергей"},
		{"D11 chimera-agent#220", "pt", "a autenticação exige coordenação", "autenticacao coordenacao"},
		{"D11 chimera-agent#220", "ru", "проект находится в папке", "где находится проект"},
		{"D11 chimera-agent#220", "ja", "プロジェクトは棚の上", "プロジェクトはどこ"},
		{"D13 agent-os#2517", "ja", "東京カンファレンスの議事録", "議事録"},
		{"D14 mp#932", "hi", "मेरी बहन अनीता है", "अनीता"},
		{"D14 mp#932", "pt", "meu irmão João", "João"},
		{"D14 mp#932", "ru", "моя сестра Инна", "Инна"},
		{"D14 mp#932", "hi", "राज मेरा भाई", "राज"},
		{"D16 gbrain#3779", "und", "אמרתי שלום עולם היום", "שלום עולם"},
		{"D20 ccrecall#29", "en", "We decided not to use agents", "don't use agents"},
		{"D22 cis-bench#12", "en", "the server runs ubuntu 20.04 now", "ubuntu 20.04"},
		{"D22 3gpp-mcp#43", "en", "see section 38.101 of it", "38.101"},
		{"D22 3gpp-mcp#43", "en", "the band plan", "-band"},
		{"D23 ha#43435", "en", "rated memory:safe by them", "memory:safe"},
		{"D23 ha#43435", "en", `they say "hi" (python)`, `say "hi`},
		{"D23 ha#43435", "en", `they say "hi" (python)`, "(python"},
		{"D23 ha#43435", "en", "it is NEAR( the end", "NEAR("},
		{"D25 openagent-go#4", "en", "The deploy plan: ship on Monday", "what's the deploy plan?"},
	} {
		t.Run(c.source, func(t *testing.T) {
			if !hits(c.query, c.text, c.lang) {
				t.Errorf("query %q → %q\nmisses text %q → %q", c.query, QueryTerms(c.query, c.lang), c.text, Terms(c.text, c.lang))
			}
		})
	}
}

// TestQueryWithinText: whatever stretch of words of a text is looked for, each
// of its terms is one of the text's.
func TestQueryWithinText(t *testing.T) {
	for line := range strings.Lines(detectCases) {
		lang, sentence, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok {
			continue
		}
		doc := Terms(sentence, lang)
		toks := Tokens(sentence)
		for i := range toks {
			for j := i; j < len(toks); j++ {
				query := sentence[toks[i].Start:toks[j].End]
				for _, term := range QueryTerms(query, lang) {
					if !slices.Contains(doc, term) {
						t.Errorf("%s: term %q of query %q is none of %q", lang, term, query, doc)
					}
				}
			}
		}
	}
}

func TestFieldBug_D13_noPrefix(t *testing.T) {
	if hits("café", "the cafeteria is closed", "en") {
		t.Error("café finds cafeteria")
	}
}

func TestFieldBug_D23_noTerms(t *testing.T) {
	for _, q := range []string{"", "AND", "*", "%", `"`, "?!.,;/#"} {
		if got := QueryTerms(q, "en"); len(got) != 0 {
			t.Errorf("QueryTerms(%q) = %q, want none", q, got)
		}
	}
}

func TestFieldBug_D28_longQuery(t *testing.T) {
	q := strings.Repeat("quantum ", 65) + strings.Repeat("gravity ", 65)
	if diff := cmp.Diff([]string{"quantum", "graviti"}, QueryTerms(q, "en")); diff != "" {
		t.Error(diff)
	}
}

// TestQueryOfStopWords: a query without content must find nothing rather than
// everything.
func TestQueryOfStopWords(t *testing.T) {
	for lang, q := range map[string]string{
		"en": "what is it that you do?", "es": "¿qué es lo que hay?", "pt": "o que é isso?", "fr": "qu'est-ce que c'est",
		"de": "was ist das denn?", "it": "che cosa è questo?", "nl": "wat is dat?", "pl": "co to jest?",
		"ru": "что это такое?", "uk": "що це таке?", "uz": "bu nima edi?", "tg": "ин чӣ аст?", "tr": "bu ne için?",
		"ar": "ما هو هذا؟", "fa": "این چیست و چرا آن است", "ur": "یہ کیا ہے؟", "hi": "यह क्या है?",
		"zh": "这是什么？", "ja": "これは何ですか", "ko": "이것은 무엇", "id": "apa itu?", "vi": "cái này là gì?",
	} {
		if got := QueryTerms(q, lang); len(got) != 0 {
			t.Errorf("%s: QueryTerms(%q) = %q, want none", lang, q, got)
		}
	}
}

func TestQueryTermsOfSeveralLanguages(t *testing.T) {
	got := QueryTerms("die Reuniões", "pt", "de")
	if diff := cmp.Diff([]string{"reunia", "reunio"}, got); diff != "" && slices.Contains(got, "die") {
		t.Error("a stop word of one of the languages was kept: ", got)
	}
	for _, lang := range []string{"pt", "de"} {
		if !slices.Contains(got, Terms("Reuniões", lang)[0]) {
			t.Errorf("%q lacks the %s stem", got, lang)
		}
	}
}

func TestQueryTermsPreferPairs(t *testing.T) {
	if diff := cmp.Diff([]string{"咖啡"}, QueryTerms("咖啡", "zh")); diff != "" {
		t.Error(diff)
	}
	if !slices.Contains(QueryTerms("我的猫呢", "zh"), "猫") {
		t.Error("a single character between stop words is not looked for")
	}
}
