package extract

import "testing"

func TestTajik(t *testing.T) {
	runSamples(t, "tg", []sample{
		{"номам Зарина, дар Хуҷанд зиндагӣ мекунам", []string{
			"profile preferences+ name: номам Зарина",
			"profile preferences+ home_city: дар Хуҷанд зиндагӣ мекунам",
		}},
		{"ман муаллим ҳастам", []string{"profile preferences+ job: муаллим ҳастам"}},
		{"ба шир аллергия дорам", []string{"semantic constraints+ allergy:шир: ба шир аллергия дорам"}},
		{"писарам Сомон панҷсола аст", []string{"semantic relationships+ child:сомон: писарам Сомон панҷсола аст"}},
		{"минбаъд кӯтоҳ ҷавоб деҳ", []string{"procedural preferences+: минбаъд кӯтоҳ ҷавоб деҳ"}},
		{"бе иҷозати ман чизеро нест накун", []string{"procedural constraints-: бе иҷозати ман чизеро нест накун"}},
		{"рӯзи ҷумъа имтиҳон дорам", []string{"semantic study+: рӯзи ҷумъа имтиҳон дорам (2026-04-17)"}},
		{"то 20 май бояд ҳисоботро супорам", []string{"semantic goals+: то 20 май бояд ҳисоботро супорам (2026-05-20)"}},
		{"ҳар пагоҳ медавам", []string{"semantic routine+: ҳар пагоҳ медавам"}},
		{"чойи кабудро дӯст медорам", []string{"semantic preferences+ likes:чой_кабуд: чойи кабудро дӯст медорам"}},
		{"пиёзро бад мебинам", []string{"semantic preferences- likes:пиез: пиёзро бад мебинам"}},
		{"маошам 3000 сомонӣ", []string{"semantic finance+ income: маошам 3000 сомонӣ"}},
		{"ман аз Панҷакентам", []string{"profile preferences+ origin: аз Панҷакентам"}},
		{"ман 25 сола ҳастам", []string{"profile preferences+ age: 25 сола ҳастам"}},
		{"бародарам Далер дар Маскав кор мекунад", []string{"semantic relationships+ sibling:далер: бародарам Далер дар Маскав кор мекунад"}},
		{"гурбаам Барфак ном дорад", []string{"semantic relationships+ pet:барфак: гурбаам Барфак ном дорад"}},
		{"забони англисиро меомӯзам", []string{"semantic study+: забони англисиро меомӯзам"}},
		{"ронанда ҳастам", []string{"profile preferences+ job: ронанда ҳастам"}},
		{"ҳафтаи оянда тӯй дорем", []string{"semantic goals+: ҳафтаи оянда тӯй дорем (2026-04-20/2026-04-26)"}},
		{"дигар сигор намекашам", []string{"retract: дигар сигор намекашам"}},
		{"диабети қанд дорам", []string{"semantic constraints+ condition:диабет: диабети қанд дорам"}},
		{"мехоҳам хона харам", []string{"semantic goals+: мехоҳам хона харам"}},
		{"донишгоҳро тамом кардам", []string{"episodic study+: донишгоҳро тамом кардам"}},
		{"ин калима чӣ маъно дорад?", nil},
		{"агар ман бой мебудам, чӣ мекардам?", nil},
		{"барои ман шеър навис", nil},
		{"ташаккури зиёд", nil},
		{"имрӯз хаста шудам", []string{"semantic ephemeral+: имрӯз хаста шудам"}},
		{"ба русӣ тарҷума кун: ман духтурам ва дар Кӯлоб мешинам", nil},
	})
}
