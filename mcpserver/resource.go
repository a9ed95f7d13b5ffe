package mcpserver

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/locimem/loci"
)

// nothingKnown stands for the block of an empty memory.
const nothingKnown = "nothing is known about this user yet"

const (
	blockURI  = "loci://block"
	memoryURI = "loci://memory/"
	threadURI = "loci://thread/"
)

// addResources offers the context block, each memory, and each thread.
func (s *Server) addResources() {
	s.mcp.AddResource(&mcp.Resource{
		URI: blockURI, Name: "block", Title: "What matters about this user now", MIMEType: "text/plain",
		Description: "The context block: at most twelve facts and the standing instructions.",
	}, s.read(func(ctx context.Context, svc loci.Service, _ string) (string, error) {
		res, err := svc.ContextBlock(ctx, loci.BlockRequest{})
		return cmp.Or(res.Text, nothingKnown), err // contents without text are invalid to strict clients
	}, "text/plain"))
	s.mcp.AddResourceTemplate(&mcp.ResourceTemplate{
		URITemplate: memoryURI + "{id}", Name: "memory", Title: "One memory", MIMEType: "application/json",
		Description: "A memory as it is stored, by id or key.",
	}, s.read(func(ctx context.Context, svc loci.Service, id string) (string, error) {
		m, err := svc.Get(ctx, loci.GetRequest{Ref: id})
		if err != nil {
			return "", err
		}
		data, err := json.MarshalIndent(m, "", "  ")
		return string(data), err
	}, "application/json"))
	if s.opts.Threads == nil {
		return
	}
	s.mcp.AddResourceTemplate(&mcp.ResourceTemplate{
		URITemplate: threadURI + "{id}", Name: "thread", Title: "One thread", MIMEType: "application/json",
		Description: "The latest state of an agent's thread, by id.",
	}, s.read(func(ctx context.Context, _ loci.Service, id string) (string, error) { return s.opts.Threads(ctx, id) }, "application/json"))
}

// read answers a resource with what get returns for the last part of its URI.
func (s *Server) read(get func(context.Context, loci.Service, string) (string, error), mime string) mcp.ResourceHandler {
	return func(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		uri := req.Params.URI
		svc, p, err := s.open(ctx, req.Session)
		if err != nil {
			return nil, s.failure(err)
		}
		id, err := url.PathUnescape(uri[strings.LastIndexByte(uri, '/')+1:])
		if err != nil {
			return nil, mcp.ResourceNotFoundError(uri)
		}
		body, err := get(loci.WithPrincipal(ctx, p), svc, id)
		if errors.Is(err, loci.NotFound) {
			return nil, mcp.ResourceNotFoundError(uri)
		}
		if err != nil {
			return nil, s.failure(err)
		}
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, MIMEType: mime, Text: body}}}, nil
	}
}

// addPrompt offers a prompt with which a user asks an agent to go through a
// conversation; MCP has no event at the end of one.
func (s *Server) addPrompt() {
	s.mcp.AddPrompt(&mcp.Prompt{
		Name: "remember", Title: "Remember this conversation",
		Description: "Have the agent store what this conversation says about you.",
	}, func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: prompt}}}}, nil
	})
}
