package timex

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestUnseen scores phrases written by people who had not seen the grammar:
// "phrase, value, note", by meaning. The bar is 16 of 20; what is reached must
// stay. Misses that remain are readings on which we differ: the end of a month
// is its second half, weeks begin on Monday in Persian too, "kal" with a verb
// in the past tense looks ahead unless the caller looks back.
func TestUnseen(t *testing.T) {
	reached := map[string]int{"fa": 19, "hi-Latn": 19, "id": 19, "tg": 20, "ur": 20, "uz-Cyrl": 19, "uz-Latn": 20, "vi": 18}
	for lang, want := range reached {
		t.Run(lang, func(t *testing.T) {
			file, err := os.Open(filepath.Join("testdata", "unseen", lang+".tsv"))
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			o := Options{Langs: []string{lang}}
			right := 0
			var misses []string
			for lines := bufio.NewScanner(file); lines.Scan(); {
				if stamp, ok := strings.CutPrefix(lines.Text(), "# ref "); ok {
					if o.Ref, err = time.Parse("2006-01-02T15:04:05 -07:00", stamp); err != nil {
						t.Fatal(err)
					}
					continue
				}
				fields := strings.Split(lines.Text(), "\t")
				if v := longest(Find(fields[0], o)); means(v, fields[1], o.Ref.Location()) {
					right++
				} else {
					misses = append(misses, lines.Text()+": got "+v.Timex)
				}
			}
			if right < want {
				t.Errorf("%d right, want %d:\n%s", right, want, strings.Join(misses, "\n"))
			}
		})
	}
}

// longest returns the first value of the longest expression.
func longest(spans []Span) (v Value) {
	length := 0
	for _, s := range spans {
		if s.End-s.Start > length && len(s.Values) > 0 {
			length, v = s.End-s.Start, s.Values[0]
		}
	}
	return v
}

// means compares a value with a day, an instant, days "from/to", a duration, or
// "every day 07:00", "every monday", "every year 08-15".
func means(v Value, want string, loc *time.Location) bool {
	if rest, ok := strings.CutPrefix(want, "every "); ok {
		first := strings.ToLower(v.Start.Weekday().String()) + " day " + v.Start.Format("15:04") + " year " + v.Start.Format("01-02")
		return v.Kind == Recurrence && strings.Contains(first, rest)
	}
	if v.Timex == want && v.Kind != Interval {
		return true
	}
	from, to, ranged := strings.Cut(want, "/")
	start, err := time.ParseInLocation(time.DateOnly, from, loc)
	if err != nil {
		return false
	}
	end := start
	if ranged {
		if end, err = time.ParseInLocation(time.DateOnly, to, loc); err != nil {
			return false
		}
	}
	return v.End.Equal(end.AddDate(0, 0, 1)) && (v.Start.Equal(start) || v.Start.IsZero() && !ranged)
}
