package extract

import "testing"

func TestPersian(t *testing.T) {
	runSamples(t, "fa", []sample{
		{"اسمم سارا است و در تبریز زندگی می\u200cکنم", []string{"profile preferences+ name: اسمم سارا است", "profile preferences+ home_city: در تبریز زندگی می\u200cکنم"}},
		{"من معلمم", []string{"profile preferences+ job: معلمم"}},
		{"من ۳۴ سالمه", []string{"profile preferences+ age: ۳۴ سالمه"}},
		{"دیابت دارم", []string{"semantic constraints+ condition:ديابت: دیابت دارم"}},
		{"گیاه\u200cخوارم", []string{"semantic constraints+ diet:گياهخوار: گیاه\u200cخوارم"}},
		{"پسرم آرین هفت سالشه", []string{"semantic relationships+ child:ارين: پسرم آرین هفت سالشه"}},
		{"یه گربه دارم به اسم ملوس", []string{"semantic relationships+ pet:ملوس: یه گربه دارم به اسم ملوس"}},
		{"از این به بعد کوتاه جواب بده", []string{"procedural preferences+: از این به بعد کوتاه جواب بده"}},
		{"هیچ\u200cوقت از ایموجی استفاده نکن", []string{"procedural preferences-: هیچ\u200cوقت از ایموجی استفاده نکن"}},
		{"بدون اجازه من چیزی رو پاک نکن", []string{"procedural constraints-: بدون اجازه من چیزی رو پاک نکن"}},
		{"جمعه امتحان ریاضی دارم", []string{"semantic study+: جمعه امتحان ریاضی دارم (2026-04-17)"}},
		{"تا ۲۰ می باید گزارش رو تحویل بدم", []string{"semantic goals+: تا ۲۰ می باید گزارش رو تحویل بدم (2026-05-20)"}},
		{"هر روز صبح می\u200cدوم", []string{"semantic routine+: هر روز صبح می\u200cدوم"}},
		{"چای سبز رو دوست دارم", []string{"semantic preferences+ likes:چا_سبز: چای سبز رو دوست دارم"}},
		{"از پیاز متنفرم", []string{"semantic preferences- likes:پياز: از پیاز متنفرم"}},
		{"حقوقم ۲۰ میلیون تومنه", []string{"semantic finance+ income: حقوقم ۲۰ میلیون تومنه"}},
		{"اهل کرمانم", []string{"profile preferences+ origin: اهل کرمانم"}},
		{"تصمیم گرفتم سیگار رو ترک کنم", []string{"semantic goals+: تصمیم گرفتم سیگار رو ترک کنم"}},
		{"دیگه سیگار نمی\u200cکشم", []string{"retract: دیگه سیگار نمی\u200cکشم"}},
		{"می\u200cخوام خونه بخرم", []string{"semantic goals+: می\u200cخوام خونه بخرم"}},
		{"پارسال ماشینم رو فروختم", []string{"episodic finance+: پارسال ماشینم رو فروختم"}},
		{"زبان مادریم کردیه", []string{"profile preferences+: زبان مادریم کردیه"}},
		{"تو اداره ما تلگرام فیلتره", []string{"semantic constraints-: تو اداره ما تلگرام فیلتره"}},
		{"امروز خیلی خسته\u200cام", []string{"semantic ephemeral+: امروز خیلی خسته\u200cام"}},
		{"داداشم مهندسه", []string{"semantic relationships+ brother:job: داداشم مهندسه"}},
		{"این کلمه یعنی چی؟", nil},
		{"اگه پولدار بودم چیکار می\u200cکردم؟", nil},
		{"یه شعر برام بنویس", nil},
		{"مادرم دیابت داره، چی بپزم؟", nil},
		{"به انگلیسی ترجمه کن: من دکترم و در شیراز زندگی می\u200cکنم", nil},
		{"دوستم به ماهی حساسیت داره", nil},
		{"خیلی ممنون از کمکت", nil},
	})
}
