package extract

import "testing"

func TestAppositions(t *testing.T) {
	runSamples(t, "en", []sample{
		{"I'm Priya, structural engineer at Arup in London.", []string{
			"profile preferences+ name: I'm Priya",
			"profile preferences+ home_city: structural engineer at Arup in London",
			"profile preferences+ employer: structural engineer at Arup in London",
			"profile preferences+ job: structural engineer at Arup in London",
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
		{"My doctor is Dr Patel", []string{"semantic relationships+: My doctor is Dr Patel"}},
		{"my doctor is away", nil},
		{"I have a dog and two cats", []string{"semantic relationships+: I have a dog and two cats"}},
		{"I have a cat and a headache", nil},
		{"moved to Bristol last week", []string{"profile preferences+ home_city: moved to Bristol last week"}},
	})
	runSamples(t, "fr", []sample{{"J'ai deux enfants, Hugo (9 ans) et Zoé", []string{"semantic relationships+ child:hugo: J'ai deux enfants, Hugo (9 ans) et Zoé"}}})
	runSamples(t, "it", []sample{{"ho due figli, Luca (8 anni) e Sara", []string{"semantic relationships+ child:luca: ho due figli, Luca (8 anni) e Sara"}}})
}
