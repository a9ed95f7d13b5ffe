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
