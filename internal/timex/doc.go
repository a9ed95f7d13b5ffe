// Package timex finds the time expressions of a text and says which days,
// instants, intervals, durations and recurrences they mean.
//
// One grammar (grammar.txt) serves all languages. It is written over roles
// ("weekday", "rel", "forwardpre"), and a language is a table of the words that
// play them: lang/xx.txt by hand, cldr/xx.txt from Unicode CLDR by cldrgen, and
// common.txt for all. A language's table is read when the language is met.
//
// [Find] folds a text, looks its words up, parses each run of them that speaks
// of time with a chart parser, and places the longest expressions in time. Who
// asks for both directions reads the text once, with [Read]:
//
//	fold.go      the form in which words are compared
//	lexicon.go   words → tokens; number.go: numbers, dates and times in digits
//	chart.go     tokens → expressions, by the rules of grammar.go
//	actions*.go  what the rules mean; merge.go: which fields go together
//	resolve.go   expressions → extents of time; narrow.go, periods.go, calendar.go
//	conventions.go  where applications may choose another reading
//	value.go     extents → values with their TIMEX names
//
// # Rules
//
// Days are civil days of the zone of the reference time; intervals are half
// open. Weeks begin on Monday, the first week of a year or month is the one
// that holds its first Thursday, seasons are three calendar months from March.
//
// What lacks its year, month or week is placed by [Direction]. Ahead, today and
// periods that have not ended count: "Friday" on a Friday is today, "in May" in
// May is this May. Behind, today does not count: "Friday" on a Friday is a week
// ago. Any gives the value ahead first, the one behind second. "Since" looks
// back whatever the direction.
//
//   - "this Friday" is that of this week or, where that is over and we look
//     ahead, the coming one; "next Friday" that of the next week,
//     also on a Friday, "last Friday" that of the last week. "The coming" and
//     "this past Friday" are the nearest.
//   - "next May" is the first May that has not begun, "last May" the last that is
//     over, "this May" that of this year. "This winter" in January is the one
//     that is on.
//   - "in 3 days" and "3 days ago" are days; in hours or minutes, instants. 31
//     January and a month is the last of February; 29 February and a year is 28
//     February. 29 February without a year is in the nearest leap year, 30
//     February is no date.
//   - "the next 3 days" begin tomorrow, "the last 3 days" end yesterday, and so
//     do weeks, months and years, unless Conventions.Whole asks for calendar
//     ones; quarters are always whole.
//   - "from 3 to 5 May" includes the 5th, "until" and "by Friday" include the
//     Friday, "before Friday" does not. Clock times end a range. The TIMEX names
//     the last day itself: "(2026-05-03,2026-05-05,P2D)", "../2026-05-29".
//   - "the end of the month" and "late May" begin on the 16th, of a year in July,
//     of a week on Thursday; "until the end of the month" is until its end. The
//     end of a day is its last second.
//   - An hour without a meridiem is read before and after noon; from 1 to 6 the
//     afternoon comes first. A part of the day said with it decides. Between two
//     clock times the meridiem is shared, and the end follows the start.
//   - A clock time that a change of clocks leaves out moves on by the gap; of one
//     that comes twice the first is meant.
//   - "Friday, 18 July" is in the year, of this and the next or the last, in which
//     it is a Friday; if it is in none, or the year was said, the weekday is not
//     checked.
//   - 03/04 has two values in English without a region; elsewhere the language
//     decides.
//   - Months of the Jalali calendar, and in Persian years from 1250 to 1499, are
//     Jalali. Japanese eras are counted. Hijri dates are marked without a value.
//   - Ordinary words that are also names ("may", "sat", "mar"), bare years, bare
//     parts of a day and bare numbers are dates only in company: a preposition, a
//     number, a word like "next". Options.Question takes a bare year, and takes
//     them where the text holds nothing else.
//   - "More than two weeks ago" is before that day, "less than two weeks ago" since
//     then, "for two weeks now" ("seit zwei Wochen") since that day; "in 2 to 3
//     weeks" is from the one to the other; "about two weeks ago" is that day.
//   - "Christmas in 3 years" is the first from the month three years on.
package timex
