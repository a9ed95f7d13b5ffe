package extract

import (
	"strings"
	"testing"

	"github.com/locimem/loci"
)

// TestRelativesClauses says that what follows a relative without a subject of
// its own is the relative's, until the speaker is named again.
func TestRelativesClauses(t *testing.T) {
	tests := []struct {
		lang, text string
		own        string // what is the speaker's all the same
	}{
		{"en", "Good news about my brother: got a job at Tesco!", ""},
		{"en", "My mum is 60, lives in Leeds, allergic to nuts", ""},
		{"en", "My mum is 60, lives in Leeds, and I'm allergic to nuts", "allergy:nut"},
		{"zh", "我妈妈六十岁了，住在武汉，对花生过敏", ""},
		{"zh", "女儿8岁，叫朵朵，喜欢恐龙", ""},
		{"zh", "我妈妈住在武汉。喜欢猫。", ""},
		{"zh", "我妈妈住在武汉，我喜欢猫", "likes:猫"},
		{"vi", "Con trai tôi tên Nam, sống ở Hà Nội, thích bóng đá", ""},
		{"id", "anak saya bernama Budi, tinggal di Jakarta, suka sepak bola", ""},
		{"id", "anak saya bernama Budi, saya tinggal di Jakarta", "home_city"},
		{"de", "Meine Frau heißt Eva, kommt aus Graz und mag keine Hunde", ""},
		{"de", "Meine Frau heißt Eva, ich mag keine Hunde", "likes:hund"},
		{"ja", "母は京都に住んでいて、えびアレルギーです", ""},
		{"ja", "母は京都に住んでいます。猫が好きです。", ""},
		{"ja", "母は京都に住んでいます。私は猫が好きです。", "likes:猫"},
		{"ko", "아들은 부산에 살고 축구를 좋아해요", ""},
		{"ko", "엄마는 대구에 살아요. 저는 고양이를 좋아해요.", "likes:고양"},
		{"tr", "Annem İzmir'de yaşıyor, fıstığa alerjisi var", ""},
		{"ar", "أمي تعيش في القاهرة، عندها حساسية من الفول السوداني", ""},
		{"ru", "Моя мама живёт в Туле, работает врачом, аллергия на орехи", ""},
		{"ru", "Моя мама живёт в Туле, а я работаю врачом", "job"},
		{"pl", "Moja mama mieszka w Łodzi, ma alergię na orzechy", ""},
		{"es", "Mi madre vive en Sevilla, alérgica al marisco", ""},
		{"es", "Mi madre vive en Sevilla, soy alérgica al marisco", "allergy:marisc"},
		{"nl", "Mijn vrouw heet Eva, komt uit Gent en is allergisch voor noten", ""},
	}
	e := newEngine(t)
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			var own []string
			for _, c := range e.Extract(Input{Text: tt.text, Lang: tt.lang, Time: monday}).Candidates {
				if c.Kind == loci.Profile || c.Category != loci.Relationships {
					own = append(own, c.Slot.Attribute)
				}
			}
			if got := strings.Join(own, " "); got != tt.own {
				t.Errorf("the speaker's are %q, want %q", got, tt.own)
			}
		})
	}
}

// Whom a pronoun, a name given or a task is about, what follows without a
// subject of its own is about too.
func TestWhatFollowsIsAboutTheSame(t *testing.T) {
	demandLines(t, newEngine(t), map[string]string{
		"ru её зовут Роза, родилась 3 июля":                                             "",
		"uk її звати Роза, народилася 3 липня":                                          "",
		"it si chiama Rosa, è nata il 3 luglio":                                         "",
		"es escribe una carta para mi hermano, es fontanero en Cádiz":                   "",
		"it scrivi una lettera per mio fratello, abita a Bari ed è allergico alle noci": "",
		"pl brat mieszka w Opolu i pracuje w banku":                                     "semantic relationships+ brother:home: brat mieszka w Opolu",
		"pl pracuje w banku": "profile preferences+ employer: pracuje w banku",
		"es mi hermano vive en Jaén y trabajó en un banco":          "semantic relationships+ brother:home: mi hermano vive en Jaén",
		"fr je ne mange pas de porc et Zoé est allergique aux œufs": "semantic constraints- diet:porc: je ne mange pas de porcsemantic constraints+ allergy:oeuf: Zoé est allergique aux œufs",
		"ru по вечерам работаю курьером":                            "profile preferences+ job adds: работаю курьером",
		"en she's nice but I live in Hull":                          "profile preferences+ home_city: I live in Hull",
		"ru она врач, живу в Туле":                                  "profile preferences+ home_city: живу в Туле",
		"pl ona jest lekarką, mieszkam w Łodzi":                     "profile preferences+ home_city: mieszkam w Łodzi",
		"ru кажется, у меня целиакия":                               "semantic constraints+ condition:целиак hedged: у меня целиакия",
		"uk здається, у мене целіакія":                              "semantic constraints+ condition:целіак hedged: у мене целіакія",
		"fr je bois pas mais mes parents si":                        "semantic constraints-: je bois pas",
		"en we never eat before eight":                              "",
		"de mein Auto ist am Donnerstag durch den TÜV gefallen":     "",
		"fr avant je bossais une heure le matin":                    "",
		"it nel weekend sono stata dai miei a Lucca":                "",
	})
}
