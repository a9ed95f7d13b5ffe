package guard

import "testing"

func TestTransient(t *testing.T) {
	for text, lang := range map[string]string{
		"Bugun charchadim": "uz", "Бугун чарчадим": "uz", "آج تھکا ہوا ہوں": "ur", "estou cansado hoje": "pt", "I'm tired today": "en", "head's pounding today": "en", "I’m so sleepy right now": "en", "сегодня устал": "ru", "имрӯз хаста шудам": "tg", "hoy estoy cansada": "es",
		"bin heute total müde": "de", "je suis crevé aujourd'hui": "fr", "oggi sono di pessimo umore": "it", "ik ben moe vandaag": "nl", "padam dziś na twarz": "pl", "сьогодні немає настрою": "uk", "bugün hiç keyfim yok": "tr", "امروز حوصله ندارم": "fa", "اليوم أنا تعبان": "ar", "आज मूड खराब है": "hi", "今天好累": "zh", "今日は疲れた": "ja", "오늘 너무 피곤해": "ko", "hari ini capek banget": "id", "hôm nay mệt quá": "vi",
		"ik ben doodop vandaag": "nl", "ik zit vast bij Amersfoort vandaag": "nl", "je suis claqué là": "fr", "chuis naze": "fr", "estoy resfriada hoy": "es", "llevo un cansancio encima": "es", "голова не варит": "ru", "lieg gerade im Bett": "de", "jestem teraz u fryzjera": "pl", "आज दिमाग का दही हो गया": "hi", "имрӯз барқ рафт": "tg", "비가 내리고 있어 지금": "ko",
		"stuck in traffic right now": "en", "сижу в пробке сейчас": "ru", "ابھی بس میں کھڑا ہوں": "ur",
	} {
		for _, l := range []string{lang, "", "xx"} {
			if !transient(text, l) {
				t.Errorf("%q in %q is a mood", text, l)
			}
		}
	}
}

func TestNotTransient(t *testing.T) {
	for _, text := range []string{
		"weight today: 82.1 kg", "I decided today to go vegan", "my exam is today", "I'm allergic to peanuts and feel sick today", "I have chronic headaches", "I'm always tired in the morning", "I'm tired of long meetings", "today I quit smoking", "I was diagnosed with asthma today", "HRV is 45ms today",
		"ik ben op zoek naar een huis in Utrecht", "waiting at the vet with my dog right now", "j'attends le véto avec mon chat ce matin", "warte gerade mit meinem Hund",
		"I prefer tea", "my daughter was born today", "hoje comecei a dieta", "tenho diabetes", "hoy tengo examen", "сегодня вышла замуж", "сегодня сдал экзамен", "у меня хроническая усталость", "bugun imtihonim bor", "bugun ishga kirdim", "имрӯз имтиҳон дорам", "آج میرا امتحان ہے", "مجھے مونگ پھلی سے الرجی ہے", "heute habe ich Prüfung", "今天有考试", "今日は試験です", "",
	} {
		if transient(text, "") {
			t.Errorf("%q lasts", text)
		}
	}
}
