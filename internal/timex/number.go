package timex

// scanNumber reads the number at i and the numeric dates and clock times that
// begin with it. All readings go to the grammar, which keeps those that fit.
func (l *language) scanNumber(text []byte, i int, tokens []token) []token {
	n, end := readInt(text, i)
	width := end - i
	if width > 8 || end < len(text) && text[end] == '%' || isPrice(text, i) {
		return tokens
	}
	inside := i > 1 && (text[i-1] == '.' || text[i-1] == ',') && isDigit(text[i-2])
	if inside && width != 4 {
		return tokens // the decimals of another number
	}
	tokens = append(tokens, token{i, end, l.sym.num, &node{op: opNum, weak: weakNum, n: n, digit: int8(width)}})
	if inside || i > 1 && text[i-1] == '/' && isDigit(text[i-2]) {
		return tokens
	}
	tokens = l.scanDecimal(text, i, n, end, tokens)
	tokens = l.scanDate(text, i, n, end, tokens)
	return l.scanClock(text, i, n, end, tokens)
}

// isPrice tells whether a currency sign stands before the number at i.
func isPrice(text []byte, i int) bool {
	for i > 0 && text[i-1] == ' ' {
		i--
	}
	return i > 0 && text[i-1] == '$' || i > 2 && (string(text[i-3:i]) == "€" || string(text[i-3:i]) == "₽" || string(text[i-3:i]) == "₹")
}

// scanDecimal reads 2.5, 2,25 and the like, as a number of quarters.
func (l *language) scanDecimal(text []byte, i, n, end int, tokens []token) []token {
	if n > 1000 || end+1 >= len(text) {
		return tokens
	}
	if quarters := quartersOf(text[i:min(len(text), end+2)]); quarters > 0 && !follows(text, end+2) {
		return append(tokens, token{i, end + 2, l.sym.decimal, &node{n: quarters}})
	}
	if text[end] != '.' && text[end] != ',' {
		return tokens
	}
	f, fEnd := readInt(text, end+1)
	quarters := 0
	switch string(text[end+1 : fEnd]) {
	case "5", "50":
		quarters = 2
	case "25":
		quarters = 1
	case "75":
		quarters = 3
	}
	if quarters == 0 || f == 0 || follows(text, fEnd) {
		return tokens
	}
	return append(tokens, token{i, fEnd, l.sym.decimal, &node{n: 4*n + quarters}})
}

// quartersOf reads 1/2, 1/4 and 3/4.
func quartersOf(fraction []byte) int {
	switch string(fraction) {
	case "1/4":
		return 1
	case "1/2":
		return 2
	case "3/4":
		return 3
	}
	return 0
}

// readInt reads up to nine digits.
func readInt(text []byte, i int) (n, end int) {
	for end = i; end < len(text) && isDigit(text[end]); end++ {
		if end-i < 9 {
			n = n*10 + int(text[end]-'0')
		}
	}
	return n, end
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// follows tells whether a number goes on at i, as "3" does in "2.3".
func follows(text []byte, i int) bool {
	return i < len(text) && isDigit(text[i]) ||
		i+1 < len(text) && (text[i] == '/' || text[i] == '.' || text[i] == '-' || text[i] == ':') && isDigit(text[i+1])
}

// scanDate reads 2026-05-28, 28.05.2026, 5/28/26, 28.05 and 2026-05, where
// the separators agree.
func (l *language) scanDate(text []byte, i, a, end int, tokens []token) []token {
	width := end - i
	if width == 8 {
		return l.addDate(tokens, i, end, a/10000, a/100%100, a%100)
	}
	if end >= len(text) || text[end] != '-' && text[end] != '/' && text[end] != '.' {
		return tokens
	}
	sep := text[end]
	b, bEnd := readInt(text, end+1)
	if bw := bEnd - end - 1; bw == 0 || bw > 4 {
		return tokens
	}
	if bEnd < len(text) && text[bEnd] == sep {
		c, cEnd := readInt(text, bEnd+1)
		cw := cEnd - bEnd - 1
		switch {
		case cw == 0 || follows(text, cEnd) && text[cEnd] != '-' && text[cEnd] != ':':
		case width == 4 && cw <= 2 && bEnd-end-1 <= 2:
			tokens = l.addDate(tokens, i, cEnd, a, b, c)
			tokens = l.addStamp(tokens, text, i, cEnd)
		case width <= 2 && (cw == 2 || cw == 4):
			tokens = l.addLocalDate(tokens, i, cEnd, a, b, fullYear(c, cw))
		}
	}
	if follows(text, bEnd) && text[bEnd] == sep {
		return tokens
	}
	return l.addShortDate(tokens, i, bEnd, a, b, width, bEnd-end-1, sep)
}

// addShortDate adds month and year, or day and month, of two numbers.
func (l *language) addShortDate(tokens []token, i, end, a, b, aw, bw int, sep byte) []token {
	f := frame{}
	switch {
	case aw == 4 && bw <= 2 && validMonth(b):
		f = f.with(fYear, a).with(fMonth, b)
	case bw == 4 && aw <= 2 && validMonth(a):
		f = f.with(fYear, b).with(fMonth, a)
	case aw <= 2 && bw <= 2:
		before := len(tokens)
		tokens = l.addLocalDate(tokens, i, end, a, b, 0)
		for _, t := range tokens[before:] {
			// 2.5 and 4-23 are dates only in the company of one; 24/12 is one.
			if sep != '/' || aw+bw < 3 {
				t.node.weak = weakNum
			}
		}
		if sep == '-' && aw+bw < 4 { // rather from 6 to 8
			for i := range tokens[before:] {
				tokens[before+i].sym = l.sym.dashdate
			}
		}
		return tokens
	default:
		return tokens
	}
	return append(tokens, token{i, end, l.sym.date, l.calendarNode(f)})
}

// fullYear reads two digits as a year from 1950 to 2049.
func fullYear(y, width int) int {
	switch {
	case width != 2:
		return y
	case y < 50:
		return 2000 + y
	}
	return 1900 + y
}

func validMonth(m int) bool { return 1 <= m && m <= 12 }
func validDay(d int) bool   { return 1 <= d && d <= 31 }

// addLocalDate adds the date of a and b in the order of the language, or in
// the other if only that is possible; year 0 is none.
func (l *language) addLocalDate(tokens []token, i, end, a, b, year int) []token {
	day, month := a, b
	if l.monthFirst {
		day, month = b, a
	}
	swapped := false
	if !validMonth(month) || !validDay(day) {
		day, month = month, day
		swapped = true
	}
	if !validMonth(month) || !validDay(day) {
		return tokens
	}
	f := frame{}.with(fDay, day).with(fMonth, month)
	if year != 0 {
		f = f.with(fYear, year)
	}
	n := l.calendarNode(f)
	n.swap = l.anyOrder && !swapped && day <= 12 && day != month
	return append(tokens, token{i, end, l.sym.date, n})
}

func (l *language) addDate(tokens []token, i, end, year, month, day int) []token {
	if year < 1000 || year > 2999 || !validMonth(month) || !validDay(day) {
		if year < 1000 || year > 2999 || !validMonth(day) || !validDay(month) {
			return tokens
		}
		month, day = day, month
	}
	f := frame{}.with(fYear, year).with(fMonth, month).with(fDay, day)
	return append(tokens, token{i, end, l.sym.date, l.calendarNode(f)})
}

// addStamp goes on from an ISO date to the "T10:00:30+05:00" after it.
func (l *language) addStamp(tokens []token, text []byte, i, end int) []token {
	if len(tokens) == 0 || end+5 >= len(text) || text[end] != 't' {
		return tokens
	}
	clocks := l.scanClockAt(text, end+1)
	if len(clocks) == 0 {
		return tokens
	}
	date, clock := tokens[len(tokens)-1], clocks[0]
	f := inherit(date.node.frame, clock.node.frame, ^uint32(0))
	f = f.with(fMeridiem, meridiem24)
	end = clock.end
	for end < len(text) && (text[end] == '.' && clock.node.frame.is(fSecond) || isDigit(text[end])) {
		end++ // fractions of a second
	}
	if zone, zEnd, ok := readOffset(text, end); ok {
		f, end = f.with(fZone, zone), zEnd
	}
	return append(tokens, token{i, end, l.sym.date, &node{op: opFrame, frame: f}})
}

func (l *language) scanClockAt(text []byte, i int) []token {
	h, end := readInt(text, i)
	return l.scanClock(text, i, h, end, nil)
}

// readOffset reads "Z", "+05:00" or "-0300" in minutes east of UTC.
func readOffset(text []byte, i int) (minutes, end int, ok bool) {
	switch {
	case i >= len(text):
		return 0, i, false
	case text[i] == 'z':
		return 0, i + 1, true
	case text[i] != '+' && text[i] != '-':
		return 0, i, false
	}
	h, end := readInt(text, i+1)
	m := 0
	switch width := end - i - 1; {
	case width == 4:
		h, m = h/100, h%100
	case width == 2 && end+2 < len(text) && text[end] == ':':
		if m, end = readInt(text, end+1); m > 59 {
			return 0, i, false
		}
	case width != 2:
		return 0, i, false
	}
	if h > 14 {
		return 0, i, false
	}
	if minutes = 60*h + m; text[i] == '-' {
		minutes = -minutes
	}
	return minutes, end, true
}

// calendarNode takes a year of the 1300s or 1400s for a Jalali one where that
// calendar is used.
func (l *language) calendarNode(f frame) *node {
	if l.jalali && f.is(fYear) && 1250 <= f.v[fYear] && f.v[fYear] < 1500 {
		f = f.with(fCal, calJalali)
	}
	return &node{op: opFrame, frame: f}
}

// scanClock reads 8:00, 08:00:30, 8.30, 8h30 and, after a date, T08:00. The day
// ends at 24:00; 24:30 is how long a run took.
func (l *language) scanClock(text []byte, i, h, end int, tokens []token) []token {
	if end-i > 2 || h > 24 || end >= len(text) {
		return tokens
	}
	sep := text[end]
	if sep != ':' && sep != '.' && sep != 'h' {
		return tokens
	}
	m, mEnd := readInt(text, end+1)
	if mEnd-end-1 != 2 || m > 59 || h == 24 && m > 0 || sep == '.' && follows(text, mEnd) && text[mEnd] == '.' {
		return tokens
	}
	f := frame{}.with(fHour, h).with(fMinute, m)
	if h == 0 || h > 12 || end-i == 2 && h < 10 && text[i] == '0' {
		f = f.with(fMeridiem, meridiem24)
	}
	if mEnd+2 < len(text) && text[mEnd] == ':' {
		if s, sEnd := readInt(text, mEnd+1); sEnd == mEnd+3 && s < 60 {
			f, mEnd = f.with(fSecond, s), sEnd
		}
	}
	n := &node{op: opFrame, frame: f}
	if sep == '.' {
		n.weak = weakNum
	}
	return append(tokens, token{i, mEnd, l.sym.clock, n})
}
