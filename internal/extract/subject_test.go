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
