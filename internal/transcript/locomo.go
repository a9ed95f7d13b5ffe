package transcript

import (
	"bufio"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/locimem/loci"
)

// sample is one conversation of LoCoMo: sessions under numbered keys beside
// the names of the two speakers.
type sample struct {
	ID           string                     `json:"sample_id"`
	Conversation map[string]json.RawMessage `json:"conversation"`
}

type utterance struct {
	Speaker string `json:"speaker"`
	ID      string `json:"dia_id"`
	Text    string `json:"text"`
	Caption string `json:"blip_caption"`
}

// said is what an utterance says, the image it shares in words.
func (u utterance) said() string {
	text := u.Text
	if u.Caption != "" {
		text += " [shares " + u.Caption + "]"
	}
	return strings.TrimSpace(text)
}

// locomo reads LoCoMo's JSON. Each sample is a user of its own; both speakers
// are people. A session is a conversation, whose utterances follow each other
// by a second, since only its beginning is told.
type locomo struct {
	o     Options
	yield func(Item, error) bool
}

func readLoCoMo(in *bufio.Reader, o Options, yield func(Item, error) bool) {
	c := locomo{o, yield}
	eachObject(in, o, yield, func(raw json.RawMessage, line int) bool {
		var s sample
		if err := json.Unmarshal(raw, &s); err != nil {
			return yield(Item{}, o.fault(line, "%w", readable(err)))
		}
		return c.sample(s, line)
	})
}

// sample yields the turns of one sample, session by session, and reports
// whether to go on.
func (c locomo) sample(s sample, line int) bool {
	if s.ID == "" {
		return c.yield(Item{}, c.o.fault(line, "the conversation has no \"sample_id\""))
	}
	if len(s.Conversation) == 0 {
		return c.yield(Item{}, c.o.fault(line, "%s has no \"conversation\"", s.ID))
	}
	for _, n := range sessions(s.Conversation) {
		if !c.session(s, n, line) {
			return false
		}
	}
	return true
}

func (c locomo) session(s sample, n, line int) bool {
	name := fmt.Sprintf("session_%d", n)
	var said []json.RawMessage
	if err := json.Unmarshal(s.Conversation[name], &said); err != nil {
		return c.yield(Item{}, c.o.fault(line, "%s %s: %w", s.ID, name, readable(err)))
	}
	if len(said) == 0 {
		return true // announced, never held
	}
	start, err := c.start(s.Conversation[name+"_date_time"])
	if err != nil {
		return c.yield(Item{}, c.o.fault(line, "%s %s: %w", s.ID, name, err))
	}
	for i, raw := range said {
		t, err := turnSaid(raw, start.Add(time.Duration(i)*time.Second))
		t.Conversation = s.ID + "/" + name
		item := Item{User: s.ID, Line: line, Turn: t}
		if err != nil {
			hint := loci.HintOf(err)
			item, err = Item{}, c.o.fault(line, "%s %s message %d: %w", s.ID, name, i+1, err).WithHint("%s", hint)
		}
		if !c.yield(item, err) {
			return false
		}
	}
	return true
}

// turnSaid reads one utterance.
func turnSaid(raw json.RawMessage, at time.Time) (loci.Turn, error) {
	var u utterance
	if err := decode(raw, &u); err != nil {
		return loci.Turn{}, err
	}
	t := loci.Turn{ID: loci.TurnID(u.ID), Role: loci.RoleUser, Speaker: u.Speaker, Text: u.said(), Time: at}
	if t.Text == "" {
		return t, loci.Errorf(loci.Invalid, "it has no \"text\"")
	}
	return t, inRange(at)
}

// start reads when a session began, such as "1:56 pm on 8 May, 2023".
func (c locomo) start(raw json.RawMessage) (time.Time, error) {
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return time.Time{}, loci.Errorf(loci.Invalid, "no time is told")
	}
	t, err := time.ParseInLocation("3:04 pm on 2 January, 2006", strings.TrimSpace(s), c.o.zone())
	if err != nil {
		return parseTime(s, c.o.zone())
	}
	return t, nil
}

// sessions returns the numbers of the sessions, in order.
func sessions(conversation map[string]json.RawMessage) []int {
	var out []int
	for key := range conversation {
		if digits, ok := strings.CutPrefix(key, "session_"); ok {
			if n, err := strconv.Atoi(digits); err == nil && key == fmt.Sprintf("session_%d", n) {
				out = append(out, n)
			}
		}
	}
	slices.Sort(out)
	return out
}
