package extract

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
)

// TestMedicines reads what is taken (+) and no longer taken (-).
func TestMedicines(t *testing.T) {
	e := newEngine(t)
	for _, tt := range []struct {
		lang, said string
		want       []string
	}{
		{"en", "They've taken me off the warfarin and put me on apixaban instead.", []string{"-warfarin", "+apixaban"}},
		{"en", "I've come off warfarin, I'm on apixaban now", []string{"-warfarin", "+apixaban"}},
		{"en", "I stopped taking sertraline", []string{"-sertraline"}},
		{"en", "My doctor switched me from sertraline to escitalopram", []string{"-sertraline", "+escitalopram"}},
		{"en", "I take warfarin and metformin", []string{"+warfarin", "+metformin"}},
		{"en", "My mum stopped taking sertraline", nil},
		{"en", "Should I stop taking sertraline?", nil},
		{"de", "Ich habe Sertralin abgesetzt", []string{"-sertralin"}},
		{"de", "Mein Arzt hat mich von Warfarin auf Apixaban umgestellt", []string{"-warfarin", "+apixaban"}},
		{"de", "Ich nehme kein Sertralin mehr", []string{"-sertralin"}},
		{"fr", "Je ne prends plus de sertraline", []string{"-sertraline"}},
		{"fr", "J'ai arrêté la sertraline", []string{"-sertraline"}},
		{"es", "Me han quitado la warfarina", []string{"-warfarina"}},
		{"es", "Ya no tomo sertralina", []string{"-sertralina"}},
		{"pt", "Parei de tomar sertralina", []string{"-sertralina"}},
		{"it", "Ho smesso di prendere la sertralina", []string{"-sertralina"}},
		{"it", "Mi hanno tolto il warfarin", []string{"-warfarin"}},
		{"nl", "Ik ben gestopt met sertraline", []string{"-sertraline"}},
		{"pl", "Lekarz odstawił mi warfarynę", []string{"-warfarynę"}},
		{"pl", "Nie biorę już sertraliny", []string{"-sertraliny"}},
		{"ru", "Мне отменили варфарин", []string{"-варфарин"}},
		{"ru", "Я больше не пью сертралин", []string{"-сертралин"}},
		{"ru", "Меня перевели с варфарина на апиксабан", []string{"-варфарина", "+апиксабан"}},
		{"uk", "Мені скасували варфарин", []string{"-варфарин"}},
		{"tr", "Sertralini bıraktım", []string{"-sertralini"}},
		{"id", "Saya berhenti minum metformin", []string{"-metformin"}},
		{"vi", "Tôi ngừng uống warfarin rồi", []string{"-warfarin"}},
		{"zh", "我不吃舍曲林了", []string{"-舍曲林"}},
		{"zh", "医生把华法林换成了阿哌沙班", []string{"-华法林", "+阿哌沙班"}},
		{"ja", "ワーファリンをやめました", []string{"-ワーファリン"}},
		{"ko", "와파린 끊었어요", []string{"-와파린"}},
		{"ar", "وقفت الوارفارين", []string{"-الوارفارين"}},
		{"fa", "دیگه سرترالین نمی\u200cخورم", []string{"-سرترالين"}},
		{"hi", "मैंने मेटफॉर्मिन लेना बंद कर दिया", []string{"-मेटफॉर्मिन"}},
	} {
		var got []string
		for _, c := range e.Extract(Input{Text: tt.said, Lang: tt.lang, Time: monday}).Candidates {
			sign := "+"
			if c.Op == loci.OpRetract {
				sign = "-"
			}
			got = append(got, sign+c.Value)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s", tt.said, diff)
		}
	}
}
