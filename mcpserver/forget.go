package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/locimem/loci"
)

type forgetIn struct {
	What string `json:"what"`
}

type forgetOut struct {
	State    string   `json:"state"`
	IDs      []string `json:"ids"`
	Messages int      `json:"messages,omitempty"`
	Reason   string   `json:"reason,omitempty"`
}

// forget erases what the agent may erase by itself and asks the user about the
// rest. Where no one can be asked that is retracted, or stands on where it binds
// the agent, and waits for a person.
func (s *Server) forget(ctx context.Context, r request, in forgetIn) (*mcp.CallToolResult, forgetOut, error) {
	a, err := s.answer(r, "forget")
	if err != nil {
		return nil, forgetOut{}, err
	}
	if a != nil {
		return s.forgetAnswered(ctx, r, a)
	}
	targets, err := forgetTargets(ctx, r.svc, in.What)
	if err != nil {
		return nil, forgetOut{}, err
	}
	if len(targets) == 0 {
		out := forgetOut{State: "nothing", IDs: []string{}, Reason: "no memory has all of these words"}
		return text("nothing to forget: no memory has all of these words; recall shows ids"), out, nil
	}
	var ids []loci.ID
	var shown []string
	message := "Erase this for good? It cannot be undone.\n"
	theirs := false
	for _, m := range targets {
		ids = append(ids, m.ID)
		shown = append(shown, string(m.ID), loci.TextDigest(m.Text))
		message += "\n- " + printable(m.Text)
		theirs = theirs || m.Tier >= loci.TierStated
	}
	if theirs {
		if q := s.ask(r, "forget", shown, message); q != nil {
			return q, forgetOut{IDs: []string{}}, nil
		}
	}
	return erase(ctx, r.svc, ids)
}

// forgetAnswered carries out the user's answer: exactly what they saw goes, or
// nothing.
func (s *Server) forgetAnswered(ctx context.Context, r request, a *answer) (*mcp.CallToolResult, forgetOut, error) {
	if !a.agreed {
		out := forgetOut{State: "kept", IDs: []string{}, Reason: "the user does not want it forgotten"}
		return text("kept: " + out.Reason), out, nil
	}
	var ids []loci.ID
	for shown := range slices.Chunk(a.about, 2) {
		m, err := r.svc.Get(ctx, loci.GetRequest{Ref: shown[0]})
		if err == nil && loci.TextDigest(m.Text) != shown[1] {
			err = loci.Errorf(loci.Conflict, "a memory has changed since the user saw it; nothing was forgotten").WithHint("call the tool again")
		}
		if err != nil {
			return nil, forgetOut{}, err
		}
		ids = append(ids, m.ID)
	}
	return erase(byPerson(ctx, r.p), r.svc, ids)
}

func erase(ctx context.Context, svc loci.Service, ids []loci.ID) (*mcp.CallToolResult, forgetOut, error) {
	res, err := svc.Forget(ctx, loci.ForgetRequest{IDs: ids})
	if err != nil {
		return nil, forgetOut{}, err
	}
	out := forgotten(res)
	return text(out.line()), out, nil
}

// forgetTargets finds what is meant: one memory by id or key, with its
// earlier versions, else all that have every word.
func forgetTargets(ctx context.Context, svc loci.Service, what string) ([]loci.Memory, error) {
	for _, named := range []loci.ForgetRequest{{Ref: what, Preview: true}, {Query: what, Preview: true}} {
		found, err := svc.Forget(ctx, named)
		if !errors.Is(err, loci.NotFound) {
			return found.Memories, err
		}
	}
	return nil, nil
}

func forgotten(res loci.ForgetResult) forgetOut {
	out := forgetOut{State: string(res.State), IDs: make([]string, len(res.Memories)), Messages: res.Turns}
	for i, m := range res.Memories {
		out.IDs[i] = m.ID.Short()
	}
	switch res.State {
	case loci.ForgetRetracted:
		out.Reason = "the user said it; they have to agree, for example with `loci review`"
		if res.Stand > 0 {
			out.Reason += "; of these, " + count(res.Stand, "limit or instruction stands", "limits or instructions stand") + " until then"
		}
	case loci.ForgetAsked:
		out.Reason = "limits and instructions of the user's stand until they agree, for example with `loci review`"
	case loci.ForgetPending:
		out.Reason = "still held by: " + strings.Join(res.Holders, ", ")
	}
	return out
}

func (o forgetOut) line() string {
	switch loci.ForgetState(o.State) {
	case loci.ForgetRetracted:
		return "retracted, not erased: " + o.Reason
	case loci.ForgetAsked:
		return "asked, nothing forgotten: " + o.Reason
	case loci.ForgetPending:
		return "forgotten: " + count(len(o.IDs), "memory", "memories") + "; " + o.Reason
	}
	line := "forgotten: " + count(len(o.IDs), "memory", "memories")
	if o.Messages > 0 {
		line += ", and the words in " + count(o.Messages, "message", "messages")
	}
	return line
}

func count(n int, one, many string) string {
	if n == 1 {
		many = one
	}
	return fmt.Sprintf("%d %s", n, many)
}
