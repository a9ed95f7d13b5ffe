package extract

import (
	"testing"

	"github.com/locimem/loci"
)

// TestAhead says that what begins on a day to come is a goal, and what has begun
// is so.
func TestAhead(t *testing.T) {
	tests := []struct {
		lang, text string
		ahead      bool
	}{
		{"en", "I'm joining Siemens in March", true},
		{"en", "I start at Siemens in January", true},
		{"en", "I joined Siemens in March", false},
		{"en", "I moved to York in January", false},
		{"en", "I work at Siemens until June", false},
		{"fr", "je commence chez Alan le 4 janvier", true},
		{"fr", "j'ai commencé chez Alan le 4 janvier", false},
		{"es", "en enero empiezo en Google", true},
		{"es", "trabajo en Google desde enero", false},
		{"de", "Ab Januar arbeite ich bei Siemens", true},
		{"de", "Ab März wohne ich in Bonn", true},
		{"de", "Seit März wohne ich in Bonn", false},
		{"de", "Ich arbeite bis März bei Siemens", false},
		{"nl", "Vanaf maart woon ik in Gent", true},
		{"nl", "Sinds maart woon ik in Gent", false},
		{"pt", "A partir de janeiro trabalho na Galp", true},
		{"ja", "来月から京都に住みます", true},
		{"ko", "다음 달부터 삼성에서 일해요", true},
		{"ko", "6월부터 카카오에서 일해", true},
		{"ko", "2월부터 카카오에서 일해", false},
		{"ko", "6월부터 카카오에서 일하고 있어", false},
		{"uz", "iyundan boshlab Uzum kompaniyasida ishlayman", true},
		{"tg", "аз моҳи июн дар бонк кор мекунам", true},
		{"fa", "از اول تیر تو بانک ملت کار میکنم", true},
		{"ar", "من يونيو أعمل في أرامكو", true},
		{"ur", "ہم 15 جون کو اسلام آباد منتقل ہو رہے ہیں", true},
		{"vi", "từ tháng 6 mình làm ở VinFast", true},
		{"vi", "từ tháng 6 mình làm kế toán trưởng ở VinFast", true},
		{"id", "mulai Juni saya kerja di Shopee", true},
		{"zh", "6月15号入职字节跳动", true},
		{"zh", "6月15号入职了字节跳动", false},
		{"zh", "6月3号搬到成都", true},
	}
	e := newEngine(t)
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			got := e.Extract(Input{Text: tt.text, Lang: tt.lang, Time: monday}).Candidates
			if len(got) != 1 {
				t.Fatalf("got %d candidates, want one", len(got))
			}
			c := got[0]
			goal := c.Category == loci.Goals && c.Due != nil && !c.Slot.Filled()
			if goal != tt.ahead || !goal && c.Kind != loci.Profile {
				t.Errorf("got %s %s %q, want it ahead: %v", c.Kind, c.Category, c.Slot.Attribute, tt.ahead)
			}
		})
	}
}
