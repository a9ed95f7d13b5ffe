package extract

import "testing"

func TestUrdu(t *testing.T) {
	runSamples(t, "ur", []sample{
		{"میرا نام زینب ہے", []string{"profile preferences+ name: میرا نام زینب ہے"}},
		{"میں کراچی میں رہتی ہوں", []string{"profile preferences+ home_city: کراچی میں رہتی ہوں"}},
		{"میں استاد ہوں", []string{"profile preferences+ job: میں استاد ہوں"}},
		{"مجھے مونگ پھلی سے الرجی ہے", []string{"semantic constraints+ allergy:مونگ_پھل: مجھے مونگ پھلی سے الرجی ہے"}},
		{"میرا بیٹا علی سکول جاتا ہے", []string{"semantic relationships+ child:علي: میرا بیٹا علی سکول جاتا ہے"}},
		{"آئندہ مختصر جواب دینا", []string{"procedural preferences+: آئندہ مختصر جواب دینا"}},
		{"مجھ سے پوچھے بغیر کوئی فائل ڈیلیٹ نہ کرنا", []string{"procedural constraints-: مجھ سے پوچھے بغیر کوئی فائل ڈیلیٹ نہ کرنا"}},
		{"جمعے کو میرا امتحان ہے", []string{"semantic study+: جمعے کو میرا امتحان ہے (2026-04-17)"}},
		{"رپورٹ 20 مئی تک جمع کرانی ہے", []string{"semantic goals+: رپورٹ 20 مئی تک جمع کرانی ہے (2026-05-20)"}},
		{"میں روز صبح دوڑتا ہوں", []string{"semantic routine+: روز صبح دوڑتا ہوں"}},
		{"مجھے آم بہت پسند ہیں", []string{"semantic preferences+ likes:ام: مجھے آم بہت پسند ہیں"}},
		{"مجھے کریلے پسند نہیں", []string{"semantic preferences- likes:كريل: مجھے کریلے پسند نہیں"}},
		{"میری تنخواہ 70 ہزار ہے", []string{"semantic finance+ income: میری تنخواہ 70 ہزار ہے"}},
		{"میری عمر 30 سال ہے", []string{"profile preferences+ age: میری عمر 30 سال ہے"}},
		{"میں ڈرائیور ہوں", []string{"profile preferences+ job: میں ڈرائیور ہوں"}},
		{"میرا بھائی احمد دبئی میں کام کرتا ہے", []string{"semantic relationships+ sibling:احمد: میرا بھائی احمد دبئی میں کام کرتا ہے"}},
		{"میں انگریزی سیکھ رہی ہوں", []string{"semantic study+: انگریزی سیکھ رہی ہوں"}},
		{"مجھے شوگر ہے", []string{"semantic constraints+ condition:شوگر: مجھے شوگر ہے"}},
		{"اگلے ہفتے میری شادی ہے", []string{"semantic goals+: اگلے ہفتے میری شادی ہے (2026-04-20/2026-04-26)"}},
		{"بجلی کا بل 15 تاریخ تک دینا ہے", []string{"semantic finance+: بجلی کا بل 15 تاریخ تک دینا ہے (2026-04-15)"}},
		{"میں اب سگریٹ نہیں پیتا", []string{"retract: اب سگریٹ نہیں پیتا"}},
		{"میں گھر خریدنا چاہتا ہوں", []string{"semantic goals+: گھر خریدنا چاہتا ہوں"}},
		{"مجھے چائے پسند ہے", []string{"semantic preferences+ likes:چا: مجھے چائے پسند ہے"}},
		{"میں صبح پانچ بجے اٹھتا ہوں", []string{"semantic routine+: صبح پانچ بجے اٹھتا ہوں"}},
		{"میں نے گاڑی بیچ دی", []string{"episodic finance+: گاڑی بیچ دی"}},
		{"یہ لفظ کیا ہے؟", nil},
		{"اگر میں امیر ہوتا تو کیا کرتا؟", nil},
		{"میرے لیے نظم لکھو", nil},
		{"بہت شکریہ", nil},
		{"آج بہت تھکا ہوا ہوں", []string{"semantic ephemeral+: آج بہت تھکا ہوا ہوں"}},
		{"ترجمہ کرو: میں ڈاکٹر ہوں اور لاہور میں رہتا ہوں", nil},
	})
}
