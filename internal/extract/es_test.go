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
		{"hola, soy Andrea, ingeniera civil en Medellín", []string{"profile preferences+ name: soy Andrea"}},
		{"nací el 3 de marzo de 1990", []string{"profile preferences+ birthday: nací el 3 de marzo de 1990"}},
		{"mi hija Sofía cumple cinco en junio", []string{"semantic relationships+ child:sofia: mi hija Sofía cumple cinco en junio"}},
		{"los sábados juego al pádel", []string{"semantic routine+: los sábados juego al pádel"}},
		{"odio las reuniones largas", []string{"semantic preferences- likes:reunion_larg: odio las reuniones largas"}},
		{"mi novio se llama Iker", []string{"semantic relationships+ partner:iker: mi novio se llama Iker"}},
		{"estoy estudiando enfermería", []string{"semantic study+: estoy estudiando enfermería"}},
		{"terminé la carrera en julio", []string{"episodic study+: terminé la carrera en julio"}},
		{"me diagnosticaron celiaquía, soy celíaca", []string{
			"semantic constraints+ condition:celiaqu: me diagnosticaron celiaquía", "semantic constraints+ condition:celiac: soy celíaca"}},
		{"en casa somos veganos", []string{"semantic constraints+ diet:vegan: en casa somos veganos"}},
		{"a partir de ahora háblame de usted", []string{"procedural preferences+: a partir de ahora háblame de usted"}},
		{"no uses emojis nunca", []string{"procedural preferences-: no uses emojis nunca"}},
		{"la renta vence el 5 de mayo", []string{"semantic finance+: la renta vence el 5 de mayo (2026-05-05)"}},
		{"mi jefe quiere el informe para el jueves", []string{"semantic goals+: mi jefe quiere el informe para el jueves (2026-04-16)"}},
		{"ya decidí: me mudo a Bilbao en otoño", []string{"semantic goals+: me mudo a Bilbao en otoño (2026-09-01/2026-11-30)"}},
		{"estoy ahorrando para un coche", []string{"semantic finance+: estoy ahorrando para un coche"}},
		{"me operaron de apendicitis el año pasado", []string{"episodic constraints+: me operaron de apendicitis el año pasado"}},
		{"trabajo de noche, de 10 a 6", []string{"semantic routine+: trabajo de noche"}},
		{"uso Linux en el trabajo", []string{"semantic preferences+: uso Linux en el trabajo"}},
		{"en la oficina no podemos usar USB", []string{"semantic constraints-: en la oficina no podemos usar USB"}},
		{"¿dónde está la biblioteca?", nil},
		{"si viviera en París comería croissants", nil},
		{"mi amigo dice que odia el fútbol", nil},
		{"traduce esto: soy médico y vivo en Lima", nil},
		{"me muero de ganas de verlo", nil},
		{"necesito una receta de tortilla", nil},
		{"la segunda versión me gusta más", nil},
	})
}
