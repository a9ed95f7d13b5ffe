package timex

import "testing"

// A number in words behind a month counts what follows it; where nothing
// follows, and as an ordinal, it is a day.
func TestNumberBehindMonth(t *testing.T) {
	for _, c := range []struct{ lang, text, want string }{
		{"de", "bis Ende März einen Marathon laufen", "../2027-04-01"},
		{"de", "bis Ende März zwanzig Kilometer", "../2027-04-01"},
		{"en", "by the end of May one report", "../2027-06-01"},
		{"en", "by the end of May three chapters", "../2027-06-01"},
		{"en", "before the end of June ten kilos", "../2027-07-01"},
		{"fr", "d'ici fin mai un rapport", "../2027-06-01"},
		{"fr", "jusqu'à fin juin deux tomes", "../2027-07-01"},
		{"it", "entro fine maggio una relazione", "../2027-06-01"},
		{"it", "entro fine marzo dieci chili", "../2027-04-01"},
		{"es", "hasta finales de mayo un informe", "../2027-06-01"},
		{"es", "antes de fin de junio dos capítulos", "../2027-07-01"},
		{"pt", "até o fim de maio um relatório", "../2027-06-01"},
		{"pt", "até o fim de junho dois livros", "../2027-07-01"},
		{"nl", "voor eind mei een verslag", "../2027-06-01"},
		{"nl", "tot eind juni twee boeken", "../2027-07-01"},
		{"pl", "do końca maja jeden raport", "../2027-06-01"},
		{"pl", "do końca czerwca dwa rozdziały", "../2027-07-01"},
		{"ru", "до конца мая один отчёт", "../2027-06-01"},
		{"ru", "до конца июня две главы", "../2027-07-01"},
		{"uk", "до кінця травня один звіт", "../2027-06-01"},
		{"uk", "до кінця червня дві глави", "../2027-07-01"},
		{"tr", "mayıs sonuna kadar bir rapor", "../2027-06-01"},
		{"tr", "haziran sonuna kadar iki kitap", "../2027-07-01"},
		{"id", "sampai akhir Mei satu laporan", "../2027-06-01"},
		{"id", "sampai akhir Juni dua buku", "../2027-07-01"},
		{"vi", "đến cuối tháng 5 một báo cáo", "../2027-06-01"},
		{"fa", "تا آخر خرداد یک گزارش", "../2027-06-22"},
		{"ar", "قبل نهاية مايو تقرير واحد", "../2027-06-01"},
		{"hi", "मई के अंत तक एक रिपोर्ट", "../2027-06-01"},
		{"ur", "مئی کے آخر تک ایک رپورٹ", "../2027-06-01"},
		{"tg", "то охири май як гузориш", "../2027-06-01"},
		{"uz", "may oxirigacha bitta hisobot", "../2027-06-01"},
		{"zh", "五月底前三篇文章", "../2027-06-01"},
		{"ja", "5月末まで三本の記事", "../2027-06-01"},
		{"ko", "5월 말까지 세 편", "../2027-06-01"},

		{"en", "May first it is", "2027-05-01"},
		{"en", "due May twenty-first at noon", "2027-05-21T12:00"},
		{"en", "March twenty", "2027-03-20"},
		{"en", "we met on March three.", "2027-03-03"},
		{"zh", "五月三日去北京", "2027-05-03"},
	} {
		if got := firstTimex(c.text, c.lang); got != c.want {
			t.Errorf("%s %q: got %s, want %s", c.lang, c.text, got, c.want)
		}
	}
}
