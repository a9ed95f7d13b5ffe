package transcript

import (
	"bufio"
	"encoding/json"
	"slices"
	"time"

	"github.com/locimem/loci"
)

// chat is one conversation of ChatGPT's export. Its messages are a tree, since
// each edit and each second try is a branch; the present one ends at Current.
type chat struct {
	ID      string              `json:"id"`
	Named   string              `json:"conversation_id"`
	Created float64             `json:"create_time"`
	Nodes   map[string]chatNode `json:"mapping"`
	Current string              `json:"current_node"`
}

type chatNode struct {
	Parent  string       `json:"parent"`
	Message *chatMessage `json:"message"`
}

type chatMessage struct {
	ID     string `json:"id"`
	Author struct {
		Role string `json:"role"`
	} `json:"author"`
	Created float64 `json:"create_time"`
	Content struct {
		Type  string `json:"content_type"`
		Parts []any  `json:"parts"`
	} `json:"content"`
	Recipient string `json:"recipient"`
	Metadata  struct {
		Hidden bool `json:"is_visually_hidden_from_conversation"`
	} `json:"metadata"`
}

func readChatGPT(in *bufio.Reader, o Options, yield func(Item, error) bool) {
	eachObject(in, o, yield, func(raw json.RawMessage, line int) bool {
		var c chat
		switch err := decode(raw, &c); {
		case err != nil:
			return yield(Item{}, o.faultOf(line, err))
		case c.Nodes == nil:
			return yield(Item{}, o.fault(line, "the conversation has no \"mapping\""))
		}
		for _, m := range c.branch() {
			t, ok := m.turn(c, o)
			if !ok {
				continue
			}
			if !yield(Item{Turn: t, Line: line}, nil) {
				return false
			}
		}
		return true
	})
}

// branch returns the messages of the present branch, the first one first.
func (c chat) branch() []chatMessage {
	at := c.Current
	if _, ok := c.Nodes[at]; !ok {
		at = c.latest()
	}
	var out []chatMessage
	seen := map[string]bool{}
	for node, ok := c.Nodes[at]; ok && !seen[at]; node, ok = c.Nodes[at] {
		seen[at] = true
		if node.Message != nil {
			out = append(out, *node.Message)
		}
		at = node.Parent
	}
	slices.Reverse(out)
	return out
}

// latest names the newest message, for exports that do not say where they are.
func (c chat) latest() string {
	var at string
	var newest float64
	for id, node := range c.Nodes {
		if m := node.Message; m != nil && (m.Created > newest || m.Created == newest && id > at) {
			at, newest = id, m.Created
		}
	}
	return at
}

// turn returns what a person or the assistant said to the other, and nothing of
// what went to tools, was thought, or was put there by the program.
func (m chatMessage) turn(c chat, o Options) (loci.Turn, bool) {
	role := loci.TurnRole(m.Author.Role)
	said := role == loci.RoleUser || role == loci.RoleAssistant && (m.Recipient == "" || m.Recipient == "all")
	words := m.Content.Type == "text" || m.Content.Type == "multimodal_text"
	text := joined(m.Content.Parts)
	if !said || !words || m.Metadata.Hidden || text == "" {
		return loci.Turn{}, false
	}
	conversation := c.Named
	if conversation == "" {
		conversation = c.ID
	}
	t := loci.Turn{ID: loci.TurnID(m.ID), Conversation: "chatgpt:" + conversation, Role: role, Text: text, Time: o.Now}
	for _, at := range []float64{m.Created, c.Created} {
		if at > 0 && at < 1e11 { // seconds; later would be no year of four digits
			t.Time = time.UnixMicro(int64(at * 1e6)).In(o.zone())
			break
		}
	}
	return t, true
}
