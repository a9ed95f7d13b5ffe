package extract

import "testing"

func TestUkrainian(t *testing.T) {
	runSamples(t, "uk", []sample{
		{"мене звати Оксана", []string{"profile preferences+ name: мене звати Оксана"}},
		{"мені 34 роки", []string{"profile preferences+ age: мені 34 роки"}},
		{"живу у Львові", []string{"profile preferences+ home_city: живу у Львові"}},
		{"я родом з Полтави", []string{"profile preferences+ origin: родом з Полтави"}},
		{"працюю вчителькою", []string{"profile preferences+ job: працюю вчителькою"}},
		{"мою доньку звати Соломія", []string{"semantic relationships+ child:соломія: мою доньку звати Соломія"}},
		{"у нас живе кіт Мурчик", []string{"semantic relationships+ pet:мурчик: у нас живе кіт Мурчик"}},
		{"у мене гіпертонія", []string{"semantic constraints+ condition:гіпертон: у мене гіпертонія"}},
		{"не їм свинину", []string{"semantic constraints- diet:свинин: не їм свинину"}},
		{"обожнюю джаз", []string{"semantic preferences+ likes:джаз: обожнюю джаз"}},
		{"ненавиджу кріп", []string{"semantic preferences- likes:кріп: ненавиджу кріп"}},
		{"відтепер відповідай українською", []string{"procedural preferences+: відтепер відповідай українською"}},
		{"хочу вивчити польську", []string{"semantic goals+: хочу вивчити польську"}},
		{"щоранку бігаю в парку", []string{"semantic routine+: щоранку бігаю в парку"}},
		{"більше не працюю в Епіцентрі", []string{"retract employer: більше не працюю в Епіцентрі"}},
		{"яка столиця Австралії?", nil},
		{"якби я жив у Лондоні, пив би чай", nil},
		{"друг сказав, що ненавидить котів", nil},
		{"переклади: у мене два собаки і я живу біля моря", nil},
		{"напиши вірш про мою бабусю", nil},
		{"не можу дочекатися результату", nil},
	})
}
