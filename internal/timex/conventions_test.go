package timex_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci/internal/timex"
)

// TestConventions: every field changes the reading it is for; the reference is
// Tuesday 12 February 2013, half past four in the morning.
func TestConventions(t *testing.T) {
	tests := []struct {
		name, lang, text string
		own              timex.Conventions
		before, after    string // without and with the convention
	}{
		{"whole", "en", "the last 2 months", timex.Conventions{Whole: true}, "(2012-12-12,2013-02-12,P62D)", "(2012-12-01,2013-02-01,P62D)"},
		{"finer days", "en", "in 7 days", timex.Conventions{Finer: true}, "2013-02-19", "2013-02-19T04:00"},
		{"finer years", "de", "vor zwei Jahren", timex.Conventions{Finer: true}, "2011-02-12", "2011-02"},
		{"weeks are known to the day", "en", "in 2 weeks", timex.Conventions{Finer: true}, "2013-02-26", "2013-02-26"},
		{"next is the coming one", "de", "nächsten Freitag", timex.Conventions{NextComing: true}, "2013-02-22", "2013-02-15"},
		{"today's weekday", "fr", "mardi", timex.Conventions{SkipToday: true}, "2013-02-12", "2013-02-19"},
		{"today's weekday with an hour", "fr", "mardi à 9h", timex.Conventions{SkipToday: true}, "2013-02-12T09:00", "2013-02-12T09:00"},
		{"whole weeks", "en", "the first week of October 2014", timex.Conventions{WholeWeeks: true}, "2014-W40", "2014-W41"},
		{"whole weeks from the end", "en", "the last week of October 2018", timex.Conventions{WholeWeeks: true}, "2018-W43", "2018-W43"},
		{"from now", "en", "by the end of the month", timex.Conventions{FromNow: true}, "../2013-03-01", "(2013-02-12T04:30:00,2013-03-01T00:00:00,PT403H30M)"},
		{"Friday evening", "en", "this weekend", timex.Conventions{FridayEvening: true}, "2013-W07-WE", "2013-W07-WE"},
		{"the earliest hour", "en", "tomorrow at 5", timex.Conventions{EarliestHour: true}, "2013-02-13T17:00", "2013-02-13T05:00"},
		{"the earliest hour ahead", "en", "at 3", timex.Conventions{EarliestHour: true}, "2013-02-12T15:00", "2013-02-12T15:00"},
		{"today's part", "nl", "3 uur in de nacht", timex.Conventions{TodaysPart: true}, "2013-02-13T03:00", "2013-02-12T03:00"},
		{"hours", "en", "before this evening", timex.Conventions{Hours: map[string][2]int{"EV": {17, 20}}}, "../2013-02-12T18:00:00", "../2013-02-12T17:00:00"},
		{"seasons", "en", "since last summer", timex.Conventions{Seasons: map[string][2]string{"SU": {"06-21", "09-23"}}}, "2012-SU/..", "2012-SU/.."},
		{"portions of a month", "en", "the end of April", timex.Conventions{Portions: map[string][3][2]int{"month": {2: {20, 31}}}}, "(2013-04-16,2013-05-01,P15D)", "(2013-04-21,2013-05-01,P10D)"},
		{"portions of a part of a day", "fr", "en fin d'après-midi", timex.Conventions{Portions: map[string][3][2]int{"AF": {2: {17, 19}}}}, "(2013-02-12T15:00:00,2013-02-12T18:00:00,PT3H)", "(2013-02-12T17:00:00,2013-02-12T19:00:00,PT2H)"},
	}
	ref := at(t, "UTC", "2013-02-12T04:30")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			first := func(c timex.Conventions) string {
				return append(values(tt.text, timex.Options{Langs: []string{tt.lang}, Ref: ref, Conventions: c}), "nothing")[0]
			}
			if diff := cmp.Diff([]string{tt.before, tt.after}, []string{first(timex.Conventions{}), first(tt.own)}); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestConventionBorders: weekends and seasons keep their names, their days
// differ.
func TestConventionBorders(t *testing.T) {
	own := timex.Conventions{FridayEvening: true, Seasons: map[string][2]string{"SU": {"06-21", "09-23"}, "WI": {"12-21", "03-20"}}}
	for text, want := range map[string]string{
		"this weekend": "2013-02-15T18:00/2013-02-18T00:00",
		"this summer":  "2013-06-21T00:00/2013-09-23T00:00",
		"this winter":  "2012-12-21T00:00/2013-03-20T00:00",
		"this spring":  "2013-03-01T00:00/2013-06-01T00:00",
	} {
		spans := timex.Find(text, timex.Options{Langs: []string{"en"}, Ref: at(t, "UTC", "2013-02-12T04:30"), Conventions: own})
		if len(spans) != 1 {
			t.Errorf("%s: %v", text, spans)
			continue
		}
		v := spans[0].Values[0]
		if got := v.Start.Format("2006-01-02T15:04") + "/" + v.End.Format("2006-01-02T15:04"); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// TestAnswer: a text that holds nothing else may be a date that is none within
// a sentence, or where nobody asked for one.
func TestAnswer(t *testing.T) {
	o := timex.Options{Langs: []string{"en"}, Ref: at(t, "UTC", "2026-11-25T10:00")}
	for text, want := range map[string]string{
		"Sat.": "2026-11-28", "may": "2027-05", "the first": "2026-12-01", "ten thirty": "2026-11-25T10:30",
		"before 5": "../2026-11-25T17:00", "9 tomorrow": "2026-11-26T09:00", "18 July 14": "2014-07-18",
	} {
		for _, tt := range []struct {
			question bool
			text     string
			found    bool
		}{{true, text, true}, {false, text, false}, {true, "we saw " + text + " of them", false}} {
			o.Question = tt.question
			if got := append(values(tt.text, o), "nothing")[0]; (got == want) != tt.found {
				t.Errorf("%q (question: %v): got %s", tt.text, tt.question, got)
			}
		}
	}
}

// TestWeekdayPicksYear: of a date without a year the weekday says which it is.
func TestWeekdayPicksYear(t *testing.T) {
	ref := at(t, "UTC", "2013-02-12T04:30")
	for _, tt := range []struct {
		text string
		dir  timex.Direction
		want string
	}{
		{"Sunday, Feb 10", timex.Any, "2013-02-10"},
		{"Friday, July 18", timex.Any, "2014-07-18"},
		{"Thursday, July 18", timex.Any, "2013-07-18"},
		{"Monday, July 18", timex.Future, "2013-07-18"}, // an error: falls on no such day soon
		{"Friday, July 18", timex.Past, "2012-07-18"},
	} {
		got := append(values(tt.text, timex.Options{Langs: []string{"en"}, Ref: ref, Direction: tt.dir}), "nothing")[0]
		if got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.text, got, tt.want)
		}
	}
}
