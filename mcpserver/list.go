package mcpserver

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/locimem/loci"
)

type listIn struct {
	Category string `json:"category"`
	Limit    int    `json:"limit"`
	Offset   int    `json:"offset"`
}

type listOut struct {
	Memories []hit `json:"memories"`
	More     bool  `json:"more"`
}

func (s *Server) list(ctx context.Context, r request, in listIn) (*mcp.CallToolResult, listOut, error) {
	req := loci.ListRequest{Limit: in.Limit, Offset: in.Offset}
	if in.Category != "" {
		req.Categories = []loci.Category{loci.Category(in.Category)}
	}
	res, err := r.svc.List(ctx, req)
	if err != nil {
		return nil, listOut{}, err
	}
	out := listOut{Memories: make([]hit, len(res.Memories)), More: res.More}
	var b strings.Builder
	for i, m := range res.Memories {
		out.Memories[i] = memoryOf(m)
		b.WriteString("- " + out.Memories[i].line(s.opts.Now()) + "\n")
	}
	switch {
	case len(out.Memories) == 0:
		b.WriteString("nothing is stored here")
	case res.More:
		b.WriteString("(more: ask with a higher offset)")
	}
	return text(b.String()), out, nil
}
