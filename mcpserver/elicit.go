package mcpserver

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/locimem/loci"
)

// answerWithin bounds how long a question to the user stays open.
const answerWithin = 10 * time.Minute

const questionID = "agree"

// A question to the user goes through the client, which alone can speak to
// them; an agent cannot answer it. The call that raises it returns the question
// as its result, and the client calls the tool again with the answer.
//
// What the question is about travels with it and is signed: an answer counts
// for exactly what was shown, to this user, and not for long.
type question struct {
	Action string    `json:"action"`
	Org    string    `json:"org"`
	User   string    `json:"user"`
	About  []string  `json:"about"`
	Until  time.Time `json:"until"`
}

// ask returns the question as a tool's result, nil where the client cannot ask.
func (s *Server) ask(r request, action string, about []string, message string) *mcp.CallToolResult {
	if !canAsk(r.call.Session) {
		return nil
	}
	return &mcp.CallToolResult{
		RequestState: s.seal(question{action, r.p.Org, r.p.User, about, s.opts.Now().Add(answerWithin)}),
		InputRequests: mcp.InputRequestMap{questionID: &mcp.ElicitParams{
			Mode: "form", Message: message,
			RequestedSchema: map[string]any{"type": "object", "properties": map[string]any{}},
		}},
	}
}

// answer is what the user answered to a question of this action, and what that
// was about. It is nil for a call that carries no answer.
type answer struct {
	about  []string
	agreed bool
}

func (s *Server) answer(r request, action string) (*answer, error) {
	if r.call.Params.InputResponses == nil {
		return nil, nil
	}
	q, ok := s.unseal(r.call.Params.RequestState)
	if !ok || q.Action != action || q.Org != r.p.Org || q.User != r.p.User || !s.opts.Now().Before(q.Until) {
		return nil, loci.Errorf(loci.Conflict, "this answer belongs to another question, or came too late").WithHint("call the tool again")
	}
	reply, ok := r.call.Params.InputResponses[questionID].(*mcp.ElicitResult)
	return &answer{q.About, ok && reply.Action == "accept"}, nil
}

// canAsk reports whether the client shows forms to its user. A client that
// names neither form nor url means form.
func canAsk(session *mcp.ServerSession) bool {
	init := session.InitializeParams()
	if init == nil || init.Capabilities == nil || init.Capabilities.Elicitation == nil {
		return false
	}
	e := init.Capabilities.Elicitation
	return e.Form != nil || e.URL == nil
}

// byPerson is the context in which the user acts who has just agreed.
func byPerson(ctx context.Context, p loci.Principal) context.Context {
	p.Via = loci.ViaElicitation
	return loci.WithPrincipal(ctx, p)
}

func (s *Server) seal(q question) string {
	body, err := json.Marshal(q)
	if err != nil {
		panic("mcpserver: " + err.Error()) // strings and a time always marshal
	}
	return base64.RawURLEncoding.EncodeToString(append(s.mac(body), body...))
}

func (s *Server) unseal(state string) (question, bool) {
	var q question
	b, err := base64.RawURLEncoding.DecodeString(state)
	if err != nil || len(b) < sha256.Size || !hmac.Equal(b[:sha256.Size], s.mac(b[sha256.Size:])) {
		return q, false
	}
	return q, json.Unmarshal(b[sha256.Size:], &q) == nil
}

func (s *Server) mac(body []byte) []byte {
	h := hmac.New(sha256.New, s.key)
	h.Write(body)
	return h.Sum(nil)
}
