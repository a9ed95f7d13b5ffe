package extract

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Whom one lives with is a fact beside where: it stays when the home changes.
func TestHousehold(t *testing.T) {
	e := newEngine(t)
	for turn, want := range map[string][]string{
		"en I live in Leeds with my husband Tom and our two kids":              {"home_city leeds: I live in Leeds", "partner:tom tom: my husband Tom", " : our two kids"},
		"en I moved to Leeds with my husband and two kids":                     {"home_city leeds: I moved to Leeds", " : with my husband and two kids"},
		"en I live with my husband Tom in Leeds":                               {"home_city leeds: I live with my husband Tom in Leeds", "partner:tom tom: my husband Tom"},
		"de Ich wohne in Köln mit meinem Mann Tom und unseren zwei Kindern":    {"home_city köln: wohne in Köln", "partner:tom tom: meinem Mann Tom und unseren zwei Kindern"},
		"de Ich wohne mit meinen zwei Kindern in Köln":                         {"home_city köln: wohne mit meinen zwei Kindern in Köln", " : mit meinen zwei Kindern"},
		"fr J'habite à Lyon avec mon mari Tom et nos deux enfants":             {"home_city lyon: J'habite à Lyon", "partner:tom tom: mon mari Tom", " : nos deux enfants"},
		"es Vivo en Sevilla con mi marido Tom y nuestros dos hijos":            {"home_city sevilla: Vivo en Sevilla", "partner:tom tom: mi marido Tom y nuestros dos hijos"},
		"es Vivo en Sevilla con mis dos hijos":                                 {"home_city sevilla: Vivo en Sevilla", " : con mis dos hijos"},
		"pt Moro em Lisboa com o meu marido Tom e os nossos dois filhos":       {"home_city lisboa: Moro em Lisboa", "partner:tom tom: o meu marido Tom e os nossos dois filhos"},
		"pt Moro com a minha mulher em Lisboa":                                 {"home_city lisboa: Moro com a minha mulher em Lisboa", " : com a minha mulher"},
		"it Vivo a Milano con mio marito Tom e i nostri due figli":             {"home_city milano: Vivo a Milano", "partner:tom tom: mio marito Tom e i nostri due figli"},
		"nl Ik woon in Utrecht met mijn man Tom en onze twee kinderen":         {"home_city utrecht: Ik woon in Utrecht", "partner:tom tom: mijn man Tom", " : onze twee kinderen"},
		"pl Mieszkam w Krakowie z dwójką dzieci":                               {"home_city krakowie: Mieszkam w Krakowie", " : z dwójką dzieci"},
		"ru Я живу в Казани с двумя детьми":                                    {"home_city казани: живу в Казани", " : с двумя детьми"},
		"uk Я живу у Львові з двома дітьми":                                    {"home_city львові: Я живу у Львові", " : з двома дітьми"},
		"id Saya tinggal di Bandung bersama suami saya Budi dan dua anak kami": {"home_city bandung: tinggal di Bandung", "partner:budi budi: suami saya Budi dan dua anak kami"},
		"vi Tôi sống ở Hà Nội với chồng tôi là Nam và hai con":                 {"home_city hà nội: Tôi sống ở Hà Nội", "partner:nam nam: chồng tôi là Nam và hai con"},
		"ar أعيش في القاهرة مع زوجتي وطفلين":                                   {"home_city القاهرة: أعيش في القاهرة", " : مع زوجتي وطفلين"},
		"tg Ман дар Душанбе бо ҳамсарам ва ду фарзандам зиндагӣ мекунам":       {"home_city душанбе: дар Душанбе бо ҳамсарам ва ду фарзандам зиндагӣ мекунам", " : бо ҳамсарам ва ду фарзандам"},
		"hi मैं अपने पति राज और दो बच्चों के साथ दिल्ली में रहती हूँ": {"partner:राज राज: अपने पति राज", "home_city दिल्ली: के साथ दिल्ली में रहती हूँ"},
		"ur میں اپنے شوہر علی اور دو بچوں کے ساتھ لاہور میں رہتی ہوں": {"partner:علي علي: اپنے شوہر علی", "home_city لاهور: ساتھ لاہور میں رہتی ہوں"},
		"en I work as a teacher with children":                                   {"job teacher: I work as a teacher with children"},
		"en I live in Leeds, not with my wife":                                   {"home_city leeds: I live in Leeds"},
		"en Do you think I should live in Leeds with my two kids?":               nil,
		"en I live in Leeds with my husband and our two kids go to school there": {"home_city leeds: I live in Leeds", " : with my husband"},
		"en I work at Acme with my brother Sam":                                  {"employer acme: I work at Acme", "sibling:sam sam: my brother Sam"},
	} {
		var got []string
		for _, c := range candidates(e, turn) {
			got = append(got, c.Slot.Attribute+" "+c.Value+": "+c.Text)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", turn, diff)
		}
	}
}
