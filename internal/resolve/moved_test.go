package resolve_test

import (
	"testing"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/resolve"
)

// TestMovedDates: what is said to be due on another day now is no longer due on
// the first; what only looks alike stands beside it.
func TestMovedDates(t *testing.T) {
	june := func(d int) *loci.When { w := loci.Day(time.Date(2026, 6, d, 0, 0, 0, 0, time.UTC)); return &w }
	for _, tc := range []struct {
		lang, was, is string
		closes        int
	}{
		{"en", "my thesis is due June 10", "my thesis is now due June 20", 1},
		{"en", "I have to hand in my thesis by June 10", "my thesis deadline got pushed back to June 20", 1},
		{"en", "my physics exam is on June 10", "my physics exam has been moved to June 20", 1},
		{"en", "my physics exam is on June 10", "my chemistry exam has been moved to June 20", 0},
		{"en", "my physics exam is on June 10", "my physics exam is on June 20", 0},
		{"de", "die Hausarbeit ist am 10. Juni fällig", "die Hausarbeit ist jetzt am 20. Juni fällig", 1},
		{"fr", "mon mémoire est à rendre le 10 juin", "mon mémoire est reporté au 20 juin", 1},
		{"es", "el examen de química es el 10 de junio", "aplazaron el examen de química al 20 de junio", 1},
		{"pt", "a prova de química é dia 10 de junho", "a prova de química foi adiada pro dia 20 de junho", 1},
		{"it", "l'esame di chimica è il 10 giugno", "l'esame di chimica è stato spostato al 20 giugno", 1},
		{"nl", "het tentamen scheikunde is op 10 juni", "het tentamen scheikunde is verzet naar 20 juni", 1},
		{"pl", "egzamin z chemii jest 10 czerwca", "egzamin z chemii przełożyli na 20 czerwca", 1},
		{"ru", "экзамен по химии 10 июня", "экзамен по химии перенесли на 20 июня", 1},
		{"uk", "іспит з хімії 10 червня", "іспит з хімії перенесли на 20 червня", 1},
		{"tr", "kimya sınavım 10 haziranda", "kimya sınavım 20 hazirana ertelendi", 1},
		{"id", "ujian kimia tanggal 10 Juni", "ujian kimia diundur jadi tanggal 20 Juni", 1},
		{"zh", "化学考试在6月10日", "化学考试改到6月20日了", 1},
		{"hi", "केमिस्ट्री की परीक्षा 10 जून को है", "केमिस्ट्री की परीक्षा अब 20 जून को है", 1},
		{"ko", "화학 시험은 6월 10일이에요", "화학 시험은 6월 20일로 미뤄졌어요", 1},
	} {
		dated := func(due *loci.When) func(*loci.Memory) {
			return func(m *loci.Memory) { m.Lang, m.Due, m.Category = tc.lang, due, loci.Study }
		}
		was, is := said(tc.was, 3, dated(june(10))), said(tc.is, 0, dated(june(20)))
		c := assertOf(is)
		c.Lang = tc.lang
		got := resolve.Assert(c, is, resolve.Neighbours{Related: []loci.Memory{was}}, now)
		if len(got.Close) != tc.closes || !got.Add {
			t.Errorf("%s %q, then %q: %+v", tc.lang, tc.was, tc.is, got)
		}
	}
}
