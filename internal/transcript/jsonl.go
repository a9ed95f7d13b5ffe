package transcript

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/locimem/loci"
)

// record is a message as JSON: as loci writes it, with a text, or as the APIs
// of models take it, with content.
type record struct {
	ID           string  `json:"id"`
	Role         string  `json:"role"`
	Speaker      string  `json:"speaker"`
	Text         *string `json:"text"`
	Content      content `json:"content"`
	Time         string  `json:"time"`
	Conversation string  `json:"conversation"`
}

// errSilent is a message in which nobody says anything: a call of a tool, a
// picture, the words of the program around the model.
var errSilent = errors.New("nothing is said")

func readJSONL(in *bufio.Reader, o Options, yield func(Item, error) bool) {
	eachLine(in, o, yield, func(line []byte, number int) bool { return yieldTurn(line, number, number, o, yield) })
}

// readMessages reads a list of messages: what a program keeps to call a model.
func readMessages(in *bufio.Reader, o Options, yield func(Item, error) bool) {
	number := 0
	eachObject(in, o, yield, func(raw json.RawMessage, line int) bool {
		number++
		return yieldTurn(raw, number, line, o, yield)
	})
}

// yieldTurn hands on the message that is number so many in the file.
func yieldTurn(data []byte, number, line int, o Options, yield func(Item, error) bool) bool {
	t, err := turnOf(data, o)
	switch {
	case errors.Is(err, errSilent):
		return true
	case err != nil:
		return yield(Item{}, o.faultOf(line, err))
	}
	if t.Time.IsZero() {
		t.Time = o.Now
		if t.ID == "" {
			t.ID = turnID(o, number, t)
		}
	}
	return yield(Item{Turn: t, Line: line}, nil)
}

// turnOf reads a line; the time is zero if the line does not tell it.
func turnOf(line []byte, o Options) (loci.Turn, error) {
	var r record
	if err := decode(line, &r); err != nil {
		return loci.Turn{}, err
	}
	if r.Text == nil && r.Content != nil {
		text := r.Content.text("text", "input_text", "output_text")
		if text == "" || r.Role == "system" || r.Role == "developer" {
			return loci.Turn{}, errSilent
		}
		r.Text = &text
	}
	if r.Text == nil || strings.TrimSpace(*r.Text) == "" {
		return loci.Turn{}, loci.Errorf(loci.Invalid, "the message has no \"text\"").
			WithHint(`a line is {"role": "user", "text": "…", "time": "2026-10-15T14:00:00+02:00", "conversation": "…"}`)
	}
	role := loci.RoleUser // of a speaker
	switch {
	case r.Role == "" && r.Speaker == "":
		return loci.Turn{}, loci.Errorf(loci.Invalid, "the message has neither \"role\" nor \"speaker\"")
	case r.Role != "":
		var err error
		if role, err = parseRole(r.Role); err != nil {
			return loci.Turn{}, err
		}
	}
	t := loci.Turn{ID: loci.TurnID(r.ID), Conversation: r.Conversation, Role: role, Speaker: r.Speaker, Text: *r.Text}
	if r.Time != "" {
		var err error
		if t.Time, err = parseTime(r.Time, o.zone()); err != nil {
			return loci.Turn{}, err
		}
	}
	return t, nil
}

// decode reads JSON.
func decode(data []byte, v any) error {
	if !utf8.Valid(data) {
		return errNotUTF8()
	}
	if err := json.Unmarshal(data, v); err != nil {
		return readable(err)
	}
	return nil
}

// readable says what is wrong with JSON in words for people.
func readable(err error) error {
	var typed *json.UnmarshalTypeError
	switch {
	case errors.As(err, &typed) && typed.Field != "":
		return loci.Errorf(loci.Invalid, "%q cannot be of type %s", typed.Field, typed.Value)
	case errors.As(err, &typed):
		return loci.Errorf(loci.Invalid, "a value of type %s does not belong here", typed.Value)
	case errors.Is(err, io.ErrUnexpectedEOF), strings.Contains(err.Error(), "unexpected end"):
		return loci.Errorf(loci.Invalid, "the JSON is cut off")
	}
	return loci.Errorf(loci.Invalid, "not JSON: %w", err)
}

// errNotUTF8 says that a text is in another encoding. What is read from it all
// the same would be garbled.
func errNotUTF8() error {
	return loci.Errorf(loci.Invalid, "not UTF-8, the encoding that is expected; the message is skipped").
		WithHint("save the file as UTF-8: iconv -f ISO-8859-1 -t UTF-8 FILE, if that is what it is in")
}

// layouts are the times that are read: RFC 3339, and the same with a space,
// shorter, or without a zone.
var layouts = []string{
	time.RFC3339, "2006-01-02 15:04:05Z07:00", "2006-01-02T15:04Z07:00", "2006-01-02 15:04Z07:00",
	"2006-01-02T15:04:05", time.DateTime, "2006-01-02T15:04", "2006-01-02 15:04", time.DateOnly,
}

// parseTime does not repeat what it cannot read: who knows what stands there.
func parseTime(s string, zone *time.Location) (time.Time, error) {
	s = strings.TrimSpace(s)
	for _, layout := range layouts {
		if t, err := time.ParseInLocation(layout, s, zone); err == nil {
			return t, inRange(t)
		}
	}
	return time.Time{}, loci.Errorf(loci.Invalid, "the time cannot be read").WithHint("write 2026-10-15T14:00:00+02:00")
}

// inRange refuses a time that cannot be written as RFC 3339 in UTC.
func inRange(t time.Time) error {
	if year := t.UTC().Year(); year < 1 || year > 9999 {
		return loci.Errorf(loci.Invalid, "the time is not in the years 1 to 9999")
	}
	return nil
}
