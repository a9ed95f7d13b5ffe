package mcpserver_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// A hostile client: whatever is not the user's own client is turned away
// before the protocol sees it.
func TestHTTPRefusesStrangers_FieldBug_I7_I8(t *testing.T) {
	web := httptest.NewUnstartedServer(nil)
	host := web.Listener.Addr().String()
	web.Config = server(t, memory(t)).HTTP(host, "secret")
	web.Start()
	defer web.Close()
	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	port := host[strings.LastIndexByte(host, ':'):]
	tests := []struct {
		name   string
		method string
		path   string
		body   string
		change func(*http.Request)
		want   int
	}{
		{"fine", "POST", "/mcp", list, nil, 200},
		{"localhost by name", "POST", "/mcp", list, func(r *http.Request) { r.Host = "localhost" + port }, 200},
		{"own page", "POST", "/mcp", list, func(r *http.Request) { r.Header.Set("Origin", "http://"+host) }, 200},
		{"rebound name", "POST", "/mcp", list, func(r *http.Request) { r.Host = "evil.com" + port }, 403},
		{"prefix of a name", "POST", "/mcp", list, func(r *http.Request) { r.Host = "localhost.evil.com" + port }, 403},
		{"suffix of a name", "POST", "/mcp", list, func(r *http.Request) { r.Host = "evil-127.0.0.1" + port }, 403},
		{"other port", "POST", "/mcp", list, func(r *http.Request) { r.Host = "127.0.0.1:1" }, 403},
		{"no port", "POST", "/mcp", list, func(r *http.Request) { r.Host = "127.0.0.1" }, 403},
		{"foreign origin", "POST", "/mcp", list, func(r *http.Request) { r.Header.Set("Origin", "https://evil.com") }, 403},
		{"null origin", "POST", "/mcp", list, func(r *http.Request) { r.Header.Set("Origin", "null") }, 403},
		{"origin that begins like ours", "POST", "/mcp", list, func(r *http.Request) { r.Header.Set("Origin", "http://"+host+".evil.com") }, 403},
		{"cross-site fetch", "POST", "/mcp", list, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, 403},
		{"no token", "POST", "/mcp", list, func(r *http.Request) { r.Header.Del("Authorization") }, 401},
		{"wrong token", "POST", "/mcp", list, func(r *http.Request) { r.Header.Set("Authorization", "Bearer secreT") }, 401},
		{"token of another kind", "POST", "/mcp", list, func(r *http.Request) { r.Header.Set("Authorization", "Basic secret") }, 401},
		{"token in the URL", "POST", "/mcp?token=secret", list, func(r *http.Request) { r.Header.Del("Authorization") }, 401},
		{"a write in the URL", "GET", "/mcp?method=tools/call&content=x", "", nil, 400},
		{"get", "GET", "/mcp", "", nil, 405},
		{"elsewhere", "POST", "/", list, nil, 404},
		{"too large", "POST", "/mcp", `{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", 2<<20) + `"}`, nil, 413},
		{"no JSON", "POST", "/mcp", "remember=x", nil, 400},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			req, err := http.NewRequestWithContext(t.Context(), tt.method, web.URL+tt.path, strings.NewReader(tt.body))
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Authorization", "Bearer secret")
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set("Accept", "application/json, text/event-stream")
			if tt.change != nil {
				tt.change(req)
			}
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			body, _ := io.ReadAll(res.Body)
			if res.StatusCode != tt.want {
				t.Errorf("status %d, want %d: %.200s", res.StatusCode, tt.want, body)
			}
			if res.Header.Get("Access-Control-Allow-Origin") != "" {
				t.Error("other origins are let in")
			}
		})
	}
}
