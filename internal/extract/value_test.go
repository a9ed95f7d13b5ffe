package extract

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestValuesHoldNoTimeAndNobodyElse(t *testing.T) {
	e := newEngine(t)
	for turn, want := range map[string]string{
		"tr Geçen hafta İzmir'e taşındım":                       "home_city izmir",
		"tr hafta sonları bir kafede çalışıyorum":               "employer kafe",
		"uz O'tgan hafta Toshkentga ko'chdim":                   "home_city toshkent",
		"hi मुझे कॉफी से ज़्यादा चाय पसंद है":                   "likes:चाय चाय",
		"ur مجھے کافی سے زیادہ چائے پسند ہے":                    "likes:چا چائے",
		"ar أفضل الشاي على القهوة":                              "likes:الشا الشاي",
		"ur میری بیٹی آٹھ سال کی ہے":                            " ",
		"fa زنم قهوه خیلی دوست داره":                            " ",
		"ja コーヒーより紅茶が好き":                                        "likes:紅茶 紅茶",
		"ja 犬より猫派です":                                            "likes:猫 猫",
		"ja 私はフリーランスのエンジニアです":                                   "job エンジニア",
		"id aku lebih suka teh daripada kopi":                   "likes:teh teh",
		"ko 지난주에 대전으로 이사했어요":                                    "home_city 대전",
		"ja 先週大阪に引っ越しました":                                       "home_city 大阪",
		"ar انتقلت الأسبوع الماضي إلى جدة":                      "home_city جدة",
		"zh 现在在字节跳动上班":                                          "employer 字节跳动",
		"it vivo a Milano con Marco":                            "home_city milano",
		"it abito a Torino con Luca e Sara":                     "home_city torino",
		"fr j'habite à Lyon avec Zoé":                           "home_city lyon",
		"de ich wohne in Bonn mit Eva":                          "home_city bonn",
		"pl mieszkam w Łodzi z Anną":                            "home_city łodzi",
		"ru живу в Казани с друзьями":                           "home_city казани",
		"en I live in York with Sam":                            "home_city york",
		"en I live in York and teach maths":                     "home_city york job maths",
		"en My name is May Smith":                               "name may smith",
		"pt agora tô na Pinheiros, perto do metrô":              "",
		"ko 네이버에서 개발자로 일해":                                      "employer 네이버 job 개발자로",
		"ko 부산에서 미용사예요":                                         "home_city 부산 job 미용사예요",
		"tr Arçelik'ten ayrıldım, artık Vestel'deyim":           "employer arçelik employer vestel",
		"tr artık İzmir'deyim":                                  "home_city izmir",
		"id aku udah keluar dari Tokopedia, sekarang di Shopee": "employer tokopedia employer shopee",
		"vi mình nghỉ Viettel rồi, giờ ở FPT":                   "employer viettel employer fpt",

		"en I'm crazy about baking and it'd be nice to sell some": "likes:bake baking",
		"en I've been getting into pottery recently":              "likes:potteri pottery",
		"en Rain always cheers me up":                             "likes:rain rain",
		"en I love recently restored films":                       "likes:recent_restor_film recently restored films",
		"es Me encanta pintar y sería genial enseñarlo":           "likes:pint pintar",
		"fr J'adore nager et ce serait génial d'en vivre":         "likes:nag nager",
		"it Adoro nuotare e sarebbe bello insegnarlo":             "likes:nuot nuotare",
		"pt Adoro nadar e seria ótimo ensinar":                    "likes:nad nadar",
		"ru Я обожаю танцы и было бы здорово преподавать":         "likes:танц танцы",
		"uk Я обожнюю танці і було б чудово викладати":            "likes:танц танці",
		"pl Uwielbiam taniec i byłoby super uczyć":                "likes:tan taniec",
		"id Aku suka nari dan bakal seru kalau ngajarin":          "likes:nari nari",
		"es La lluvia siempre me pone contento":                   "likes:lluv lluvia",
		"pt Gosto de xadrez ultimamente":                          "likes:xadrez xadrez",
		"fr J'aime les échecs récemment":                          "likes:echec échecs",
		"it Mi piacciono gli scacchi ultimamente":                 "likes:scacc scacchi",
		"de Ich mag Schach in letzter Zeit":                       "likes:schach schach",
		"ru Мне нравятся шахматы в последнее время":               "likes:шахмат шахматы",
		"pl Lubię ostatnio szachy":                                "likes:szach szachy",
		"tr Son zamanlarda satranç seviyorum":                     "likes:satranc satranç",
		"en I still like to go for a swim sometimes":              "likes:go_for_a_swim go for a swim",
		"en I love sailing for a few weeks":                       "likes:sail sailing",
		"en I like to go when it snows":                           "",
		"en We had time to think about what makes me happy":       "",
		"es He meditado en lo que me hace feliz":                  "",
		"pt Meditei muito no que me faz feliz":                    "",
	} {
		var got string
		for i, c := range candidates(e, turn) {
			if i > 0 {
				got += " "
			}
			got += c.Slot.Attribute + " " + c.Value
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", turn, diff)
		}
	}
}
