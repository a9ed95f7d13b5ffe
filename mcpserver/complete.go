package mcpserver

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/locimem/loci"
)

type completeIn struct {
	ID string `json:"id"`
}

type completeOut struct {
	ID     string `json:"id"`
	Text   string `json:"text"`
	Status string `json:"status"`
}

func (s *Server) complete(ctx context.Context, r request, in completeIn) (*mcp.CallToolResult, completeOut, error) {
	res, err := r.svc.Change(ctx, loci.ChangeRequest{Op: loci.ChangeComplete, Ref: in.ID})
	if err != nil {
		return nil, completeOut{}, err
	}
	out := completeOut{ID: res.Memory.ID.Short(), Text: res.Memory.Text, Status: string(res.Memory.Status)}
	return text("completed: " + printable(out.Text) + " [" + out.ID + "]"), out, nil
}
