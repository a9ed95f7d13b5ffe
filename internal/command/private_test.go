package command_test

import (
	"testing"

	"github.com/locimem/loci/internal/command"
)

// Who says that nothing is to be kept may also say how: no log, memory off, for one
// pair of ears, nothing to learn from.
func TestOffTheRecordByOtherWords(t *testing.T) {
	for _, said := range []string{
		"this stays between you and me: I quit", "I quit. It stays between you and me", "no logging please, I quit", "No recording, please: I quit", "incognito: I quit", "you can forget what I'm about to say: I quit", "never mention this again or store it: I quit", "I quit. Don't learn from this.", "don't train on this: I quit",
		"turn off memory. I quit", "I quit. Turn off your memory for this one.", "skip memory for this one: I quit", "without saving it: I quit", "for your ears only: I quit", "I quit (no need to remember)", "Forget what I'm going to tell you: I quit",
		"isto fica entre mim e ti: vou sair", "sem registos, por favor: vou sair", "incógnito: vou sair", "esquece o que vou dizer: vou sair", "não aprendas com isto: vou sair", "desliga a memória. Vou sair", "sem guardar isto: vou sair", "só para os teus ouvidos: vou sair", "vou sair (não é preciso lembrar)",
		"esto queda entre tú y yo: me voy", "sin registros, por favor: me voy", "de incógnito: me voy", "olvida lo que voy a decir: me voy", "no aprendas de esto: me voy", "desactiva la memoria. Me voy", "sin guardarlo: me voy", "solo para tus oídos: me voy", "me voy (no hace falta recordarlo)",
		"ça reste entre toi et moi : je pars", "pas d'enregistrement, stp : je pars", "incognito : je pars", "oublie ce que je vais te dire : je pars", "n'apprends rien de ça : je pars", "désactive la mémoire. Je pars", "sans l'enregistrer : je pars", "rien que pour tes oreilles : je pars", "je pars (pas besoin de retenir)",
		"das bleibt zwischen dir und mir: ich gehe", "kein Logging bitte: ich gehe", "inkognito: ich gehe", "vergiss, was ich gleich sage: ich gehe", "lerne nicht daraus: ich gehe", "schalte dein Gedächtnis aus. Ich gehe", "ohne es zu speichern: ich gehe", "nur für deine Ohren: ich gehe", "ich gehe (musst du dir nicht merken)", "Erwähne das nie wieder und speichere es nicht: ich gehe",
		"resti tra me e te: me ne vado", "niente registrazioni, per favore: me ne vado", "in incognito: me ne vado", "dimentica quello che sto per dirti: me ne vado", "non imparare da questo: me ne vado", "disattiva la memoria. Me ne vado", "senza salvarlo: me ne vado", "solo per le tue orecchie: me ne vado", "me ne vado (non serve ricordarlo)",
		"dit blijft tussen jou en mij: ik ga weg", "geen logging graag: ik ga weg", "incognito: ik ga weg", "vergeet wat ik ga zeggen: ik ga weg", "leer hier niets van: ik ga weg", "zet je geheugen uit. Ik ga weg", "zonder het op te slaan: ik ga weg", "alleen voor jouw oren: ik ga weg", "ik ga weg (hoef je niet te onthouden)",
		"to zostaje między tobą a mną: odchodzę", "bez zapisywania, proszę: odchodzę", "incognito: odchodzę", "zapomnij, co zaraz powiem: odchodzę", "nie ucz się na tym: odchodzę", "wyłącz pamięć. Odchodzę", "tylko dla twoich uszu: odchodzę", "odchodzę (nie trzeba zapamiętywać)",
		"это останется между мной и тобой: я ухожу", "без логов, пожалуйста: я ухожу", "инкогнито: я ухожу", "забудь то, что я сейчас скажу: я ухожу", "не учись на этом: я ухожу", "выключи память. Я ухожу", "не сохраняя этого: я ухожу", "только для твоих ушей: я ухожу", "я ухожу (запоминать не нужно)",
		"це залишиться між мною і тобою: я йду", "без логів, будь ласка: я йду", "інкогніто: я йду", "забудь те, що я зараз скажу: я йду", "не вчися на цьому: я йду", "вимкни пам'ять. Я йду", "не зберігаючи цього: я йду", "тільки для твоїх вух: я йду", "я йду (запам'ятовувати не треба)",
		"ikkimizning oramizda qolsin: ketaman", "hozir aytadiganimni unut: ketaman", "bundan o'rganma: ketaman", "xotirangni o'chir. Ketaman", "saqlamasdan: ketaman", "ketaman (eslab qolish shart emas)",
		"байни ману ту монад: ман меравам", "аз ин ёд нагир: ман меравам", "хотираро хомӯш кун. Ман меравам", "бе захира: ман меравам", "танҳо барои гӯши ту: ман меравам",
		"seninle benim aramda kalsın: ayrılıyorum", "kayıt yok lütfen: ayrılıyorum", "söyleyeceğimi unut: ayrılıyorum", "bundan öğrenme: ayrılıyorum", "hafızanı kapat. Ayrılıyorum", "kaydetmeden: ayrılıyorum", "sadece senin kulakların için: ayrılıyorum", "ayrılıyorum (hatırlamana gerek yok)",
		"بین من و تو بماند: من می\u200cروم", "از این یاد نگیر: من می\u200cروم", "حافظه را خاموش کن. من می\u200cروم", "بدون ذخیره: من می\u200cروم", "فقط برای گوش تو: من می\u200cروم", "من می\u200cروم (لازم نیست به خاطر بسپاری)",
		"یہ میرے اور تمہارے درمیان رہے: میں جا رہا ہوں", "اس سے مت سیکھو: میں جا رہا ہوں", "میموری بند کر دو۔ میں جا رہا ہوں", "محفوظ کیے بغیر: میں جا رہا ہوں", "صرف تمہارے کانوں کے لیے: میں جا رہا ہوں",
		"هذا يبقى بيني وبينك: سأرحل", "بدون تسجيل من فضلك: سأرحل", "انس ما سأقوله: سأرحل", "لا تتعلم من هذا: سأرحل", "أوقف الذاكرة. سأرحل", "بدون حفظه: سأرحل", "لأذنيك فقط: سأرحل", "سأرحل (لا داعي للتذكر)",
		"यह मेरे और तुम्हारे बीच रहे: मैं जा रहा हूँ", "इससे मत सीखो: मैं जा रहा हूँ", "मेमोरी बंद कर दो। मैं जा रहा हूँ", "सेव किए बिना: मैं जा रहा हूँ", "memory band kar do. main ja raha hoon", "मैं जा रहा हूँ (याद रखने की ज़रूरत नहीं)",
		"antara kamu dan aku saja: aku pergi", "tanpa log, tolong: aku pergi", "lupakan yang akan aku katakan: aku pergi", "jangan belajar dari ini: aku pergi", "matikan memori. Aku pergi", "tanpa menyimpannya: aku pergi", "hanya untuk telingamu: aku pergi", "aku pergi (tidak perlu diingat)",
		"chỉ giữa bạn và tôi: tôi nghỉ việc", "quên những gì tôi sắp nói: tôi nghỉ việc", "đừng học từ điều này: tôi nghỉ việc", "tắt bộ nhớ. Tôi nghỉ việc", "không lưu lại: tôi nghỉ việc", "chỉ để bạn nghe thôi: tôi nghỉ việc", "tôi nghỉ việc (không cần nhớ)",
		"只有你知我知：我要辞职", "忘掉我接下来说的：我要辞职", "不要从这个学习：我要辞职", "关闭记忆。我要辞职", "不保存：我要辞职", "只说给你听：我要辞职", "我要辞职（不必记住）",
		"あなたと私だけの話：辞めます", "これから言うことは忘れて：辞めます", "これは学習しないで：辞めます", "メモリをオフにして。辞めます", "保存せずに：辞めます", "辞めます（覚える必要はない）",
		"너랑 나만 알자: 그만둘 거야", "지금부터 할 말은 잊어줘: 그만둘 거야", "이걸로 학습하지 마: 그만둘 거야", "메모리 꺼줘. 그만둘 거야", "저장하지 말고: 그만둘 거야", "그만둘 거야 (기억할 필요 없어)",
	} {
		if !command.OffTheRecord(said) {
			t.Errorf("%q is on the record", said)
		}
	}
	for _, said := range []string{
		"Turn off memory compression", "How do I turn off memory protection?", "I turned off memory last year", "Disable memory ballooning in the VM", "there is no logging in this service", "no logging in production, we use metrics", "Skip memory checks at boot", "He travels incognito", "Open an incognito window",
		"You can forget what I said about Friday, it moved to Monday", "You can save this file", "Close the file without saving it.", "I left without saying it", "Don't learn from this book", "don't learn from that guy", "We learn from this", "You learn from this, never from books", "Never mention this to my mother", "Don't mention it!", "Don't save it as PDF", "don't store it in the fridge",
		"there is no need to remember passwords", "no need to save money", "This film is for your ears only in name", "the secret between you and me and the rest", "it stays between you and the door", "Models train on this data", "The model does not learn from this",
		"desliga a memória RAM do servidor", "o serviço está sem registos de erros", "ele viaja incógnito", "não aprendas com este livro", "esquece o que disse sobre sexta, mudou", "sem guardar rancor, ele saiu",
		"desactiva la memoria caché", "viaja de incógnito", "sin guardar silencio, salió", "no aprendas de este libro", "salió sin guardarlo",
		"désactive la mémoire cache", "il voyage incognito", "sans enregistrer de perte, la firme a fini l'année", "n'apprends pas par cœur", "je pars sans l'enregistrer",
		"schalte den Speicher aus", "er reist inkognito", "ich lerne nicht daraus", "Wir lernen nicht daraus", "Lern nicht so viel", "das Gedächtnis lässt nach", "ich ging, ohne es zu speichern",
		"disattiva la memoria virtuale", "viaggia in incognito", "non imparare da lui", "è uscito senza salvarlo",
		"zet het geheugen van de server uit", "hij reist incognito", "ik leer hier niets van", "hij ging weg zonder het op te slaan",
		"wyłącz pamięć podręczną", "podróżuje incognito", "nie ucz się na pamięć", "wyszedł bez zapisywania",
		"выключи память кэша", "он едет инкогнито", "не учись на чужих ошибках", "без памяти влюблён", "без записи к врачу не попасть", "вышел, не сохраняя файла",
		"вимкни пам'ять кешу", "він їде інкогніто", "не вчися на чужих помилках",
		"kitobdan o'rganma", "fayl saqlamasdan yopildi", "китоб аз ин ҷо нест", "makine öğrenme dersi", "dosyayı kaydetmeden çıktım", "hafızayı kapatan bir program", "فایل بدون ذخیره بسته شد", "حافظه گوشی پر است", "فائل محفوظ کیے بغیر بند ہو گئی", "أغلق الملف بدون حفظ التغييرات", "لا تتعلم من الأخطاء", "फ़ाइल सेव किए बिना बंद हो गई", "file tertutup tanpa disimpan", "jangan belajar dari dia", "đóng tệp mà không lưu", "đừng học từ anh ấy", "关闭记忆体缓存", "不要学习这个", "ファイルを保存せずに閉じた", "彼から学ばないで", "파일을 저장하지 말고 닫아 줘", "수학은 학습하지 마",
	} {
		if command.OffTheRecord(said) {
			t.Errorf("%q is off the record", said)
		}
	}
}
