package extract

import "testing"

// TestNoPlace: where and how one works or lives at the moment, a storey, a state
// of mind or a manner is no employer, no home and no origin; what one may be
// called is no name.
func TestNoPlace(t *testing.T) {
	nothing := map[string][]string{
		"en": {"I work at night", "I work at a snail's pace", "I work for free", "I work as a team with Bob", "my sister and I live in different worlds", "I'm based in Berlin this month", "I moved to Chase bank", "I'm from accounting", "call me crazy"},
		"es": {"Trabajo en ello", "Trabajo en equipo", "Trabajo en pijama", "Vivo en paz", "Vivo en las nubes", "vivo en el tercer piso", "llámame loco"},
		"pt": {"Vivo em paz", "Moro em frente ao mar", "moro no terceiro andar", "me chame de louco"},
		"fr": {"J'habite en coloc", "J'habite au troisième", "je vis en paix", "je travaille dans le noir", "appelle-moi fou"},
		"it": {"lavoro in pigiama", "abito al terzo piano", "chiamami pazzo"},
		"de": {"ich arbeite bei offenem Fenster", "ich arbeite bei Regen im Keller", "ich wohne im dritten Stock", "ich lebe in Ruhe", "Nenn mich ruhig altmodisch", "ich komme aus dem Staunen nicht raus", "ich komme aus dem Büro", "Ich vertrage keine Kritik"},
		"ru": {"я работаю в тишине", "я работаю в наушниках", "я живу на третьем этаже"},
		"uk": {"я живу в мирі"},
		"pl": {"pracuję w słuchawkach"},
		"nl": {"ik werk bij daglicht", "ik woon op de derde verdieping"},
		"tr": {"karanlıkta çalışıyorum", "üçüncü katta oturuyorum"},
		"zh": {"我在夜里工作", "我住在三楼", "叫我疯子吧"},
		"ja": {"夜に働いています", "夢の中に住んでいます"},
		"ko": {"팀에서 일해요", "평화롭게 살아요"},
		"hi": {"मैं शांति में काम करता हूँ", "मुझे पागल कहो"},
		"ur": {"میں سکون میں رہتا ہوں"},
		"ar": {"أعمل في صمت", "أسكن في الطابق الثالث", "نادني مجنون"},
		"fa": {"من در سکوت کار می\u200cکنم", "من در طبقه سوم زندگی می\u200cکنم"},
		"id": {"saya tinggal di lantai tiga", "panggil aku gila"},
		"uz": {"men jimlikda ishlayman", "men uchinchi qavatda yashayman"},
		"tg": {"ман дар хомӯшӣ кор мекунам", "ман дар осоиш зиндагӣ мекунам"},
		"vi": {"cứ gọi tôi là điên"},
	}
	for lang, texts := range nothing {
		var samples []sample
		for _, text := range texts {
			samples = append(samples, sample{text: text})
		}
		runSamples(t, lang, samples)
	}
	runSamples(t, "de", []sample{
		{"ich arbeite bei Siemens", []string{"profile preferences+ employer: ich arbeite bei Siemens"}},
		{"ich komme aus der Schweiz", []string{"profile preferences+ origin: komme aus der Schweiz"}},
	})
}

// TestLimitsHold: a limit keeps its condition, and what is over soon is none.
func TestLimitsHold(t *testing.T) {
	runSamples(t, "en", []sample{
		{"I can't drink tonight, I'm driving", nil},
		{"no meat for me today", nil},
		{"I can't eat another bite", nil},
		{"my favourite color was red as a kid", nil},
		{"I don't eat meat as of today", []string{"semantic constraints- diet:meat: I don't eat meat as of today"}},
	})
	runSamples(t, "de", []sample{
		{"Ich trinke keinen Alkohol, wenn ich fahre", []string{"semantic constraints- diet:alkohol: Ich trinke keinen Alkohol, wenn ich fahre"}},
		{"Ich esse kein Fleisch, außer am Wochenende", []string{"semantic constraints- diet:fleisch: Ich esse kein Fleisch, außer am Wochenende"}},
	})
	runSamples(t, "de", []sample{
		{"ich bin Vegetarier, außer wenn es Sushi gibt", []string{"semantic constraints+ diet:vegetari: ich bin Vegetarier, außer wenn es Sushi gibt"}},
	})
	runSamples(t, "es", []sample{
		{"no como carne si no es de pollo", []string{"semantic constraints- diet:carn: no como carne si no es de pollo"}},
		{"no puedo beber hoy", nil},
	})
	runSamples(t, "ru", []sample{{"я не пью сегодня", nil}})
}

// TestNoDue: a month and a year are no day, and how long a run took is no time.
func TestNoDue(t *testing.T) {
	runSamples(t, "en", []sample{
		{"the card expires 09/28", nil},
		{"I run 5k in 24:30", nil},
		{"The password field is broken", nil},
		{"my passport expires on 09/28/2027", []string{"semantic goals+: my passport expires on 09/28/2027 (2027-09-28)"}},
	})
}

// TestNoClaim: a dream, a condition and what somebody is asked about or remembered
// wrongly state nothing.
func TestNoClaim(t *testing.T) {
	for lang, texts := range map[string][]string{
		"en": {"I dreamed I live in Texas", "once I live in Texas I'll buy a truck", "you remembered wrong: I live in Texas"},
		"es": {"soñé que vivo en Texas"},
		"pt": {"sonhei que moro no Texas"},
		"fr": {"j'ai rêvé que j'habite à Lyon"},
		"de": {"ich habe geträumt, ich wohne in Texas", "du hast dich falsch erinnert: ich wohne in Texas"},
		"it": {"ho sognato che vivo a Roma"},
		"ru": {"с чего ты взял, что я живу в Омске", "мне снилось, что я живу в Омске"},
		"uk": {"мені снилося, що я живу в Одесі"},
		"pl": {"śniło mi się, że mieszkam w Gdańsku"},
		"nl": {"ik droomde dat ik in Utrecht woon"},
		"zh": {"我梦见我住在上海"},
		"ja": {"大阪に住んでいる夢を見た"},
		"hi": {"मैंने सपना देखा कि मैं दिल्ली में रहता हूँ"},
		"ar": {"حلمت أنني أعيش في القاهرة"},
		"id": {"saya bermimpi saya tinggal di Bandung"},
		"vi": {"tôi mơ thấy tôi sống ở Hà Nội"},
	} {
		var samples []sample
		for _, text := range texts {
			samples = append(samples, sample{text: text})
		}
		runSamples(t, lang, samples)
	}
	runSamples(t, "en", []sample{{"I live in Leeds", []string{"profile preferences+ home_city: I live in Leeds"}}})
}
