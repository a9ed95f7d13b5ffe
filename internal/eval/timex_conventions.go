package eval

import "github.com/locimem/loci/internal/timex"

// ducklingConventions are the choices that duckling's corpora agree on, where
// they are not ours, and those in which its languages differ. Where its files
// are at odds with themselves, our reading stands and the case is a miss.
func ducklingConventions(lang string) timex.Conventions {
	c := timex.Conventions{
		Whole: true, Finer: true, NextComing: true, SkipToday: true, WholeWeeks: true, FromNow: true, FridayEvening: true,
		EarliestHour: true,
		Hours:        map[string][2]int{"MO": {4, 12}, "AF": {12, 19}, "EV": {18, 24}, "NI": {18, 24}, "MI": {12, 14}, "DT": {8, 18}, "DW": {4, 8}},
		Seasons:      map[string][2]string{"SP": {"03-20", "06-22"}, "SU": {"06-21", "09-24"}, "FA": {"09-23", "12-22"}, "WI": {"12-21", "03-21"}},
		Portions: map[string][3][2]int{
			"year":  {{0, 3}, {4, 8}, {8, 12}},
			"month": {{0, 10}, {10, 20}, {20, 31}},
			"week":  {{0, 3}, {2, 4}, {4, 7}},
		},
	}
	switch lang {
	case "ar", "nl":
		c.TodaysPart = true
	case "en":
		c.Hours["MO"] = [2]int{0, 12}
		c.Portions["MO"] = [3][2]int{{0, 9}}
	case "de":
		c.Hours["MO"] = [2]int{3, 12}
	case "tr":
		c.Hours["MO"] = [2]int{0, 12}
	case "fr":
		c.Portions["year"] = [3][2]int{{0, 2}, {}, {10, 12}}
		c.Portions["month"] = [3][2]int{{0, 10}, {9, 19}, {20, 31}}
		c.Portions["day"] = [3][2]int{{6, 10}, {11, 16}, {17, 21}}
		c.Portions["MO"] = [3][2]int{{7, 9}, {9, 11}, {10, 12}}
		c.Portions["AF"] = [3][2]int{{12, 14}, {14, 17}, {17, 19}}
	}
	return c
}
