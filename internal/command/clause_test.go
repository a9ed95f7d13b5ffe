package command_test

import (
	"testing"

	"github.com/locimem/loci/internal/command"
)

// What is not to be kept may be said in a clause of its own, behind the verb or,
// where the language has it so, before it.
func TestFieldBug_Brk4_5_WishesAboutAClause(t *testing.T) {
	for _, said := range []string{
		"don't note that I hate cats", "please don't remember that I live in Texas", "don't write down that my wife left", "Do not store the fact that I'm ill",
		"merk dir nicht, dass ich in Texas wohne", "speichere nicht, dass ich vegan bin", "notiere bitte nicht, dass ich bei SAP arbeite", "schreib nicht auf, dass mein Sohn krank ist",
		"ne note pas que j'habite au Texas", "n'enregistre pas que je suis vegan", "note pas que j'ai peur",
		"no anotes que vivo en Texas", "no guardes que soy vegano", "não anotes que moro no Texas", "não guarde que eu sou vegano",
		"non annotare che vivo in Texas", "non salvare che sono vegano", "onthoud niet dat ik in Texas woon", "schrijf niet op dat ik ziek ben",
		"nie zapisuj, że mieszkam w Teksasie", "не записывай, что я живу в Техасе", "не запоминай, что у меня диабет", "не запам'ятовуй, що я живу в Техасі",
		"men vegan ekanimni eslab qolma", "Texasda yashashimni saqlama", "дар ёд нагир, ки ман дар Техас зиндагӣ мекунам",
		"Teksas'ta yaşadığımı kaydetme", "vegan olduğumu hatırlama lütfen", "یادداشت نکن که من در تهران زندگی میکنم", "یاد مت رکھنا کہ میں لاہور میں رہتا ہوں",
		"لا تسجل أنني أعيش في تكساس", "لا تحفظ أني نباتي", "याद मत रखना कि मैं दिल्ली में रहता हूँ", "yaad mat rakhna ki main Delhi mein rehta hoon",
		"不要记住我住在德州", "别记我是素食者", "私がテキサスに住んでいることを覚えないで", "ビーガンだって記録しないで",
		"내가 텍사스에 산다고 기억하지 마", "내가 비건이라는 걸 저장하지 마", "jangan catat bahwa saya tinggal di Texas", "đừng nhớ rằng tôi sống ở Texas",
	} {
		if !command.OffTheRecord(said) {
			t.Errorf("%q is on the record", said)
		}
	}
	for _, said := range []string{
		"I don't remember that I said so", "don't note this down in the ledger", "you don't remember that I live in Texas", "Why don't you remember that I'm vegan?", "don't forget that I live in Texas",
		"Make sure the app does not store what I do not save", "ich merke nicht, dass ich müde werde", "vergiss nicht, dass ich vegan bin",
		"quiero que no guardes el archivo", "no guardes más que los nombres", "espero que não guardes o ficheiro", "ne garde que les trois premiers", "n'oublie pas que je suis vegan",
		"non dimenticare che sono vegano", "ik onthoud niet dat ik iets zeg", "nie zapomnij, że mieszkam w Polsce", "не забудь, что я живу в Омске",
		"vegan olduğumu unutma", "vegan ekanimni unutma", "不要保存我的文件", "내가 비건이라는 걸 기억해", "jangan lupa bahwa saya vegan",
	} {
		if command.OffTheRecord(said) {
			t.Errorf("%q is off the record", said)
		}
	}
}
