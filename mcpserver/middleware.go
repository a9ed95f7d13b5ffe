package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/locimem/loci"
)

// withoutNull gives a tool an empty object where the client sent null: the
// SDK's schema check writes defaults into it and would panic (v1.8.0).
func withoutNull(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if call, ok := req.(*mcp.CallToolRequest); ok && call.Params != nil && bytes.Equal(bytes.TrimSpace(call.Params.Arguments), []byte("null")) {
			call.Params.Arguments = json.RawMessage("{}")
		}
		return next(ctx, method, req)
	}
}

// plainly says of arguments that the SDK's check refuses (v1.8.0) what is wrong
// and which there are, without the check's own words for its schemas.
func (s *Server) plainly(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, req)
		call, _ := req.(*mcp.CallToolRequest)
		if out, ok := res.(*mcp.CallToolResult); err == nil && ok && call != nil && out.IsError && len(out.Content) == 1 {
			if said, ok := out.Content[0].(*mcp.TextContent); ok {
				said.Text = wrongArguments(said.Text, call.Params.Name, s.takes[call.Params.Name])
			}
		}
		return res, err
	}
}

// survivor turns a panic into a failed call: one bad request must not end the
// memory of every other client.
func (s *Server) survivor(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (res mcp.Result, err error) {
		defer func() {
			if p := recover(); p != nil {
				s.opts.Log.Error("panic", "method", method, "at", string(debug.Stack()))
				res, err = nil, s.failure(loci.Errorf(loci.Internal, "%s", fmt.Sprint(p)))
			}
		}()
		return next(ctx, method, req)
	}
}
