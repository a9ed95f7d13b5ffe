package command_test

import (
	"testing"

	"github.com/locimem/loci/internal/command"
)

// How people say that something is to stay off the record, in every language.
func TestOffTheRecord(t *testing.T) {
	for _, said := range []string{
		"I'm looking for another job, but don't remember this", "Off the record: she said no", "I don't remember that song, so don't remember this",
		"please do not remember this", "dont remember this, i'm looking for a ring", "Don't save that.", "Forget this: I have cancer",
		"Keep this private, I am pregnant", "I am pregnant. Keep this private please", "keep this between us: I quit", "Between us: I quit",
		"I quit.\nDon't remember what I just said",
		"mas não guardes isto", "nao guarde isso, estou grávida", "Isto fica entre nós: vou demitir-me", "Esquece isto: estou doente", "que fique entre nós, estou doente",
		"No guardes eso, por favor", "no guardes esto: tengo cáncer", "Olvida esto: estoy enfermo", "esto queda entre nosotros",
		"je cherche une bague, ça reste entre nous", "Garde ça pour toi, je suis malade", "Je suis malade, ne t'en souviens pas", "Oublie ça : je suis malade",
		"das bitte nicht merken: ich suche einen Ring", "Merk dir das bitte nicht.", "Bitte nicht speichern: ich bin krank", "Ich kündige. Das bleibt unter uns.",
		"Merk dir nicht, was ich gerade gesagt habe", "Vergiss das: ich bin krank",
		"dit graag niet onthouden", "Ik ben ziek, hou dit voor je", "Vergeet dit: ik ben ziek",
		"Sono malato, resti tra noi", "Dimentica questo: sono malato", "Jestem chory, niech to zostanie między nami", "Zapomnij to: jestem chory",
		"не сохраняй этого", "Я болен, пусть это останется между нами", "Забудь это: я болен", "я хворий, хай це залишиться між нами", "Забудь це: я хворий",
		"kasalman, oramizda qolsin", "Buni unut: men kasalman", "ман беморам, байни мо монад", "hastayım, aramızda kalsın", "Bunu unut: hastayım",
		"من مریضم، بین خودمون بمونه", "این را فراموش کن: من مریضم", "یہ بات ہمارے درمیان رہے، میں بیمار ہوں", "أنا مريض، ليبق هذا بيننا", "انس هذا: أنا مريض",
		"मैं बीमार हूँ, यह बात हमारे बीच रहे", "main bimar hoon, hamare beech rahe", "इसे भूल जाओ: मैं बीमार हूँ",
		"不要记住这个", "我病了，这是我们之间的秘密", "忘掉这个：我病了", "それは保存しないで", "病気です。ここだけの話にして", "これは忘れて：病気です",
		"나 아파. 우리끼리만 알자", "이건 잊어: 나 아파", "saya sakit, ini antara kita saja", "Lupakan ini: saya sakit", "tôi bị bệnh, chỉ giữa chúng ta thôi", "Quên điều này: tôi bị bệnh",
		"pls dont save: I quit", "Do not store any of this. I quit.", "Please forget this right after: I quit", "I quit, keep it to yourself, ok?",
		"Not for the record: I quit", "I quit. Don't put that in memory.", "I'd rather you didn't remember this, but I quit", "I quit. do not log this message",
		"Please do NOT save the following: I quit", "Actually, don't store that last message.", "don't save this I quit my job", "I don't want you to keep this",
		"Please don't keep this in your memory, I quit", "I quit \u2013 don't record this",
		"Speicher das bitte nicht, ich kündige", "Merke dir Folgendes nicht: ich kündige", "Vertraulich, nicht speichern: ich kündige", "Notier dir das lieber nicht. Ich kündige",
		"Não grave isso: estou grávida", "Não memorizes: estou grávida", "Esquece o que eu disse agora", "Não guardes o que acabei de dizer", "Não quero que guardes isto",
		"Ne mémorise pas ceci : je démissionne", "N'enregistrez rien de tout ça, je démissionne", "No memorices lo que te acabo de decir", "No guardes nada de esto",
		"Non salvare il mio ultimo messaggio", "Sla mijn laatste bericht niet op", "Nie zapisuj tej wiadomości", "Не сохраняй моё последнее сообщение", "Не зберігай це повідомлення",
		"oxirgi xabarimni saqlama", "son mesajımı kaydetme", "این پیام را ذخیره نکن", "یہ پیغام محفوظ نہ کریں", "لا تحفظ هذه الرسالة", "इस संदेश को सेव मत करना",
		"请不要保存这条消息", "不要把这个记下来", "このメッセージは保存しないでください", "이 메시지는 저장하지 마세요", "Jangan simpan pesan ini", "Đừng lưu tin nhắn này",
		"Please don't store what I'm about to tell you: I'm pregnant", "Don't remember the following please - I have HIV", "I don't want this saved. I quit.", "I don't want this remembered", "This should not be saved: I quit", "this must not be stored", "not to be saved: I quit", "Nothing of this should be remembered", "please don't keep a record of this", "don't make a note of this", "no need to remember this, but I quit", "you don't have to remember this", "you needn't remember this", "please do not retain this conversation", "Can you not save this?", "could you please not store this message", "Forget about this afterwards: I quit", "Don't commit this to memory", "keep this off your memory", "this is confidential: I quit", "this is just between you and me: I quit", "Please keep this confidential, I quit", "don't ever repeat or save this", "don't log or store this", "Do not save or remember any of this", "never save this", "(don't save this) I quit", "Don't save anything I say now", "Don't remember anything I said today", "stop remembering this conversation", "please erase my last message", "delete my last message", "Don't keep that in mind", "Don't put that in memory.", "don't write this down, I quit",
		"Das soll nicht gespeichert werden: ich kündige", "Bitte speichere nichts davon.", "Bitte nichts davon speichern", "Speichere diese Nachricht nicht", "Das hier nicht merken", "Vergiss meine letzte Nachricht", "Lösch meine letzte Nachricht", "Bitte merk dir das nicht, ja?", "Könntest du das bitte nicht speichern?", "Kannst du dir das bitte nicht merken", "Ich will nicht, dass du dir das merkst", "das bitte nicht speichern", "Schreib das bitte nicht auf",
		"Isto não é para guardar: vou sair", "Isto não é para ser guardado", "Por favor não registes isto na memória", "Apaga a minha última mensagem", "Prefiro que não guardes isto", "Não quero que te lembres disto", "esquece o que te disse agora mesmo", "não salve essa mensagem", "Que isto não fique guardado", "não salva isso, por favor",
		"Esto no lo guardes", "No quiero que guardes esto", "Que no quede registrado: me voy", "Borra mi último mensaje", "Por favor, no guardes este mensaje",
		"Ceci ne doit pas être enregistré : je pars", "Je ne veux pas que tu retiennes ça", "N'enregistre pas ce message", "Efface mon dernier message", "Merci de ne pas retenir ceci", "Merci de ne pas enregistrer ce message", "Ne garde pas ça en mémoire", "Ne mets pas ça en mémoire",
		"Non voglio che salvi questo", "Onthoud dit bericht niet", "Sla dit bericht niet op", "Вот это не сохраняй, пожалуйста", "Не надо сохранять это сообщение", "Bu mesajı kaydetme lütfen", "请别保存我刚才说的话", "今のメッセージは記録しないでください",
	} {
		if !command.OffTheRecord(said) {
			t.Errorf("%q is on the record", said)
		}
	}
	for _, said := range []string{
		"i dont save that much", "I don't remember that film", "I really do not remember this", "who don't save this way", "jogo em offline",
		"You don't remember what I said", "keep this private key safe", "We keep this private", "forget this", "I forget this: it is hard", "between us and them: a river",
		"Namen kann ich mir nicht merken", "Das kann ich nicht speichern", "ik kan namen niet onthouden", "entre nous, il fait froid",
		"tu ne t'en souviens pas ?", "O rio fica entre nós e a cidade", "What does this mean: private", "Vergiss das Brot nicht", "",
		"don't save that file, I live in Kumla", "Don't store this in the database, store it in redis.", "Please don't keep this variable in memory.",
		"My therapist keeps things off the record.", "Don't save this to disk yet", "Forget what I said about Friday, the meeting moved to Monday.", "don't forget this: milk", "Don't forget what I said about the milk",
		"Speicher das nicht in der Datenbank, nimm Redis", "Mein Handy will das nicht speichern", "não guardes isto na base de dados", "não guardes este ficheiro",
		"No guardes esto en la base de datos", "N'enregistre pas ça dans la base", "Non salvare questo file", "Sla dit niet op in de database", "Sla dit bestand niet op",
		"Nie zapisuj tego w bazie", "Не сохраняй это в базе данных", "Не сохраняй этот файл", "Не зберігай це в базі", "buni bazada saqlama", "bunu veritabanına kaydetme",
		"این را در پایگاه داده ذخیره نکن", "لا تحفظ هذا الملف", "इसे डेटाबेस में सेव मत करना", "不要保存这个文件", "不要把这个保存到数据库", "これはデータベースに保存しないで",
		"이건 데이터베이스에 저장하지 마", "jangan simpan ini di database", "đừng lưu cái này vào cơ sở dữ liệu",
		"Don't save it as PDF", "don't save that yet, I need to edit", "I told you to not save this file", "My phone does not save this", "why do you not remember this", "Never store this medicine in the fridge", "Do not keep this medicine", "Don't keep this up", "don't note this down in the ledger", "It says: do not record this call", "I do not remember this man", "don't remember that guy", "Forget that I said hello to Anna", "we don't keep that in stock", "They don't record that", "Please don't write this function in Java", "don't write that test", "Don't add this to the cart", "don't add that to the list", "Don't put this in the oven", "do not put that on the wall", "Never keep that near fire", "Don't log this exception", "Do not log this to stdout", "Don't record this meeting", "Ich kann mir das nicht merken", "Warum speichert er das nicht", "das Programm soll das nicht speichern", "Speicher das nicht auf der Platte", "Schreib das nicht in Java", "Não escrevas isto em Java", "No guardes esto como PDF", "Ne note pas ça sur 20", "don't keep this a secret from her", "Delete this file", "delete that", "Erase everything on the disk", "Don't commit this to main", "O telefone não guarda isso", "El programa puede no guardar esto", "le programme peut ne pas enregistrer ça", "I should remember this", "Das darf man nicht vergessen", "He could not remember that",
	} {
		if command.OffTheRecord(said) {
			t.Errorf("%q is off the record", said)
		}
	}
}

// A wish that says nothing else is about the message before it.
func TestOnlyAWish(t *testing.T) {
	for _, said := range []string{
		"Don't remember that.", "please don't remember this", "Don't remember what I just said!", "Sorry, forget what I just said", "Keep this between us, ok?",
		"Não guardes isso, por favor.", "Esquece o que acabei de dizer", "No recuerdes eso", "Oublie ce que je viens de dire, stp", "ne t'en souviens pas s'il te plaît",
		"Merk dir das bitte nicht", "Vergiss, was ich gerade gesagt habe", "Das bleibt unter uns!", "Non ricordarlo, per favore", "Onthoud dat niet, alsjeblieft",
		"Nie zapamiętuj tego, proszę", "Не запоминай это, пожалуйста", "Не запам'ятовуй це, будь ласка", "Iltimos, buni eslab qolma", "Лутфан инро дар ёд нагир",
		"Lütfen bunu hatırlama", "لطفا این را ذخیره نکن", "اسے یاد نہ رکھو", "لا تتذكر هذا من فضلك", "कृपया इसे याद मत रखना", "请不要记住这个", "これは覚えないでください",
		"이건 기억하지 마세요", "Actually, don't store that last message.", "Esquece o que eu disse agora", "Não guardes o que acabei de dizer", "Tolong jangan ingat ini", "Đừng nhớ điều này nhé",
	} {
		if c, ok := command.Parse(said); !ok || c.Name != command.OffRecord {
			t.Errorf("%q is %+v", said, c)
		}
	}
	for _, said := range []string{
		"Don't remember that I live in Porto", "Off the record: I quit", "I quit, don't remember this", "don't save this file", "I don't remember that", "please", "ok", "no",
	} {
		if c, ok := command.Parse(said); ok {
			t.Errorf("%q is %+v", said, c)
		}
	}
}

// All that is known is not forgotten at a message's word.
func TestForgetEverything(t *testing.T) {
	for _, said := range []string{
		"Forget everything you know about me.", "Please delete all my memories!", "/memory forget everything", "Esquece tudo o que sabes sobre mim", "Olvida todo lo que sabes de mí, por favor",
		"Oublie tout ce que tu sais de moi", "Vergiss alles, was du über mich weißt.", "Dimentica tutto quello che sai di me", "Vergeet alles wat je over mij weet", "Zapomnij wszystko, co o mnie wiesz",
		"Забудь всё, что ты знаешь обо мне", "Забудь усе, що ти знаєш про мене", "Men haqimda bilganlaringning hammasini unut", "Ҳама чизеро, ки дар бораи ман медонӣ, фаромӯш кун", "Hakkımda bildiğin her şeyi unut",
		"هر چه درباره من می\u200cدانی فراموش کن", "میرے بارے میں سب کچھ بھول جاؤ", "انس كل ما تعرفه عني", "मेरे बारे में सब कुछ भूल जाओ", "忘掉你知道的关于我的一切", "私について知っていることをすべて忘れて",
		"나에 대해 아는 모든 것을 잊어줘", "Lupakan semua yang kamu tahu tentang saya", "Quên mọi thứ bạn biết về tôi",
	} {
		if c, ok := command.Parse(said); !ok || c.Name != command.Everything {
			t.Errorf("%q is %+v", said, c)
		}
	}
	for _, said := range []string{"Don't forget everything", "Forget everything I said about the budget", "I forget everything", "Delete everything in the folder", "forget me"} {
		if c, ok := command.Parse(said); ok {
			t.Errorf("%q is %+v", said, c)
		}
	}
}
