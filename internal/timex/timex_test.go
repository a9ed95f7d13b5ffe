package timex_test

import (
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // the zones of the tests, whatever the machine has
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci/internal/timex"
)

func at(t *testing.T, zone, stamp string) time.Time {
	t.Helper()
	loc, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	ref, err := time.ParseInLocation("2006-01-02T15:04", stamp, loc)
	if err != nil {
		t.Fatal(err)
	}
	return ref
}

// values are the TIMEX of all values of all expressions in a text.
func values(text string, o timex.Options) []string {
	var out []string
	for _, s := range timex.Find(text, o) {
		for _, v := range s.Values {
			out = append(out, v.Timex)
		}
	}
	return out
}

func TestLanguages(t *testing.T) {
	want := strings.Fields("ar de en es fa fr hi id it ja ko nl pl pt ru tg tr uk ur uz vi zh")
	if diff := cmp.Diff(want, timex.Languages()); diff != "" {
		t.Error(diff)
	}
	for _, lang := range want {
		got := timex.Find("2026-05-28", timex.Options{Langs: []string{lang}, Ref: time.Unix(0, 0).UTC()})
		if len(got) != 1 || got[0].Values[0].Timex != "2026-05-28" {
			t.Errorf("%s: %v", lang, got)
		}
	}
}

// TestRules holds one case per documented rule; the reference is Friday 27
// November 2026 unless said otherwise.
func TestRules(t *testing.T) {
	friday := "2026-11-27T10:00"
	tests := []struct {
		name, ref, text string
		dir             timex.Direction
		want            []string
	}{
		{"next Friday said on a Friday", friday, "next Friday", timex.Any, []string{"2026-12-04"}},
		{"this Friday said on a Friday", friday, "this Friday", timex.Any, []string{"2026-11-27"}},
		{"last Friday said on a Friday", friday, "last Friday", timex.Any, []string{"2026-11-20"}},
		{"Friday ahead counts today", friday, "on Friday", timex.Future, []string{"2026-11-27"}},
		{"Friday behind does not", friday, "on Friday", timex.Past, []string{"2026-11-20"}},
		{"Friday either way", friday, "on Friday", timex.Any, []string{"2026-11-27", "2026-11-20"}},
		{"next Friday is that of the next week", "2026-11-24T10:00", "next Friday", timex.Any, []string{"2026-12-04"}},
		{"this coming Friday is the first", "2026-11-24T10:00", "this coming Friday", timex.Any, []string{"2026-11-27"}},
		{"last Thursday is that of the last week", friday, "last Thursday", timex.Any, []string{"2026-11-19"}},
		{"this past Thursday is the last", friday, "this past Thursday", timex.Any, []string{"2026-11-26"}},
		{"a month behind", friday, "in May", timex.Past, []string{"2026-05"}},
		{"a month ahead", friday, "in May", timex.Future, []string{"2027-05"}},
		{"the current month counts both ways", friday, "in November", timex.Any, []string{"2026-11"}},
		{"31 and one month stays in the month", "2026-01-31T10:00", "in a month", timex.Any, []string{"2026-02-28"}},
		{"29 February and a year", "2024-02-29T10:00", "in a year", timex.Any, []string{"2025-02-28"}},
		{"29 February is in the next leap year", friday, "29 February", timex.Future, []string{"2028-02-29"}},
		{"30 February is no date", friday, "30 February", timex.Any, nil},
		{"the 31st is in a month that has one", "2026-11-27T10:00", "on the 31st", timex.Future, []string{"2026-12-31"}},
		{"until a day includes it", friday, "until Monday", timex.Future, []string{"../2026-11-30"}},
		{"the end of the month", friday, "by the end of the month", timex.Future, []string{"../2026-12-01"}},
		{"the first half of a month", friday, "first half of June", timex.Future, []string{"(2027-06-01,2027-06-16,P15D)"}},
		{"the weekend", friday, "this weekend", timex.Any, []string{"2026-W48-WE"}},
		{"a quarter", friday, "next quarter", timex.Any, []string{"2027-Q1"}},
		{"this winter in February", "2026-02-10T10:00", "this winter", timex.Any, []string{"2025-WI"}},
		{"an hour before seven is after noon", friday, "today at 5", timex.Any, []string{"2026-11-27T17:00", "2026-11-27T05:00"}},
		{"three at night is before noon", friday, "tomorrow at 3 at night", timex.Any, []string{"2026-11-28T03:00"}},
		{"day and month the locale does not decide", friday, "on 03/04/2026", timex.Any, []string{"2026-03-04", "2026-04-03"}},
		{"a range that wraps the year", friday, "from November to February 2017", timex.Any, []string{"(2016-11,2017-02,P92D)"}},
		{"since looks back", friday, "since Monday", timex.Any, []string{"2026-11-23/..", "2026-11-30/.."}},
		{"a bare year needs a preposition", friday, "2019 apples", timex.Any, nil},
		{"a year with one", friday, "in 2019", timex.Any, []string{"2019"}},
		{"a decade", friday, "in the 1990s", timex.Any, []string{"199"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := values(tt.text, timex.Options{Langs: []string{"en"}, Ref: at(t, "UTC", tt.ref), Direction: tt.dir})
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestQuestion(t *testing.T) {
	o := timex.Options{Langs: []string{"en"}, Ref: at(t, "UTC", "2026-11-27T10:00"), Question: true}
	if diff := cmp.Diff([]string{"2019"}, values("which 2019 trips?", o)); diff != "" {
		t.Error(diff)
	}
}

// TestRegion: a region decides between month and day.
func TestRegion(t *testing.T) {
	ref := at(t, "UTC", "2026-11-27T10:00")
	for lang, want := range map[string]string{"en-US": "2026-03-04", "en-GB": "2026-04-03", "de": "2026-04-03"} {
		got := values("03/04/2026", timex.Options{Langs: []string{lang}, Ref: ref})
		if diff := cmp.Diff([]string{want}, got); diff != "" {
			t.Error(lang, diff)
		}
	}
}

// TestNothingInvented: words and numbers that only look like dates.
func TestNothingInvented(t *testing.T) {
	texts := map[string][]string{
		"en": {"we may go", "he sat down", "they mar the wood", "give me 5", "we have 2019 items", "call 555 1234", "version 1.2.3", "50%", "$ 12", "the second one", "one of them", "he won 3-2"},
		"de": {"so ist es", "das macht 5 Euro", "mi casa", "er sagt do"},
		"fr": {"la mer est belle", "un jeu", "il a 3 enfants"},
		"es": {"el mar es azul", "tengo 3 perros", "dom perignon"},
		"pt": {"vou ter um filho", "sair de casa", "ela tem sete gatos"},
		"it": {"il mar ligure", "ho tre gatti"},
		"tr": {"mayo aldım", "pazarlama ekibi"},
		"ru": {"три яблока", "он ест суп", "пар над водой"},
		"zh": {"三个苹果", "我喜欢日本"},
		"ja": {"日本が好きです", "りんご三つ"},
		"id": {"lima apel"},
	}
	ref := at(t, "UTC", "2026-11-27T10:00")
	for lang, list := range texts {
		for _, text := range list {
			if got := timex.Find(text, timex.Options{Langs: []string{lang}, Ref: ref}); len(got) > 0 {
				t.Errorf("%s: %q: found %q %v", lang, text, got[0].Text, got[0].Values)
			}
		}
	}
}

func TestCalendars(t *testing.T) {
	ref := at(t, "Asia/Tokyo", "2026-11-27T10:00")
	tests := []struct{ lang, text, want string }{
		{"ja", "令和3年8月6日", "2021-08-06"},
		{"ja", "平成元年", "1989"},
		{"ja", "昭和64年1月7日", "1989-01-07"},
		{"fa", "۲۲ بهمن ۱۳۵۷", "1979-02-11"},
		{"fa", "۱۴۰۴/۰۱/۰۱", "2025-03-21"},
		{"fa", "۳۰ اسفند ۱۴۰۳", "2025-03-20"},
		{"ar", "١٤ أكتوبر ٢٠٢٦", "2026-10-14"},
		{"hi", "१५ अगस्त २०२६", "2026-08-15"},
	}
	for _, tt := range tests {
		if diff := cmp.Diff([]string{tt.want}, values(tt.text, timex.Options{Langs: []string{tt.lang}, Ref: ref})); diff != "" {
			t.Error(tt.text, diff)
		}
	}
	spans := timex.Find("في ١٢ رمضان", timex.Options{Langs: []string{"ar"}, Ref: ref})
	if len(spans) != 1 || len(spans[0].Values) != 0 || spans[0].Kind != "" {
		t.Errorf("a Hijri date is marked without a value, got %v", spans)
	}
}

func TestSpanOffsets(t *testing.T) {
	text := "Réunion: demain à 9h, ou le 5 mai 2027?"
	var got []string
	for _, s := range timex.Find(text, timex.Options{Langs: []string{"fr"}, Ref: at(t, "UTC", "2026-11-27T10:00")}) {
		if text[s.Start:s.End] != s.Text {
			t.Errorf("%q is not at %d", s.Text, s.Start)
		}
		got = append(got, s.Text)
	}
	if diff := cmp.Diff([]string{"demain à 9h", "5 mai 2027"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestCandidates: the longer expression of any candidate language wins.
func TestCandidates(t *testing.T) {
	o := timex.Options{Langs: []string{"en", "pt", "ru"}, Ref: at(t, "UTC", "2026-11-25T10:00")}
	if diff := cmp.Diff([]string{"2026-11-28"}, values("daqui a 3 dias", o)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"2026-11-27"}, values("послезавтра", o)); diff != "" {
		t.Error(diff)
	}
}

// TestFieldBug_F1_mem0_4963: the time of the message is the reference.
func TestFieldBug_F1_mem0_4963(t *testing.T) {
	got := timex.Find("I went to Paris last week", timex.Options{Langs: []string{"en"}, Ref: at(t, "UTC", "2023-05-24T10:00"), Direction: timex.Past})
	if len(got) != 1 || len(got[0].Values) != 1 {
		t.Fatalf("got %v", got)
	}
	v := got[0].Values[0]
	if a, b := v.Start.Format(time.DateOnly), v.End.Format(time.DateOnly); a != "2023-05-15" || b != "2023-05-22" {
		t.Errorf("got %s to %s (exclusive)", a, b)
	}
}

func TestFieldBug_F2_hs_2974(t *testing.T) {
	o := timex.Options{Langs: []string{"en"}, Ref: at(t, "UTC", "2026-03-01T00:30"), Direction: timex.Past}
	if diff := cmp.Diff([]string{"2026-02-28"}, values("yesterday the sensors phantom-cascaded", o)); diff != "" {
		t.Error(diff)
	}
}

func TestFieldBug_F4_statewave_115(t *testing.T) {
	o := timex.Options{Langs: []string{"en"}, Ref: at(t, "UTC", "2026-05-16T12:00")}
	if diff := cmp.Diff([]string{"2026-05-16"}, values("today we launched", o)); diff != "" {
		t.Error(diff)
	}
}

func TestFieldBug_F5_agent_memory_server_217(t *testing.T) {
	o := timex.Options{Langs: []string{"en"}, Ref: at(t, "UTC", "2026-05-16T12:00"), Direction: timex.Past}
	if diff := cmp.Diff([]string{"2026-03-03"}, values("On 3 March we launched", o)); diff != "" {
		t.Error(diff)
	}
}

// TestFieldBug_F7_mem0_6931 and F8 (mem0#3137): a day is a day of the user's zone.
func TestFieldBug_F7_mem0_6931(t *testing.T) {
	ref := at(t, "Asia/Singapore", "2026-08-13T00:30")
	got := timex.Find("until 13 August", timex.Options{Langs: []string{"en"}, Ref: ref, Direction: timex.Future})
	if len(got) != 1 {
		t.Fatalf("got %v", got)
	}
	if end := got[0].Values[0].End; !end.After(ref) || end.UTC().Format(time.DateTime) != "2026-08-13 16:00:00" {
		t.Errorf("expires at %s", end.UTC())
	}
}

func TestFieldBug_F8_mem0_3137(t *testing.T) {
	instant := time.Date(2026, 3, 2, 3, 0, 0, 0, time.UTC)
	for zone, want := range map[string]string{"America/Los_Angeles": "2026-03-01", "Asia/Tokyo": "2026-03-02"} {
		loc, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{want}, values("today", timex.Options{Langs: []string{"en"}, Ref: instant.In(loc)})); diff != "" {
			t.Error(zone, diff)
		}
	}
}

// TestFieldBug_F10: naive and zoned stamps are the same instants.
func TestFieldBug_F10_memanto_888(t *testing.T) {
	ref := at(t, "Asia/Tashkent", "2026-02-01T00:00")
	for text, want := range map[string]string{
		"2026-03-01T10:00":       "2026-03-01T05:00:00Z",
		"2026-03-01T10:00Z":      "2026-03-01T10:00:00Z",
		"2026-03-01T10:00+05:00": "2026-03-01T05:00:00Z",
		"2026-03-01T10:00-03:00": "2026-03-01T13:00:00Z",
	} {
		got := timex.Find(text, timex.Options{Langs: []string{"en"}, Ref: ref})
		if len(got) != 1 || got[0].Text != text || len(got[0].Values) != 1 {
			t.Errorf("%s: got %v", text, got)
			continue
		}
		if utc := got[0].Values[0].Start.UTC().Format(time.RFC3339); utc != want {
			t.Errorf("%s: got %s, want %s", text, utc, want)
		}
	}
}

// TestZonesByName: the short names of American zones say the same with and
// without the letter of the season.
func TestZonesByName(t *testing.T) {
	o := timex.Options{Langs: []string{"en"}, Ref: at(t, "UTC", "2026-11-27T10:00")}
	for text, want := range map[string]string{"tomorrow at 3 pm ET": "20:00", "tomorrow at 3 pm CT": "21:00", "tomorrow at 3 pm MT": "22:00", "tomorrow at 3 pm PT": "23:00", "tomorrow at 3 pm PST": "23:00"} {
		got := timex.Find(text, o)
		if len(got) != 1 || len(got[0].Values) == 0 || got[0].Values[0].Start.UTC().Format("15:04") != want {
			t.Errorf("%s: got %v, want %s", text, got, want)
		}
	}
}

// TestShopIsNoTime: 宜家 is a furniture shop before it is how some spell "now".
func TestShopIsNoTime(t *testing.T) {
	got := values("明天去宜家", timex.Options{Langs: []string{"zh"}, Ref: at(t, "UTC", "2026-11-27T10:00")})
	if diff := cmp.Diff([]string{"2026-11-28"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestFieldBug_F11: clock times across a change of clocks. In a gap the time
// moves on by the gap; in a fold the first of the two is meant.
func TestFieldBug_F11_clocks(t *testing.T) {
	tests := []struct{ zone, ref, text, want string }{
		{"America/New_York", "2026-03-07T12:00", "tomorrow at 2:30 am", "2026-03-08T07:30:00Z"},
		{"America/New_York", "2026-10-31T12:00", "tomorrow at 1:30 am", "2026-11-01T05:30:00Z"},
		{"Europe/Berlin", "2026-03-28T12:00", "tomorrow at 2:30 am", "2026-03-29T01:30:00Z"},
		{"Europe/Berlin", "2026-03-28T12:00", "every day at 2:30 am", "2026-03-29T01:30:00Z"},
		{"America/New_York", "2026-03-07T12:00", "tomorrow at 9 am", "2026-03-08T13:00:00Z"},
	}
	for _, tt := range tests {
		got := timex.Find(tt.text, timex.Options{Langs: []string{"en"}, Ref: at(t, tt.zone, tt.ref)})
		if len(got) != 1 {
			t.Errorf("%s: got %v", tt.text, got)
			continue
		}
		if utc := got[0].Values[0].Start.UTC().Format(time.RFC3339); utc != tt.want {
			t.Errorf("%s in %s: got %s, want %s", tt.text, tt.zone, utc, tt.want)
		}
	}
}

// TestFieldBug_F13: an event in the past is not an upcoming one.
func TestFieldBug_F13_coach_563(t *testing.T) {
	ref := at(t, "UTC", "2026-08-12T10:00")
	got := values("the race was on 28 June", timex.Options{Langs: []string{"en"}, Ref: ref, Direction: timex.Past})
	if diff := cmp.Diff([]string{"2026-06-28"}, got); diff != "" {
		t.Error(diff)
	}
}

func FuzzFind(f *testing.F) {
	for i, s := range []string{"next Friday at 5", "от 5 до 10 мая", "3 kundan keyin", "۱۷ مهر ۱۴۰۳", "来週の金曜", "in 99999999 years",
		"0001-01-01", "9999-12-31 next year", "9 Mayıs Salı günü", "31 31 31", "\xff\xfe 5 may", "the last 9999 weeks of 9999"} {
		f.Add(s, i)
	}
	langs := timex.Languages()
	ref := time.Date(2026, 11, 25, 10, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, text string, pick int) {
		lang := langs[uint(pick)%uint(len(langs))]
		last := 0
		for _, s := range timex.Find(text, timex.Options{Langs: []string{lang}, Ref: ref}) {
			if s.Start < last || s.End <= s.Start || s.End > len(text) || s.Text != text[s.Start:s.End] {
				t.Fatalf("span %d-%d in a text of %d", s.Start, s.End, len(text))
			}
			last = s.End
			if utf8.ValidString(text) && !utf8.ValidString(s.Text) {
				t.Fatalf("a character is cut: %q", s.Text)
			}
			for _, v := range s.Values {
				for _, p := range []time.Time{v.Start, v.End} {
					if !p.IsZero() && (p.Year() < 1 || p.Year() > 9999) {
						t.Fatalf("%q means year %d", s.Text, p.Year())
					}
				}
				if v.Timex == "" || v.Kind == "" || v.Precision == "" {
					t.Fatalf("%q: incomplete %+v", s.Text, v)
				}
			}
		}
	})
}

const english200 = "Well, I talked to Ana about the flat yesterday evening and she said the landlord wants the papers by next Friday, so I will call him at 5 and send them from the office before we leave for Porto, ok?  "

func BenchmarkFind200(b *testing.B) {
	o := timex.Options{Langs: []string{"en"}, Ref: time.Date(2026, 11, 25, 10, 0, 0, 0, time.UTC)}
	b.SetBytes(int64(len(english200)))
	for b.Loop() {
		timex.Find(english200, o)
	}
}

func BenchmarkFindPlain200(b *testing.B) {
	text := strings.Repeat("the quick brown fox jumps over the lazy dog and ", 5)[:200]
	o := timex.Options{Langs: []string{"en"}, Ref: time.Date(2026, 11, 25, 10, 0, 0, 0, time.UTC)}
	for b.Loop() {
		timex.Find(text, o)
	}
}
