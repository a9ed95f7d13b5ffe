package mcpserver

import (
	"context"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/locimem/loci"
)

type historyIn struct {
	ID string `json:"id"`
}

type historyOut struct {
	Entries []change `json:"entries"`
}

// change is one row of a memory's history.
type change struct {
	Time string `json:"time"`
	Op   string `json:"op"`
	By   string `json:"by"`
	Why  string `json:"why,omitempty"`
	Text string `json:"text,omitempty"` // after the change
}

func (s *Server) history(ctx context.Context, r request, in historyIn) (*mcp.CallToolResult, historyOut, error) {
	res, err := r.svc.History(ctx, loci.HistoryRequest{Ref: in.ID})
	if err != nil {
		return nil, historyOut{}, err
	}
	out := historyOut{Entries: make([]change, len(res.Entries))}
	var b strings.Builder
	for i, e := range res.Entries {
		c := change{Time: e.At.UTC().Format(time.RFC3339), Op: string(e.Op), By: e.Actor, Why: e.Why}
		if e.After != nil {
			c.Text = e.After.Text
		}
		out.Entries[i] = c
		b.WriteString("- " + e.At.In(s.opts.Now().Location()).Format("2006-01-02 15:04") + " " + c.Op + " by " + c.By)
		if c.Text != "" {
			b.WriteString(": " + printable(c.Text))
		}
		if c.Why != "" {
			b.WriteString(" (" + printable(c.Why) + ")")
		}
		b.WriteString("\n")
	}
	return text(b.String()), out, nil
}
