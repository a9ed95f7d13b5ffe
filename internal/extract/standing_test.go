package extract

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
)

func TestStandingInstructions(t *testing.T) {
	e := newEngine(t)
	for turn, want := range map[string]string{
		"en Please always pass ctx as the first argument.":     "always pass ctx as the first argument",
		"en Don't use testify in our tests.":                   "Don't use testify in our tests",
		"en Don't use testify in this file.":                   "",
		"en Write me a script. Always use British spelling.":   "Always use British spelling",
		"en Write an essay on bees. Use British spelling.":     "",
		"en Use metric units and British spelling":             "Use metric units and British spelling",
		"en Keep answers short, code first, explanation after": "Keep answers short, code first, explanation after",
		"en Can you fix this bug? Don't use Boost.":            "",
		"en Don't use Boost.":                                  "Don't use Boost",
		"en Don't use tables":                                  "",
		"en Always wanted to see Rome":                         "",
		"ru Не используй Boost.":                               "Не используй Boost",
		"ru Напиши функцию сортировки. Не используй Boost.":    "",
		"ru Пиши комментарии на английском.":                   "Пиши комментарии на английском",
		"ru Отвечай мне покороче, пожалуйста, и на «ты»":       "Отвечай мне покороче, пожалуйста, и на «ты»",
		"uk Пиши коментарі англійською.":                       "Пиши коментарі англійською",
		"es contéstame sin tanto rollo, corto":                 "contéstame sin tanto rollo, corto",
		"pt Não use Boost nos nossos testes":                   "Não use Boost nos nossos testes",
		"fr N'utilise pas testify dans nos tests":              "N'utilise pas testify dans nos tests",
		"it Scrivi i commenti in inglese.":                     "Scrivi i commenti in inglese",
		"de Verwende kein Boost in unseren Tests":              "Verwende kein Boost in unseren Tests",
		"nl Gebruik geen testify in onze tests":                "Gebruik geen testify in onze tests",
		"pl Pisz komentarze po angielsku.":                     "Pisz komentarze po angielsku",
		"tr Yorumları İngilizce yaz.":                          "Yorumları İngilizce yaz",
		"zh 注释用英文写":                                            "注释用英文写",
		"ja コメントは英語で書いて":                                       "コメントは英語で書いて",
		"ko 주석은 영어로 써줘":                                        "주석은 영어로 써줘",
	} {
		var got string
		for _, c := range candidates(e, turn) {
			if c.Kind == loci.Procedural {
				got += c.Text
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", turn, diff)
		}
	}
}
