package extract

import "testing"

func TestAppositions(t *testing.T) {
	runSamples(t, "en", []sample{
		{"I'm Priya, structural engineer at Arup in London.", []string{
			"profile preferences+ name: I'm Priya",
			"profile preferences+ home_city: structural engineer at Arup in London",
			"profile preferences+ employer: at Arup in London",
			"profile preferences+ job: structural engineer",
		}},
		{"I'm Priya, 34, nurse in Leeds", []string{
			"profile preferences+ name: I'm Priya",
			"profile preferences+ age: I'm Priya, 34",
			"profile preferences+ home_city: nurse in Leeds",
			"profile preferences+ job: nurse in Leeds",
		}},
		{"my kids are Ana, Leo and Zoe", []string{"semantic relationships+ child:ana: my kids are Ana, Leo and Zoe"}},
		{"I'm single, no kids", []string{"semantic relationships+: I'm single, no kids"}},
		{"I report to Elena", []string{"semantic relationships+: I report to Elena"}},
		{"I report to nobody", nil},
		{"My doctor is Dr Patel", []string{"semantic relationships+ role:doctor: My doctor is Dr Patel"}},
		{"my doctor is away", nil},
		{"I have a dog and two cats", []string{"semantic relationships+: I have a dog and two cats"}},
		{"I have a cat and a headache", nil},
		{"moved to Bristol last week", []string{"profile preferences+ home_city: moved to Bristol last week"}},
	})
	runSamples(t, "fr", []sample{{"J'ai deux enfants, Hugo (9 ans) et Zoé", []string{"semantic relationships+ child:hugo: J'ai deux enfants, Hugo (9 ans) et Zoé"}}})
	runSamples(t, "it", []sample{{"ho due figli, Luca (8 anni) e Sara", []string{"semantic relationships+ child:luca: ho due figli, Luca (8 anni) e Sara"}}})
}

// "My girlfriend, Toby and I" names three, and tells nobody's name; nor is what is
// said of somebody's cat said of somebody.
func TestNoAppositions(t *testing.T) {
	e := newEngine(t)
	for _, turn := range []string{
		"en My girlfriend, Biscuit and I went for a picnic.",
		"en My wife, Biscuit, and I went for a picnic.",
		"de Meine Freundin, Biscuit und ich fahren ans Meer.",
		"es Mi novia, Biscuit y yo vamos a la playa.",
		"fr Ma copine, Biscuit et moi partons à la plage.",
		"it La mia ragazza, Biscuit ed io andiamo al mare.",
		"pt Minha namorada, Biscuit e eu vamos à praia.",
		"nl Mijn vriendin, Biscuit en ik gaan naar zee.",
		"ru Моя девушка, Бисквит и я едем на море.",
		"uk Мій брат, Бісквіт та я їдемо на море.",
		"pl Moja dziewczyna, Biszkopt i ja jedziemy nad morze.",
		"tr Kardeşim, Biskuit ve ben denize gidiyoruz.",
		"fa برادرم، رضا و من به سفر میرویم.",
		"ar زوجتي، سارة وأنا ذاهبون إلى البحر",
		"id Pacarku, Biskuit dan aku mau ke pantai.",
		"en Olive is my father's parrot.",
		"en Olive is my neighbour's horse.",
		"en Olive, my aunt's tortoise",
		"nl Olijf is mijn moeders kat",
		"nl Olijf is mijn vader zijn hond",
		"ur میکس میری ماں کی بلی ہے",
		"hi टॉमी मेरे भाई का कुत्ता है",
		"zh 小白是我妈妈的猫",
	} {
		for _, c := range candidates(e, turn) {
			t.Errorf("%s: %s, %q", turn, c.Slot.Attribute, c.Text)
		}
	}
	for turn, want := range map[string]string{
		"en I live with my wife, Nora, and I teach maths": "partner:nora",
		"en Olive is my parrot.":                          "pet:olive",
		"en Nora is my aunt.":                             "relative:nora",
		"nl Nora is mijn moeder":                          "parent:nora",
		"zh 小白是我妈妈":                                       "parent:小白",
	} {
		if got := candidates(e, turn); len(got) == 0 || got[0].Slot.Attribute != want {
			t.Errorf("%s: got %v, want %s", turn, got, want)
		}
	}
}
