package timex

// ordinal makes an ordinal of a number and its ending.
func ordinal(kids []*node, _ int) *node {
	n := pick(kids, opNum, 0)
	if n == nil || n.digit == 0 || n.digit > 2 {
		return nil
	}
	return &node{op: opOrd, n: n.n, weak: weakNum, digit: n.digit}
}

// hundreds and thousands make numbers of several words.
func hundreds(kids []*node, _ int) *node { return multiply(kids, 100) }

func thousands(kids []*node, _ int) *node { return multiply(kids, 1000) }

func multiply(kids []*node, scale int) *node {
	n, before := 0, 1
	for _, k := range kids {
		switch {
		case k.op != opNum:
			n = before * scale
		case k.digit != 0 || k.n == 0:
			return nil
		case n == 0:
			before = k.n
		case k.n >= scale:
			return nil
		default:
			n += k.n
		}
	}
	if before >= 100 || n > 9999 {
		return nil
	}
	return &node{op: opNum, weak: weakNum, n: n}
}

// duration makes "three days"; arg is what a missing number counts, in quarters.
func duration(kids []*node, quarters int) *node {
	u := pick(kids, opUnit, 0)
	if n := pick(kids, opNum, 0); n != nil {
		quarters += 4 * n.n
	}
	if quarters <= 0 || u.unit >= uYear && quarters >= 4*1000 {
		return nil // "in 2019 years" is a year in other languages
	}
	return &node{op: opDur, dur: []span{{quarters, u.unit}}}
}

// decimalDuration makes "2.5 hours"; the number is in quarters.
func decimalDuration(kids []*node, _ int) *node {
	return &node{op: opDur, dur: []span{{kids[0].n, kids[1].unit}}}
}

// addDurations makes "a year and six months".
func addDurations(kids []*node, _ int) *node {
	a, b := pick(kids, opDur, 0), pick(kids, opDur, 1)
	if b.dur[0].unit >= a.dur[len(a.dur)-1].unit || len(a.dur) > 4 {
		return nil
	}
	return &node{op: opDur, dur: append(append([]span{}, a.dur...), b.dur...)}
}

// days makes a duration of a word that counts days by itself.
func days(kids []*node, _ int) *node {
	return &node{op: opDur, dur: []span{{4 * kids[0].n, uDay}}}
}

// dual and single make durations of words that hold their number: Arabic
// "two weeks", Indonesian "a week".
func dual(kids []*node, _ int) *node { return &node{op: opDur, dur: []span{{8, unit(kids[0].n)}}} }

func single(kids []*node, _ int) *node { return &node{op: opDur, dur: []span{{4, unit(kids[0].n)}}} }

// quarterHours makes "a quarter of an hour"; quarters of longer units are
// counted in other ways.
func quarterHours(kids []*node, quarters int) *node {
	if pick(kids, opUnit, 0).unit > uHour {
		return nil
	}
	return duration(kids, quarters)
}

// tensAndUnits makes 23 of "three and twenty".
func tensAndUnits(kids []*node, _ int) *node {
	a, b := pick(kids, opNum, 0), pick(kids, opNum, 1)
	if a.digit != 0 || b.digit != 0 || a.n < 1 || a.n > 9 || b.n < 20 || b.n > 90 || b.n%10 != 0 {
		return nil
	}
	return &node{op: opNum, weak: weakNum, n: a.n + b.n}
}
