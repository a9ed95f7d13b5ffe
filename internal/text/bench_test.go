package text

import "testing"

// sink keeps the compiler from dropping what is measured.
var sink int

func BenchmarkTerms(b *testing.B) {
	for lang, s := range map[string]string{
		"en": "I usually take the train to the office on Mondays and prefer meetings before lunch, never after that",
		"uz": "Men har kuni ertalab ishga poyezdda boraman va yig'ilishlarni tushlikdan oldin o'tkazishni yoqtiraman",
		"ru": "Я обычно езжу на работу на поезде и предпочитаю встречи до обеда",
		"tr": "Genellikle pazartesileri trenle işe giderim ve toplantıları öğleden önce yapmayı tercih ederim",
		"zh": "我通常周一坐火车去办公室更喜欢在午饭之前开会",
		"fa": "معمولا دوشنبه\u200cها با قطار به دفتر می\u200cروم و جلسات را پیش از ناهار",
	} {
		b.Run(lang, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				sink += len(Terms(s, lang))
			}
		})
	}
}

func BenchmarkDetect(b *testing.B) {
	for lang, s := range map[string]string{
		"en": "I usually take the train to the office on Mondays and prefer meetings before lunch, never after that",
		"uk": "Я зазвичай їжджу на роботу потягом і волію зустрічі до обіду",
		"fa": "معمولا دوشنبه\u200cها با قطار به دفتر می\u200cروم و جلسات را پیش از ناهار",
	} {
		b.Run(lang, func(b *testing.B) {
			for b.Loop() {
				sink += len(Detect(s))
			}
		})
	}
}

func BenchmarkFold(b *testing.B) {
	for b.Loop() {
		sink += len(Fold("São Paulo, o‘zbekcha va Ёлка"))
	}
}

// BenchmarkFirstUse is what a process pays once: the ballot of a script, and the
// lexicon of the language that won.
func BenchmarkFirstUse(b *testing.B) {
	b.Run("detect", func(b *testing.B) {
		for b.Loop() {
			sink += len(newBallot(latin).langs)
		}
	})
	b.Run("terms", func(b *testing.B) {
		for b.Loop() {
			sink += len(readLexicon(find("en")).stop)
		}
	})
}
