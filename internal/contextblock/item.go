package contextblock

import (
	"fmt"
	"strings"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/timex"
)

// item is one line of the block:
//
//   - [goals 1a2b3c4d] Finish the thesis (due in 3 days)
type item struct {
	Label string // category; of an instruction its field; or one of those below
	ID    string // short id
	Text  string
	Marks []string
}

// The labels of what is no single fact.
const (
	labelEpisode = "episode"
	labelProfile = "profile"
)

// namePattern matches what escapeName writes.
const namePattern = `(?:[0-9A-Za-z_-]|&#x[0-9A-F]{1,6};)+`

const markPattern = `unconfirmed|noted|completed|said \d{4}-\d{2}-\d{2}|due today|due tomorrow|due in \d+ days|overdue by \d+ days?`

var (
	itemLine = pattern(`^- \[(` + namePattern + `) (` + namePattern + `)\] (.*)$`)
	lastMark = pattern(` \((` + markPattern + `)\)$`)
)

func newItem(r ranked, now time.Time) item {
	it := item{Label: string(r.Category), ID: r.ID.Short(), Text: statement(r.Memory), Marks: marks(r, now)}
	switch {
	case r.Kind == loci.Procedural:
		it.Label = string(r.Field)
	case r.Kind == loci.Episodic:
		it.Label = labelEpisode
	case r.Compacted():
		it.Label = labelProfile
	}
	return it
}

// statement is what a memory says: of a conversation of several people, with
// the name of who says it.
func statement(m *loci.Memory) string {
	if who := m.Slot.Subject; who != "" && who != loci.SelfSubject {
		return who + ": " + m.Text
	}
	return m.Text
}

// marks says what the text alone does not: how it stands to today, and whether
// it is the user's word.
func marks(r ranked, now time.Time) []string {
	var out []string
	if r.status == loci.Completed {
		out = append(out, "completed")
	} else if r.Due != nil {
		out = append(out, deadline(r.Due.DaysUntil(now)))
	} else if said := r.Said.In(now.Location()); loci.Day(said) != loci.Day(now) && relative(r.Memory, said) {
		out = append(out, "said "+loci.Day(said).String())
	}
	if standing := r.Standing(); standing != "" {
		out = append(out, standing)
	}
	return out
}

// relative reports whether what a text says of a time hangs on the day it was
// said: "last week" does, "14 June" and "every Monday" do not.
func relative(m *loci.Memory, said time.Time) bool {
	text := timex.Read(m.Text, []string{m.Lang})
	spans := text.Spans(timex.Options{Ref: said})
	later := text.Spans(timex.Options{Ref: said.AddDate(1, 1, 9)})
	for i, s := range spans {
		if s.Kind == timex.Duration || s.Kind == timex.Recurrence || len(s.Values) == 0 || s.Values[0].Precision == timex.Second ||
			i >= len(later) || len(later[i].Values) == 0 {
			continue
		}
		a, b := s.Values[0].Start, later[i].Values[0].Start
		if a.Month() != b.Month() || a.Day() != b.Day() || s.Values[0].Precision == timex.Year && a.Year() != b.Year() {
			return true
		}
	}
	return false
}

func deadline(days int) string {
	switch {
	case days == 0:
		return "due today"
	case days == 1:
		return "due tomorrow"
	case days > 1:
		return fmt.Sprintf("due in %d days", days)
	case days == -1:
		return "overdue by 1 day"
	}
	return fmt.Sprintf("overdue by %d days", -days)
}

// String writes the line. parseItem takes it back.
func (it item) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "- [%s %s] %s", escapeName(it.Label), escapeName(it.ID), escape(it.Text))
	for _, mark := range it.Marks {
		b.WriteString(" (" + mark + ")")
	}
	return b.String()
}

func parseItem(line string) (item, bool) {
	m := itemLine().FindStringSubmatch(line)
	if m == nil {
		return item{}, false
	}
	it := item{Label: unescape(m[1]), ID: unescape(m[2])}
	body := m[3]
	for {
		at := lastMark().FindStringSubmatchIndex(body)
		if at == nil {
			break
		}
		it.Marks = append([]string{body[at[2]:at[3]]}, it.Marks...)
		body = body[:at[0]]
	}
	it.Text = unescape(body)
	return it, true
}
