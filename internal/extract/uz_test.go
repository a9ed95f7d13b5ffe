package extract

import "testing"

func TestUzbek(t *testing.T) {
	runSamples(t, "uz", []sample{
		{"ismim Kamola, Toshkentda yashayman", []string{
			"profile preferences+ name: ismim Kamola",
			"profile preferences+ home_city: Toshkentda yashayman",
		}},
		{"исмим Шерзод, Қарши шаҳрида тураман", []string{
			"profile preferences+ name: исмим Шерзод",
			"profile preferences+ home_city: Қарши шаҳрида тураман",
		}},
		{"men dasturchiman", []string{"profile preferences+ job: dasturchiman"}},
		{"menda yong'oqqa allergiya bor", []string{"semantic constraints+ allergy:yongoq: menda yong'oqqa allergiya bor"}},
		{"qizim Zuhra birinchi sinfga bordi", []string{"semantic relationships+ child:zuhra: qizim Zuhra birinchi sinfga bordi"}},
		{"bundan keyin qisqa javob ber", []string{"procedural preferences+: bundan keyin qisqa javob ber"}},
		{"javobni doim o'zbek tilida yoz", []string{"procedural preferences+: javobni doim o'zbek tilida yoz"}},
		{"ertaga imtihonim bor", []string{"semantic study+: ertaga imtihonim bor (2026-04-14)"}},
		{"25 mayga qadar hisobotni topshirishim kerak", []string{"semantic goals+: 25 mayga qadar hisobotni topshirishim kerak (2026-05-25)"}},
		{"har kuni ertalab yuguraman", []string{"semantic routine+: har kuni ertalab yuguraman"}},
		{"palovni juda yaxshi ko'raman", []string{"semantic preferences+ likes:palov: palovni juda yaxshi ko'raman"}},
		{"piyozni yoqtirmayman", []string{"semantic preferences- likes:piyoz: piyozni yoqtirmayman"}},
		{"oyligim 6 mln so'm", []string{"semantic finance+ income: oyligim 6 mln so'm"}},
		{"ҳар шанба бозорга бораман", []string{"semantic routine+: ҳар шанба бозорга бораман"}},
		{"men Farg'onadanman, hozir Toshkentda ishlayman", []string{
			"profile preferences+ origin: Farg'onadanman",
			"profile preferences+ employer: Toshkentda ishlayman",
		}},
		{"yoshim 27 da", []string{"profile preferences+ age: yoshim 27 da"}},
		{"akam Rustam Koreyada ishlaydi", []string{"semantic relationships+ sibling:rustam: akam Rustam Koreyada ishlaydi"}},
		{"mushugimning ismi Momiq", []string{"semantic relationships+ pet:momiq: mushugimning ismi Momiq"}},
		{"ingliz tilini o'rganyapman", []string{"semantic study+: ingliz tilini o'rganyapman"}},
		{"avtobus haydovchisiman", []string{"profile preferences+ job: haydovchisiman"}},
		{"kredit to'lovi 15 mayda", []string{"semantic finance+: kredit to'lovi 15 mayda (2026-05-15)"}},
		{"kitob o'qishni yaxshi ko'raman", []string{"semantic preferences+ likes:kitob_oqi: kitob o'qishni yaxshi ko'raman"}},
		{"men endi chekmayman", []string{"retract: endi chekmayman"}},
		{"menda qandli diabet bor", []string{"semantic constraints+ condition:qandl_diabet: menda qandli diabet bor"}},
		{"soat 9 dan 6 gacha ishlayman", []string{"semantic routine+: soat 9 dan 6 gacha ishlayman"}},
		{"uy sotib olmoqchiman", []string{"semantic goals+: uy sotib olmoqchiman"}},
		{"universitetni tugatdim", []string{"episodic study+: universitetni tugatdim"}},
		{"менинг исмим Лола", []string{"profile preferences+ name: менинг исмим Лола"}},
		{"bu so'z nimani anglatadi?", nil},
		{"agar men boy bo'lganimda, nima qilardim?", nil},
		{"menga she'r yozib ber", nil},
		{"rahmat, zo'r", nil},
		{"bugun juda charchadim", []string{"semantic ephemeral+: bugun juda charchadim"}},
		{"tarjima qil: men talabaman va Buxoroda yashayman", nil},
	})
}
