package extract

import "testing"

func TestPolish(t *testing.T) {
	runSamples(t, "pl", []sample{
		{"mam na imię Anna i mieszkam w Krakowie", []string{"profile preferences+ name: mam na imię Anna", "profile preferences+ home_city: mieszkam w Krakowie"}},
		{"cześć, tu Bartek, mam 31 lat", []string{"profile preferences+ name: tu Bartek", "profile preferences+ age: mam 31 lat"}},
		{"pracuję w Allegro jako tester", []string{"profile preferences+ employer: pracuję w Allegro", "profile preferences+ job: tester"}},
		{"jestem pielęgniarką na oddziale dziecięcym", []string{"profile preferences+ job: jestem pielęgniarką na oddziale dziecięcym"}},
		{"mam alergię na orzeszki ziemne", []string{"semantic constraints+ allergy:orzeszk_ziemn: mam alergię na orzeszki ziemne"}},
		{"nie jem wieprzowiny", []string{"semantic constraints- diet:wieprzowin: nie jem wieprzowiny"}},
		{"choruję na astmę", []string{"semantic constraints+ condition:astm: choruję na astmę"}},
		{"moja córka Zosia chodzi do przedszkola", []string{"semantic relationships+ child:zosia: moja córka Zosia chodzi do przedszkola"}},
		{"mamy psa, wabi się Burek", []string{"semantic relationships+ pet:burek: mamy psa, wabi się Burek"}},
		{"nigdy nie wysyłaj maili bez mojej zgody", []string{"procedural constraints-: nigdy nie wysyłaj maili bez mojej zgody"}},
		{"od teraz odpowiadaj po polsku", []string{"procedural preferences+: od teraz odpowiadaj po polsku"}},
		{"w piątek mam egzamin z anatomii", []string{"semantic study+: w piątek mam egzamin z anatomii (2026-04-17)"}},
		{"do 20 maja muszę oddać raport", []string{"semantic goals+: do 20 maja muszę oddać raport (2026-05-20)"}},
		{"chcę nauczyć się grać na gitarze", []string{"semantic goals+: chcę nauczyć się grać na gitarze"}},
		{"zarabiam 6500 zł na rękę", []string{"semantic finance+ income: zarabiam 6500 zł na rękę"}},
		{"co wtorek chodzę na basen", []string{"semantic routine+: co wtorek chodzę na basen"}},
		{"uwielbiam pierogi ruskie", []string{"semantic preferences+ likes:pierog_rusk: uwielbiam pierogi ruskie"}},
		{"nie znoszę kolendry", []string{"semantic preferences- likes:kolendr: nie znoszę kolendry"}},
		{"już nie pracuję w Orlenie", []string{"retract employer: już nie pracuję w Orlenie"}},
		{"w zeszłym roku złamałam nogę", []string{"episodic constraints+: w zeszłym roku złamałam nogę"}},
		{"ile kosztuje bilet do Gdańska?", nil},
		{"gdybym mieszkał w Londynie, piłbym herbatę", nil},
		{"przetłumacz: mam dwa psy i mieszkam nad morzem", nil},
		{"kolega powiedział, że nie lubi kotów", nil},
	})
}
