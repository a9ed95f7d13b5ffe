package timex

import (
	"embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// language is the grammar and the words of one language.
type language struct {
	lex   lexicon
	rules [][]*rule
	sym   struct{ num, decimal, date, dashdate, clock, time, set, dur, hundred, thousand, oclock symbol }

	marks      bool // accents tell words apart
	glue       bool // suffixes are written onto words
	compounds  bool // and so is anything else
	keepLead   bool // a leading preposition belongs to the expression
	jalali     bool // years of the 1300s and 1400s are Jalali
	monthFirst bool // 5/28
	anyOrder   bool // the locale does not decide between 5/6 and 6/5
	nextComing bool // "next Friday" is the coming one, not that of next week
	lastRecent bool // "last Friday" is the one before today, not that of last week

	tail map[string]bool // endings that may follow an expression
}

//go:embed common.txt cldr/*.txt lang/*.txt
var dataFiles embed.FS

// languages holds the languages met so far.
var languages sync.Map // code → func() (*language, error)

// Languages lists the languages there is data for.
func Languages() []string {
	files, err := dataFiles.ReadDir("lang")
	if err != nil {
		return nil
	}
	var codes []string
	for _, f := range files {
		codes = append(codes, strings.TrimSuffix(f.Name(), ".txt"))
	}
	return codes
}

// languageOf returns the language of a BCP 47 tag, nil if there is no data for
// it. Regions decide between 5/28 and 28/5.
func languageOf(tag string) *language {
	load, ok := languages.Load(tag)
	if !ok {
		load, _ = languages.LoadOrStore(tag, sync.OnceValue(func() *language {
			l, err := loadLanguage(tag)
			if err != nil {
				return nil // TestLanguages loads them all
			}
			return l
		}))
	}
	return load.(func() *language)()
}

func loadLanguage(tag string) (*language, error) {
	base, region, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(tag, "_", "-")), "-")
	own, err := dataFiles.ReadFile("lang/" + base + ".txt")
	if err != nil {
		return nil, fmt.Errorf("timex: language %s: %w", tag, err)
	}
	cldr, err := dataFiles.ReadFile("cldr/" + base + ".txt")
	if err != nil {
		return nil, fmt.Errorf("timex: language %s: %w", tag, err)
	}
	g, err := universal()
	if err != nil {
		return nil, err
	}
	common, err := dataFiles.ReadFile("common.txt")
	if err != nil {
		return nil, err
	}
	ld := loader{lang: &language{tail: map[string]bool{}}, grammar: g.clone()}
	if err := ld.options(string(own)); err != nil {
		return nil, fmt.Errorf("timex: lang/%s.txt: %w", base, err)
	}
	if err := ld.read(string(own)); err != nil {
		return nil, fmt.Errorf("timex: lang/%s.txt: %w", base, err)
	}
	if err := ld.read(string(common)); err != nil {
		return nil, fmt.Errorf("timex: common.txt: %w", err)
	}
	ld.cldr = true
	if err := ld.read(string(cldr)); err != nil {
		return nil, fmt.Errorf("timex: cldr/%s.txt: %w", base, err)
	}
	l := ld.finish()
	if base == "en" && region != "" {
		l.anyOrder = false
		l.monthFirst = region == "us" || region == "ph"
	}
	return l, nil
}

func (l *language) rulesFrom(s symbol) []*rule { return l.rules[s] }

// loader turns data files into a language.
type loader struct {
	lang    *language
	grammar *grammar
	entries []entry
	cldr    bool            // the table read is CLDR's
	dropped map[string]bool // "role value form" that the own table takes out of CLDR's
}

// options takes the lines "option name"; how words are folded depends on them.
func (ld *loader) options(data string) error {
	for line := range strings.Lines(data) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "option "); ok {
			if err := ld.option(rest); err != nil {
				return err
			}
		}
	}
	return nil
}

// read takes lines "role value: form | form", "drop role: form" and "rule …".
// A table is folded at once, which leaves its notation as it is.
func (ld *loader) read(data string) error {
	for line := range strings.Lines(ld.fold(data)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || strings.HasPrefix(line, "option ") {
			continue
		}
		var err error
		if rest, ok := strings.CutPrefix(line, "rule "); ok {
			err = ld.grammar.addRule(rest)
		} else {
			err = ld.words(line)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (ld *loader) option(name string) error {
	l := ld.lang
	flags := map[string]*bool{
		"marks": &l.marks, "glue": &l.glue, "compounds": &l.compounds, "jalali": &l.jalali,
		"month-first": &l.monthFirst, "any-order": &l.anyOrder, "next-coming": &l.nextComing, "keep-lead": &l.keepLead, "last-recent": &l.lastRecent,
	}
	flag, ok := flags[name]
	if !ok {
		return fmt.Errorf("no option %q", name)
	}
	*flag = true
	return nil
}

func (ld *loader) words(line string) error {
	head, forms, ok := strings.Cut(line, ": ")
	if !ok {
		return fmt.Errorf("neither words nor rule: %s", line)
	}
	role, value, _ := strings.Cut(head, " ")
	if role == "tail" || role == "drop" {
		for form := range strings.SplitSeq(forms, "|") {
			form = strings.TrimSpace(form)
			if role == "tail" {
				ld.lang.tail[form] = true
			} else if ld.dropped == nil {
				ld.dropped = map[string]bool{value + " " + form: true}
			} else {
				ld.dropped[value+" "+form] = true
			}
		}
		return nil
	}
	name, weak := strings.CutSuffix(role, "~")
	n, err := roleNode(name, value)
	if err != nil {
		return fmt.Errorf("%s: %w", line, err)
	}
	if weak {
		copied := *n
		copied.weak |= weakWord
		n = &copied
	}
	sym := ld.grammar.symbol(name)
	for form := range strings.SplitSeq(forms, "|") {
		form, stem := strings.CutSuffix(strings.TrimSpace(form), "*")
		if form == "" || ld.cldr && ld.dropped[name+" "+form] {
			continue
		}
		ld.entries = append(ld.entries, entry{form, sym, stem, n})
		if len(form) > 3 && strings.Contains(form, "-") { // "twenty-one" is also written "twenty one"
			ld.entries = append(ld.entries, entry{strings.ReplaceAll(form, "-", " "), sym, stem, n})
		}
	}
	return nil
}

func (ld *loader) fold(form string) string {
	return string(fold(strings.TrimSpace(form), ld.lang.marks).text)
}

func (ld *loader) finish() *language {
	l, g := ld.lang, ld.grammar
	for _, word := range g.words {
		ld.entries = append(ld.entries, entry{ld.fold(word), g.symbol(`"` + word + `"`), false, &node{}})
	}
	for form, name := range punctuation {
		ld.entries = append(ld.entries, entry{form, g.symbol(name), false, &node{}})
	}
	l.lex = newLexicon(ld.entries)
	l.rules = g.rules
	l.sym.num, l.sym.decimal, l.sym.clock = g.symbol("num"), g.symbol("decimal"), g.symbol("clock")
	l.sym.date, l.sym.dashdate = g.symbol("date"), g.symbol("dashdate")
	l.sym.hundred, l.sym.thousand, l.sym.oclock = g.symbol("hundred"), g.symbol("thousand"), g.symbol("oclock")
	l.sym.time, l.sym.set, l.sym.dur = g.symbol("t"), g.symbol("set"), g.symbol("dur")
	return l
}

// punctuation maps marks to their terminals.
var punctuation = map[string]string{
	",": "comma", "(": "comma", ")": "comma", "-": "dash", "~": "dash", "/": "slash", ".": "dot", ":": "colon", "'": "apos",
}

// arguments are the names that data files use for numbers.
var arguments = map[string]int{
	"second": int(uSecond), "minute": int(uMinute), "hour": int(uHour), "part": int(uPart), "day": int(uDay),
	"workday": int(uWorkday), "weekend": int(uWeekend), "week": int(uWeek), "fortnight": int(uFortnight),
	"month": int(uMonth), "quarter": int(uQuarter), "season": int(uSeason), "half": int(uHalf), "year": int(uYear),
	"decade": int(uDecade), "century": int(uCentury), "workweek": int(uWorkweek),
	"morning": partMorning, "afternoon": partAfternoon, "evening": partEvening, "night": partNight,
	"daytime": partDaytime, "lunch": partLunch, "dawn": partDawn,
	"am": meridiemAM, "pm": meridiemPM, "h24": meridiem24,
	"start": subStart, "middle": subMiddle, "end": subEnd, "rest": subRest,
	"earlier": subEarlier, "later": subLater, "early": subEarly, "late": subLate,
	"week-of": subWeek, "weekend-of": subWeekend, "first-half": subFirstHalf, "second-half": subSecondHalf,
	"before": boundBefore, "until": boundUntil, "after": boundAfter, "since": boundSince, "from": boundFrom, "by": boundBy,
}

// argument reads a number or one of the names.
func argument(s string) (int, error) {
	if n, ok := arguments[s]; ok {
		return n, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0, fmt.Errorf("no value %q", s)
	}
	return n, nil
}

// frameRoles are the roles whose words set one field.
var frameRoles = map[string]field{
	"weekday": fWeekday, "month": fMonth, "half": fHalf, "season": fSeason, "daypart": fPart, "meridiem": fMeridiem, "premeridiem": fMeridiem, "zone": fZone,
}

// roleNode makes the node that the words of a role share.
func roleNode(role, value string) (*node, error) {
	args := strings.Fields(value)
	n := 0
	if len(args) > 0 && role != "holiday" && role != "clocktime" {
		var err error
		if n, err = argument(args[0]); err != nil {
			return nil, err
		}
	}
	if f, ok := frameRoles[role]; ok {
		made := &node{op: opFrame, frame: frame{}.with(f, n)}
		if f == fPart {
			made.weak = weakWord // "evening" alone is any evening
		}
		return made, nil
	}
	if u, ok := arguments[strings.TrimPrefix(role, "rel")]; ok && strings.HasPrefix(role, "rel") {
		return relNode(unit(u), n), nil
	}
	switch role {
	case "num":
		return &node{op: opNum, n: n, weak: weakNum}, nil
	case "ord", "roman":
		return &node{op: opOrd, n: n, weak: weakNum}, nil
	case "unit", "clockunit":
		return &node{op: opUnit, unit: unit(n), weak: weakUnit}, nil
	case "rel", "postrel", "nearest":
		return &node{op: opRel, n: n}, nil
	case "subpart", "bound", "postbound", "hourbound", "weekof":
		return &node{op: opPart, n: n}, nil
	case "hijri":
		return &node{op: opOpaque}, nil
	case "jmonth":
		return &node{op: opFrame, frame: frame{}.with(fMonth, n).with(fCal, calJalali)}, nil
	case "holiday":
		code, err := parseHoliday(value)
		return &node{op: opFrame, frame: frame{}.with(fHoliday, code)}, err
	case "setword", "durword":
		return &node{op: map[string]op{"setword": opSet, "durword": opDur}[role], dur: []span{{4, unit(n)}}}, nil
	case "thisend": // "EOM"
		return &node{op: opSub, n: subEnd, a: relNode(unit(n), 0)}, nil
	case "weekdays": // "Mondays"
		return &node{op: opSet, dur: []span{{4, uWeek}}, a: &node{op: opFrame, frame: frame{}.with(fWeekday, n)}}, nil
	case "thispart": // "tonight": the part of a day counted from today
		part, err := argument(args[len(args)-1])
		return &node{op: opFrame, frame: relNode(uDay, n).frame.with(fPart, part)}, err
	case "clocktime": // "noon": 12
		h, err := strconv.Atoi(value)
		return &node{op: opFrame, frame: frame{}.with(fHour, h).with(fMeridiem, meridiem24)}, err
	}
	return &node{n: n}, nil
}

func relNode(u unit, n int) *node {
	return &node{op: opFrame, frame: frame{}.with(fRelUnit, int(u)).with(fRel, n)}
}
