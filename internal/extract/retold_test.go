package extract

import (
	"strings"
	"testing"

	"github.com/locimem/loci"
)

// TestRetold says that what the author only repeats to set it right is not so.
func TestRetold(t *testing.T) {
	tests := []struct{ lang, text, want string }{
		{"en", "I said I live in Leeds but it's actually Bradford", "home_city=bradford"},
		{"en", "I said I live in Leeds. It's actually Bradford.", "home_city=bradford"},
		{"en", "I said I live in Leeds but I live in Bradford now", "home_city=bradford"},
		{"en", "I said my name is Jon, it's John", "name=john"},
		{"en", "I told you I'm allergic to nuts, but it's only peanuts", "-allergy:nut=nuts allergy:peanut=peanuts"},
		{"en", "I told you I work at Acme", "employer=acme"},
		{"de", "Ich sagte, ich wohne in Leipzig, aber es ist Halle", "home_city=halle"},
		{"ru", "я сказал, что живу в Казани, но на самом деле в Самаре", "home_city=самаре"},
		{"fr", "j'ai dit que j'habite à Lyon mais en fait c'est Villeurbanne", "home_city=villeurbanne"},
		{"es", "dije que vivo en Madrid pero vivo en Toledo", "home_city=toledo"},
		{"es", "perdona, dije exámenes de enero pero son en febrero, del 2 al 13", ""},
		{"pl", "mówiłem że mieszkam w Łodzi, ale tak naprawdę w Zgierzu", "home_city=zgierzu"},
		{"tr", "İzmir'de yaşıyorum demiştim ama aslında Manisa'da yaşıyorum", "home_city=manisa"},
		{"zh", "我说过我住在北京，其实是天津", "home_city=天津"},
		{"ja", "東京に住んでいると言いましたが、実は横浜に住んでいます", "home_city=横浜"},
		{"id", "aku bilang aku tinggal di Jakarta, tapi sebenarnya di Depok", "home_city=depok"},
	}
	e := newEngine(t)
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			var got []string
			for _, c := range e.Extract(Input{Text: tt.text, Lang: tt.lang, Time: monday}).Candidates {
				sign := ""
				if c.Op == loci.OpRetract {
					sign = "-"
				}
				got = append(got, sign+c.Slot.Attribute+"="+c.Value)
			}
			if got := strings.Join(got, " "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
