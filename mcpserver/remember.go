package mcpserver

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/locimem/loci"
)

type rememberIn struct {
	Content    string `json:"content"`
	Category   string `json:"category"`
	Importance string `json:"importance"`
	Due        string `json:"due"`
	Quote      string `json:"quote"`
	Key        string `json:"key"`
}

type rememberOut struct {
	Stored   bool   `json:"stored"`
	Action   string `json:"action"`
	ID       string `json:"id,omitempty"`
	Text     string `json:"text,omitempty"`
	Replaced string `json:"replaced,omitempty"`
	Reason   string `json:"reason,omitempty"`
}

// remember stores one statement. That something is not stored is an answer and
// no error: the agent is to tell the user, not to try again.
func (s *Server) remember(ctx context.Context, r request, in rememberIn) (*mcp.CallToolResult, rememberOut, error) {
	if a, err := s.answer(r, "remember"); a != nil || err != nil {
		return s.keep(ctx, r, a, err)
	}
	req := loci.RememberRequest{
		Text: in.Content, Category: loci.Category(in.Category), Importance: loci.Importance(in.Importance),
		Quote: in.Quote, Key: in.Key,
	}
	if in.Due != "" {
		due, err := loci.ParseWhen(in.Due)
		if err != nil {
			return nil, rememberOut{}, err
		}
		req.Due = &due
	}
	res, err := r.svc.Remember(ctx, req)
	if err != nil {
		if loci.CodeOf(err) != loci.Refused {
			return nil, rememberOut{}, err
		}
		out := rememberOut{Action: string(loci.ActionRefused), Reason: err.Error()}
		return text("not stored: " + strings.TrimPrefix(explained(err), "refused: ")), out, nil
	}
	out := remembered(res.Outcome)
	if m := res.Memory; res.Action == loci.ActionQuarantined && m != nil {
		if q := s.ask(r, "remember", []string{string(m.ID), loci.TextDigest(m.Text)},
			"An agent wants to keep this in your memory. It reads like an instruction. Keep it?\n\n"+printable(m.Text)); q != nil {
			return q, out, nil
		}
	}
	return text(out.line()), out, nil
}

// keep carries out the user's answer about a statement that is held back: it
// confirms exactly the bytes that they saw.
func (s *Server) keep(ctx context.Context, r request, a *answer, err error) (*mcp.CallToolResult, rememberOut, error) {
	out := rememberOut{Action: string(loci.ActionQuarantined)}
	if err != nil {
		return nil, out, err
	}
	if !a.agreed {
		out.Reason = "the user does not want it kept"
		return text("not stored: " + out.Reason), out, nil
	}
	changed, err := r.svc.Change(byPerson(ctx, r.p), loci.ChangeRequest{
		Op: loci.ChangeConfirm, Ref: a.about[0], Digest: a.about[1], Why: "the user agreed when asked",
	})
	if err != nil {
		return nil, out, err
	}
	out = rememberOut{Stored: true, Action: string(loci.ActionAdded), ID: changed.Memory.ID.Short(), Text: changed.Memory.Text}
	return text(out.line()), out, nil
}

func remembered(o loci.Outcome) rememberOut {
	out := rememberOut{Action: string(o.Action), Reason: o.Reason, Text: o.Text}
	switch o.Action {
	case loci.ActionQuarantined, loci.ActionRefused, loci.ActionDropped:
	default:
		out.Stored = true
	}
	if o.Memory != nil {
		out.ID, out.Text = o.Memory.ID.Short(), o.Memory.Text
	}
	if o.Previous != nil && (o.Memory == nil || o.Previous.ID != o.Memory.ID && o.Previous.Text != o.Memory.Text) {
		out.Replaced = o.Previous.Text
	}
	if len(o.Findings) > 0 {
		out.Reason = o.Findings[0].Reason()
	}
	return out
}

func (o rememberOut) line() string {
	if !o.Stored {
		if o.Action == string(loci.ActionQuarantined) {
			return "not stored: it reads like an instruction; it waits until the user confirms it (loci review)"
		}
		if o.Reason == "" {
			return "not stored: " + o.Action
		}
		return "not stored: " + o.Reason
	}
	line := o.Action + ": " + printable(o.Text)
	if o.ID != "" {
		line += " [" + o.ID + "]"
	}
	if o.Replaced != "" {
		line += " (instead of: " + printable(o.Replaced) + ")"
	}
	return line
}
