package extract

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPleasantriesAskNothing(t *testing.T) {
	e := newEngine(t)
	for turn, want := range map[string]string{
		"en how are you, I'm allergic to nuts":                   "I'm allergic to nuts",
		"en hey how's it going, I live in Hull":                  "I live in Hull",
		"en hi how are you I'm vegan":                            "I'm vegan",
		"en how are you supposed to live in Hull, I'm vegan":     "",
		"en what's up with my code, I live in the terminal":      "",
		"es qué tal, me llamo Diego":                             "me llamo Diego",
		"es qué tal se vive en Lugo, soy vegano":                 "",
		"pt olá como vai, sou vegetariano":                       "sou vegetariano",
		"fr bonjour comment allez-vous, je m'appelle Luc":        "m'appelle Luc",
		"it ciao come va, vivo a Roma":                           "vivo a Roma",
		"de hallo wie geht es dir, ich bin Vegetarier":           "ich bin Vegetarier",
		"nl hoi hoe gaat het, ik woon in Utrecht":                "ik woon in Utrecht",
		"pl cześć jak się masz, jestem weganką":                  "jestem weganką",
		"ru привет, как дела, меня зовут Олег":                   "меня зовут Олег",
		"tg салом, чӣ хел шумо, ман дар Душанбе зиндагӣ мекунам": "дар Душанбе зиндагӣ мекунам",
		"fa سلام چطوری، من گیاهخوارم":                            "گیاهخوارم",
		"ar مرحبا كيف حالك، أنا نباتي":                           "أنا نباتي",
		"hi नमस्ते कैसे हो, मैं शाकाहारी हूँ":                    "शाकाहारी हूँ",
		"id halo apa kabar, saya tinggal di Bandung":             "tinggal di Bandung",
		"vi chào bạn khỏe không, mình sống ở Huế":                "mình sống ở Huế",
		"zh 最近怎么样，我住在上海":                                         "我住在上海",
		"ja こんにちは、お元気ですか、京都に住んでいます":                              "京都に住んでいます",
	} {
		var got string
		for _, c := range candidates(e, turn) {
			got += c.Text
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", turn, diff)
		}
	}
}
