package transcript

import (
	"bufio"
	"strings"

	"github.com/locimem/loci"
)

// claudeLine is a line of a Claude Code session. There are many more kinds of
// lines; these are the ones that somebody said something in.
type claudeLine struct {
	Type      string `json:"type"`
	ID        string `json:"uuid"`
	Session   string `json:"sessionId"`
	Time      string `json:"timestamp"`
	Sidechain bool   `json:"isSidechain"` // of a sub-agent
	Meta      bool   `json:"isMeta"`      // the host's own words in the user's name
	Summary   bool   `json:"isCompactSummary"`
	Message   struct {
		ID      string  `json:"id"`
		Content content `json:"content"`
	} `json:"message"`
}

// readClaude reads a session of Claude Code. A reply is spread over several
// lines, a part each, and some parts come twice.
func readClaude(in *bufio.Reader, o Options, yield func(Item, error) bool) {
	var reply Item
	flush := func() bool {
		it := reply
		reply = Item{}
		return it.Turn.Text == "" || yield(it, nil)
	}
	stopped := false
	eachRecord(in, o, yield, func(l claudeLine, number int) bool {
		text := l.Message.Content.text("text")
		if l.Sidechain || l.Meta || l.Summary || text == "" || l.Type != "user" && l.Type != "assistant" {
			return true
		}
		it := Item{Line: number, Turn: loci.Turn{
			ID: loci.TurnID(l.ID), Conversation: "claude-code:" + l.Session, Role: loci.TurnRole(l.Type), Text: text, Time: timeOr(l.Time, o),
		}}
		goOn := true
		switch {
		case l.Type == "user":
			goOn = flush() && yield(it, nil)
		case l.Message.ID != "" && reply.Turn.ID == loci.TurnID(l.Message.ID):
			if !strings.Contains(reply.Turn.Text, text) {
				reply.Turn.Text += "\n" + text
			}
		default:
			goOn = flush()
			if reply = it; l.Message.ID != "" {
				reply.Turn.ID = loci.TurnID(l.Message.ID)
			}
		}
		stopped = !goOn
		return goOn
	})
	if !stopped {
		flush()
	}
}
