package extract_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci/internal/extract"
)

// A memory must say something to a reader who has not heard the talk.
func TestTextsStandOnTheirOwn(t *testing.T) {
	e, err := extract.New()
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 5, 6, 10, 0, 0, 0, time.UTC)
	for _, tc := range []struct {
		name, text string
		want       []string
	}{
		{"the whole list", "I enjoy painting, sailing, and cooking for my friends.", []string{"I enjoy painting, sailing, and cooking for my friends"}},
		{"no list where the verb comes last", "کریلے مجھے زہر لگتے ہیں، آج کے لیے کوئی اور آئیڈیا دو", []string{"کریلے مجھے زہر لگتے ہیں"}},
		{"no list but another statement", "I enjoy painting, but sailing bores me.", []string{"I enjoy painting", "sailing bores me"}},
		{"a list of adjectives", "I love a warm, quiet room.", []string{"I love a warm, quiet room"}},
		{"the whole subject", "Walking barefoot in the grass makes me so happy.", []string{"Walking barefoot in the grass makes me so happy"}},
		{"both halves of the subject", "My sister and I are going to a wedding on May 20.", []string{"My sister and I are going to a wedding on May 20"}},
		{"the time it holds for", "During Ramadan, we usually eat after sunset.", []string{"During Ramadan, we usually eat after sunset"}},
		{"a pointer in what is named", "I take them to the beach every Sunday.", nil},
		{"a pointer behind what is named", "My cat Tofu did it.", []string{"My cat Tofu"}},
		{"a pair names what the second half points at", "I want to learn Basque and teach it to my kids.", []string{"I want to learn Basque and teach it to my kids"}},
		{"a demonstrative with a noun", "My dream is to adopt these kids.", []string{"My dream is to adopt these kids"}},
		{"when, not what", "Call me when I'm in Lisbon.", nil},
		{"which, not what", "It's a band that I love.", nil},
		{"which, without a word for it", "It's the café I usually go to.", nil},
		{"the other's date", "Good luck with your exam tomorrow!", nil},
		{"joy at the other's date", "I'm so pumped for the launch tomorrow!", nil},
		{"one of several", "One of my favorite songs is Hey Jude.", []string{"One of my favorite songs is Hey Jude"}},
		{"no name but another half of the subject", "My brother, Tom and I are going camping.", nil},
		{"a habit that is not said", "I usually do.", nil},
		{"what any plan is", "My plan is simple.", nil},
		{"what is told", "I told you that I love jazz.", []string{"I love jazz"}},
		{"thanks", "I really appreciate the support!", nil},
		{"a compound with a verb's twin", "I adore sea shanties and love songs.", []string{"I adore sea shanties and love songs"}},
		{"two verbs", "I like the lake and love hills.", []string{"I like the lake", "love hills"}},
		{"whose something is", "That cake was for my daughter Nora's party.", []string{"my daughter Nora"}},
		{"no owner but a verb", "My daughter Nora's getting married.", []string{"My daughter Nora's getting married"}},
		{"a place is no statement", "We saw a funny play here in Leeds.", []string{"We saw a funny play here in Leeds"}},
		{"what only the talk names", "I loved the whole process.", nil},
		{"what the text names itself", "I love the process of binding books.", []string{"I love the process of binding books"}},
		{"a part of what only the talk names", "I like the structure of the poem.", nil},
		{"what everybody has", "I'm passionate about my dreams.", nil},
		{"what is still to be named", "I'm keen on three topics in particular.", nil},
		{"its date without it", "It opens on May 20.", nil},
		{"a date that needs no it", "It's opening night on May 20.", []string{"It's opening night on May 20"}},
		{"a prize for nothing", "We even won a medal!", nil},
		{"a prize for something", "We won a medal in the county gala.", []string{"We won a medal in the county gala"}},
		{"a habit of things", "We usually do things together.", nil},
		{"a caption", "Look! [shares a photo: my dog Rex costs me 30 dollars a month]", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got []string
			for _, c := range e.Extract(extract.Input{Text: tc.text, Time: now}).Candidates {
				got = append(got, c.Text)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPointersOfOtherLanguages(t *testing.T) {
	e, err := extract.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ lang, stands, points string }{
		{"pt", "adoro viajar com os meus primos", "adoro viajar com eles"},
		{"es", "me encanta viajar con mis primos", "me encanta viajar con ellos"},
		{"fr", "j'adore voyager avec mes cousins", "j'adore voyager avec eux"},
		{"de", "ich liebe Ausflüge mit meinen Cousins", "ich liebe Ausflüge mit ihnen"},
		{"it", "adoro viaggiare con i miei cugini", "adoro viaggiare con loro"},
		{"nl", "ik hou van reizen met mijn neven", "ik hou van reizen met hen"},
		{"ru", "я люблю путешествовать с братьями", "я люблю путешествовать с ними"},
		{"pt", "adoro a experiência de velejar", "adoro a experiência"},
		{"es", "me encanta el proceso de pintar", "me encanta el proceso"},
		{"fr", "j'adore l'ambiance des marchés", "j'adore l'ambiance"},
		{"de", "ich liebe die Erfahrung des Segelns", "ich liebe die Erfahrung"},
		{"it", "adoro l'atmosfera dei mercati", "adoro i miei obiettivi"},
		{"nl", "ik hou van de sfeer op de markt", "ik hou van mijn doelen"},
		{"ru", "обожаю процесс выпечки хлеба", "я люблю свои цели"},
		{"uk", "обожнюю процес випікання хліба", "люблю свої цілі"},
		{"pl", "uwielbiam atmosferę jarmarków", "kocham swoje cele"},
	} {
		for text, want := range map[string]int{tc.stands: 1, tc.points: 0} {
			if got := e.Extract(extract.Input{Text: text, Lang: tc.lang, Time: time.Now()}).Candidates; len(got) != want {
				t.Errorf("%s %q: got %v", tc.lang, text, got)
			}
		}
	}
}
