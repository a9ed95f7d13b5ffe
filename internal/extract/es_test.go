package extract

import "testing"

func TestSpanish(t *testing.T) {
	runSamples(t, "es", []sample{
		{"me llamo Lucía y vivo en Zaragoza", []string{
			"profile preferences+ name: me llamo Lucía",
			"profile preferences+ home_city: vivo en Zaragoza",
		}},
		{"soy de Oaxaca pero hace años que vivo en Monterrey", []string{
			"profile preferences+ origin: soy de Oaxaca",
			"profile preferences+ home_city: vivo en Monterrey",
		}},
		{"tengo 34 años y trabajo de electricista", []string{
			"profile preferences+ age: tengo 34 años",
			"profile preferences+ job: trabajo de electricista",
		}},
		{"soy alérgica a las nueces", []string{"semantic constraints+ allergy:nuec: soy alérgica a las nueces"}},
		{"no como carne desde 2018", []string{"semantic constraints- diet:carn: no como carne desde 2018"}},
		{"mi hermano Julián vive en Chile", []string{"semantic relationships+ sibling:julian: mi hermano Julián vive en Chile"}},
		{"tengo dos perros, Toby y Luna", []string{"semantic relationships+ pet:toby: tengo dos perros, Toby y Luna"}},
		{"siempre que te pase un texto, corrígeme solo la ortografía", []string{"procedural preferences+: siempre que te pase un texto, corrígeme solo la ortografía"}},
		{"nunca borres nada sin preguntarme", []string{"procedural constraints-: nunca borres nada sin preguntarme"}},
		{"prefiero respuestas cortas", []string{"procedural preferences+: prefiero respuestas cortas"}},
		{"el examen de química es el 20 de mayo", []string{"semantic study+: el examen de química es el 20 de mayo (2026-05-20)"}},
		{"tengo que entregar el informe antes del viernes", []string{"semantic goals+: tengo que entregar el informe antes del viernes (2026-04-17)"}},
		{"quiero aprender a tocar el piano", []string{"semantic goals+: quiero aprender a tocar el piano"}},
		{"gano 1.800 euros al mes", []string{"semantic finance+ income: gano 1.800 euros al mes"}},
		{"los martes y jueves voy a natación", []string{"semantic routine+: los martes y jueves voy a natación"}},
		{"no soporto el cilantro", []string{"semantic preferences- likes:cilantr: no soporto el cilantro"}},
		{"me encanta el cine coreano", []string{"semantic preferences+ likes:cin_corean: me encanta el cine coreano"}},
		{"ya no trabajo en Telefónica", []string{"retract employer: ya no trabajo en Telefónica"}},
		{"¿dónde está la biblioteca?", nil},
		{"si viviera en París comería croissants", nil},
		{"mi amigo dice que odia el fútbol", nil},
		{"traduce esto: soy médico y vivo en Lima", nil},
		{"me muero de ganas de verlo", nil},
		{"necesito una receta de tortilla", nil},
		{"la segunda versión me gusta más", nil},
	})
}
