package graph

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/locimem/loci"
)

// MaxPoints is how many bullets a summary has at most.
const MaxPoints = 8

// summaryHeading is how the text of every summary begins.
const summaryHeading = "Prior conversation (summarized):"

// Point is one thing that a summary says.
type Point struct {
	Text string
	// Keep marks a preference or a decision: others are left out before it.
	Keep bool
}

// Summarizer makes one message of many.
type Summarizer struct {
	// Points says what the messages come to: a model, or rules.
	Points func(ctx context.Context, messages []Message) ([]Point, error)
	// Redact takes secrets out of what is summarized and out of the summary;
	// nil: nothing is taken out.
	Redact func(text string) string
}

// Summarize returns the message that may take the place of all messages, in the
// role Summary, so that it is never taken for the user's words. Messages with
// one of the ids in except, such as the command that asked for the summary, are
// left out of it.
//
// Invalid: there is nothing to summarize, or nothing to say about it.
func (s Summarizer) Summarize(ctx context.Context, messages []Message, except ...string) (Message, error) {
	redact := s.Redact
	if redact == nil {
		redact = func(text string) string { return text }
	}
	var given []Message
	for _, m := range messages {
		if !slices.Contains(except, m.ID) {
			m.Text = redact(m.Text)
			given = append(given, m)
		}
	}
	if len(given) == 0 {
		return Message{}, loci.Errorf(loci.Invalid, "there is no message to summarize")
	}
	points, err := s.Points(ctx, given)
	if err != nil {
		return Message{}, err
	}
	var b strings.Builder
	b.WriteString(summaryHeading)
	n := 0
	for _, p := range choose(points) {
		b.WriteString("\n- " + redact(p.Text))
		n++
	}
	if n == 0 {
		return Message{}, loci.Errorf(loci.Invalid, "the summary says nothing")
	}
	return Message{Role: Summary, Text: b.String()}, nil
}

// choose returns the points that fit, in their order and each on one line.
func choose(points []Point) []Point {
	var clean []Point
	kept := 0
	for _, p := range points {
		p.Text = strings.Join(strings.Fields(p.Text), " ")
		p.Text = strings.TrimLeftFunc(p.Text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("-*•", r) })
		if p.Text == "" {
			continue
		}
		clean = append(clean, p)
		if p.Keep {
			kept++
		}
	}
	room := max(MaxPoints-kept, 0) // for points that need not be kept
	var out []Point
	for _, p := range clean {
		if !p.Keep {
			if room == 0 {
				continue
			}
			room--
		}
		if len(out) < MaxPoints {
			out = append(out, p)
		}
	}
	return out
}

// Points reads the bullets of a model's answer. What stands before the first
// bullet is preamble and is left out. A bullet that begins with a word of keep
// and a colon ("Decision: …") is one to keep.
func Points(answer string, keep ...string) []Point {
	var out []Point
	for line := range strings.Lines(answer) {
		line = strings.TrimSpace(line)
		text := strings.TrimLeft(line, "-*•")
		if len(text) == len(line) || !strings.HasPrefix(text, " ") {
			if len(out) > 0 && line != "" { // a bullet that goes on
				out[len(out)-1].Text += " " + line
			}
			continue
		}
		label, _, labelled := strings.Cut(strings.TrimSpace(text), ":")
		out = append(out, Point{
			Text: strings.TrimSpace(text),
			Keep: labelled && slices.ContainsFunc(keep, func(w string) bool { return strings.EqualFold(w, label) }),
		})
	}
	return out
}
