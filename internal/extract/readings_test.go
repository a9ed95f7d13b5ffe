package extract

import "testing"

// What the body measures is a series, in every language; how to change it is none.
func TestReadings(t *testing.T) {
	e := newEngine(t)
	for _, said := range []string{
		"en weight today: 82.1 kg", "de Gewicht heute: 91,3 kg", "nl bloeddruk vanochtend: 138/86", "ru давление утром: 130 на 80",
		"uk тиск сьогодні 135 на 85", "ja 今朝の体重は64.2kg", "ja 体重、今日は63.8kg", "zh 今天体重63.5公斤", "ko 오늘 아침 몸무게 64.2kg",
		"tr tansiyonum bugün 13 8", "id tensi tadi pagi 130/80", "vi cân nặng sáng nay 61 kg", "ar وزني اليوم 82 كيلو", "fa وزنم امروز ۷۰ کیلو",
		"hi आज वज़न 71 किलो", "ur آج وزن 80 کلو", "uz bugun vaznim 74 kilo", "tg вазнам имрӯз 70 кило",
	} {
		if cs := candidates(e, said); len(cs) != 1 || cs[0].Category != "routine" {
			t.Errorf("%q: %v", said, shown(cs))
		}
	}
	for _, said := range []string{"ja 体重を減らす方法を3つ教えて", "en how do I lower blood pressure by 10?", "zh 怎么在3个月内减体重", "ko 몸무게 3kg 빼는 법 알려줘"} {
		if cs := candidates(e, said); len(cs) != 0 {
			t.Errorf("%q: %v", said, shown(cs))
		}
	}
}
