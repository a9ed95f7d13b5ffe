package extract

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What was forgotten or missed lies behind, what a message is to say is its
// sender's, and what is only looked for is no limit.
func TestNotSoOrNoLonger(t *testing.T) {
	e := newEngine(t)
	for turn, want := range map[string]string{
		"en I missed my dentist appointment on Friday":                    "",
		"en I finished the essay that was due on Friday":                  "",
		"en I forgot to say I have a dentist appointment on Friday":       "semantic goals+: I forgot to say I have a dentist appointment on Friday (2026-04-17)",
		"de Ich hab den Besichtigungstermin am Freitag vergessen":         "",
		"fr j'ai oublié le rendez-vous de vendredi":                       "",
		"es se me olvidó la cita del viernes":                             "",
		"pt esqueci a consulta de sexta":                                  "",
		"nl ik heb de afspraak van vrijdag gemist":                        "",
		"ru я пропустила экзамен в пятницу":                               "",
		"uk 14 грудня Даринці виповнюється 8 років":                       "",
		"fr on emménage à Nice le 3 août":                                 "semantic goals+: on emménage à Nice le 3 août (2026-08-03)",
		"nl ik zoek een flat, max 900 euro":                               "",
		"it cerco casa, massimo 900 euro":                                 "",
		"nl mijn man Jeroen vindt het te riskant":                         "semantic relationships+ partner:jeroen: mijn man Jeroen",
		"en my brother Tom says I should move":                            "semantic relationships+ sibling:tom: my brother Tom",
		"en write a note to my boss that I can't come in from now on":     "",
		"de schreib meinem Chef, dass ich ab jetzt nicht mehr komme":      "",
		"fr écris à mon chef que je ne viendrai plus désormais":           "",
		"es escríbele a mi jefe que a partir de ahora no voy":             "",
		"pt escreve pro meu chefe que a partir de agora não vou mais":     "",
		"it scrivi al mio capo che d'ora in poi non vengo più":            "",
		"it mi hanno chiesto se vivo a Bonn":                              "",
		"nl schrijf mijn baas dat ik vanaf nu niet meer kom":              "",
		"es siempre se me olvida cómo salir de vim":                       "",
		"en I always get the priorities wrong":                            "",
		"fr je confonds toujours les priorités":                           "",
		"de lecker, aber Lauch mag unsere Kleine nicht":                   "semantic relationships+: Lauch mag unsere Kleine nicht",
		"en Never suggest that again.":                                    "",
		"en it's due friday":                                              "",
		"de doch keine Zöliakie":                                          "retract condition:zoliaki: doch keine Zöliakie",
		"fr finalement pas cœliaque":                                      "retract condition:coeliaqu: finalement pas cœliaque",
		"uk у мене два питання":                                           "",
		"uk у мене два коти":                                              "semantic relationships+: у мене два коти",
		"pt em agosto fomos pro Chile":                                    "",
		"pt voltamos na sexta-feira":                                      "",
		"pt sábado que vem tem a feira do livro":                          "semantic goals+: sábado que vem tem a feira do livro (2026-04-25)",
		"de Antworte darauf: Hallo, ich bin gegen Nüsse allergisch":       "",
		"nl Antwoord hierop: Hoi, ik ben allergisch voor noten":           "",
		"uk Відповідай на це: Привіт, у мене алергія на горіхи":           "",
		"fr je suis en réunion jusqu'à 15 h":                              "",
		"es estoy en una reunión hasta las 3":                             "",
		"fr il me faut ça pour demain 9 h":                                "",
		"ru ненавижу, когда эксель так делает":                            "",
		"it nel film è allergico alle api e vive in Ohio":                 "",
		"ru в фильме у него аллергия на пчёл":                             "",
		"pl w filmie jest uczulony na pszczoły":                           "",
		"en I prefer option B":                                            "",
		"es Mi compañero Luis está malo":                                  "",
		"es me muero por un café":                                         "",
		"en my sister texts: I'm moving to Vienna in March, I have a cat": "",
	} {
		var got string
		for _, c := range candidates(e, turn) {
			got += line(c)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", turn, diff)
		}
	}
}
