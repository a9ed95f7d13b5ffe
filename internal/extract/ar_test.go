package extract

import "testing"

func TestArabic(t *testing.T) {
	runSamples(t, "ar", []sample{
		{"اسمي ليلى", []string{"profile preferences+ name: اسمي ليلى"}},
		{"أسكن في عمّان", []string{"profile preferences+ home_city: أسكن في عمّان"}},
		{"أنا مهندس", []string{"profile preferences+ job: أنا مهندس"}},
		{"عندي حساسية من الفول السوداني", []string{"semantic constraints+ allergy:فول_سودان: عندي حساسية من الفول السوداني"}},
		{"عندي السكري", []string{"semantic constraints+ condition:سكر: عندي السكري"}},
		{"صرت نباتية", []string{"semantic constraints+ diet:نبات: صرت نباتية"}},
		{"عمري 30 سنة", []string{"profile preferences+ age: عمري 30 سنة"}},
		{"أكره البصل", []string{"semantic preferences- likes:بصل: أكره البصل"}},
		{"أحب القهوة", []string{"semantic preferences+ likes:قهوه: أحب القهوة"}},
		{"من الآن فصاعدا اكتب بالفصحى", []string{"procedural preferences+: من الآن فصاعدا اكتب بالفصحى"}},
		{"لا تحذف أي ملف بدون إذني", []string{"procedural constraints-: لا تحذف أي ملف بدون إذني"}},
		{"قررت أن أترك التدخين", []string{"semantic goals+: قررت أن أترك التدخين"}},
		{"بطلت أدخن", []string{"retract: بطلت أدخن"}},
		{"راتبي 900 دينار", []string{"semantic finance+ income: راتبي 900 دينار"}},
		{"كل يوم أركض", []string{"semantic routine+: كل يوم أركض"}},
		{"ما معنى هذه الكلمة؟", nil},
		{"لو كنت غنيا ماذا أفعل؟", nil},
		{"ترجم: أنا طبيب وأسكن في دمشق", nil},
		{"صديقي عنده حساسية من البيض", nil},
		{"شكرا جزيلا", nil},
		{"أسكن في الرياض وأعمل مهندسًا", []string{
			"profile preferences+ home_city: أسكن في الرياض",
			"profile preferences+ job: أعمل مهندسًا",
		}},
		{"عندي حساسية من البيض والسمك", []string{
			"semantic constraints+ allergy:بيض: عندي حساسية من البيض",
			"semantic constraints+ allergy:سمك: عندي حساسية من السمك",
		}},
		{"مبحبش الكورة", []string{"semantic preferences- likes:كوره: مبحبش الكورة"}},
		{"صرت نباتية من سنتين وما بطيق ريحة الشوا", []string{
			"semantic constraints+ diet:نبات: صرت نباتية من سنتين",
			"semantic preferences- likes:ريح_شوا: وما بطيق ريحة الشوا",
		}},
		{"لو سمحت لا تستخدم جداول بعد اليوم", []string{"procedural preferences-: لا تستخدم جداول بعد اليوم"}},
		{"رح أسافر على اسطنبول الخميس الجاي", []string{"semantic goals+: رح أسافر على اسطنبول الخميس الجاي (2026-04-16)"}},
		{"أخوي يشتغل في أرامكو", []string{"semantic relationships+: أخوي يشتغل في أرامكو"}},
		{"يا ريت عندي كلب", nil},
		{"أحب أعرف ليش السما زرقا", nil},
		{"لازم أسلم التقرير خلال أسبوعين", []string{"semantic goals+: لازم أسلم التقرير خلال أسبوعين (2026-04-27)"}},
	})
}
