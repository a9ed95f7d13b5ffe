package mcpserver_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/mcpserver"
)

// A page whose name an attacker's DNS points here is no client of ours.
func TestFieldBug_I7_am294(t *testing.T) {
	base := "http://" + listen(t)
	for _, host := range []string{"evil.com", "evil.com:80", "evil.com:7317", "0.0.0.0:7317", "[::ffff:127.0.0.1]:7317"} {
		if got := status(t, base, func(r *http.Request) { r.Host = host }); got != http.StatusForbidden {
			t.Errorf("Host %q: %d", host, got)
		}
	}
}

// A host is compared whole: what only begins or ends like ours is another.
func TestFieldBug_I8_openmem10(t *testing.T) {
	addr := listen(t)
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		t.Fatal(err)
	}
	for host, want := range map[string]int{
		addr: 200, "localhost:" + port: 200, "[::1]:" + port: 200,
		"localhost.evil.com:" + port: 403, "localhost.evil.com": 403, "evil-127.0.0.1:" + port: 403, "127.0.0.1.evil.com:" + port: 403,
		"localhost:" + port + ".evil.com": 403, "127.0.0.1": 403, "127.0.0.1:1": 403, "LOCALHOST.:" + port: 403,
	} {
		if got := status(t, "http://"+addr, func(r *http.Request) { r.Host = host }); got != want {
			t.Errorf("Host %q: %d, want %d", host, got, want)
		}
	}
	if got := bare(t, addr, "POST /mcp HTTP/1.0\r\nAuthorization: Bearer secret\r\n\r\n"); !strings.Contains(got, " 403 ") {
		t.Errorf("no Host: %s", got)
	}
	if got := bare(t, addr, "POST /mcp HTTP/1.1\r\nHost:\r\nConnection: close\r\nAuthorization: Bearer secret\r\n\r\n"); !strings.Contains(got, " 403 ") {
		t.Errorf("an empty Host: %s", got)
	}
}

// listen serves a memory and returns the address.
func listen(t *testing.T) string {
	t.Helper()
	web := httptest.NewUnstartedServer(nil)
	addr := web.Listener.Addr().String()
	web.Config = server(t, memory(t)).HTTP(addr, "secret")
	web.Start()
	t.Cleanup(web.Close)
	return addr
}

const listTools = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`

// status sends a request that is fine but for the change.
func status(t *testing.T, base string, change func(*http.Request)) int {
	t.Helper()
	code, _, _ := send(t, "POST", base+"/mcp", listTools, change)
	return code
}

func send(t *testing.T, method, url, body string, change func(*http.Request)) (int, http.Header, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer secret")
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	if change != nil {
		change(req)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	answer, _ := io.ReadAll(res.Body)
	return res.StatusCode, res.Header, string(answer)
}

// bare sends bytes that no client library would, and returns the answer.
func bare(t *testing.T, addr, request string) string {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(30 * time.Second))
	io.WriteString(c, request)
	answer, err := io.ReadAll(c)
	if err != nil {
		t.Fatal(err)
	}
	return string(answer)
}

// A hostile client: whatever is not the user's own client is turned away
// before the protocol sees it.
func TestHTTPRefusesStrangers(t *testing.T) {
	host := listen(t)
	const list = listTools
	tests := []struct {
		name   string
		method string
		path   string
		body   string
		change func(*http.Request)
		want   int
	}{
		{"fine", "POST", "/mcp", list, nil, 200},
		{"own page", "POST", "/mcp", list, func(r *http.Request) { r.Header.Set("Origin", "http://"+host) }, 200},
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
			code, header, body := send(t, tt.method, "http://"+host+tt.path, tt.body, tt.change)
			if code != tt.want {
				t.Errorf("status %d, want %d: %.200s", code, tt.want, body)
			}
			if header.Get("Access-Control-Allow-Origin") != "" {
				t.Error("other origins are let in")
			}
		})
	}
}

// A token opens what the server was started for, whatever a request names.
func TestFieldBug_I10_honcho(t *testing.T) {
	mem := memory(t)
	other := mem.Principal()
	other.User, other.Via = "other", loci.ViaTerminal
	kept, err := mem.Service().Remember(loci.WithPrincipal(t.Context(), other), loci.RememberRequest{Text: "Lives in Braga", Category: loci.Preferences, Key: "home"})
	if err != nil {
		t.Fatal(err)
	}
	id := string(kept.Memory.ID)
	s := server(t, mem)
	for _, params := range []map[string]any{
		{"name": "recall", "arguments": map[string]any{"query": "Braga"}},
		{"name": "recall", "arguments": map[string]any{"query": "Braga", "user": "other"}},
		{"name": "list", "arguments": map[string]any{"scope": map[string]any{"user": "other"}}},
		{"name": "list", "arguments": map[string]any{}, "user": "other"},
		{"name": "history", "arguments": map[string]any{"id": id}},
		{"name": "history", "arguments": map[string]any{"id": "home"}},
		{"name": "complete", "arguments": map[string]any{"id": id}},
		{"name": "forget", "arguments": map[string]any{"what": id}},
		{"name": "forget", "arguments": map[string]any{"what": "Lives in Braga"}},
	} {
		if answer := toJSON(t, raw(t, s, params)); strings.Contains(answer, "Lives in") {
			t.Errorf("%v: %s", params, answer)
		}
	}
	if _, err := mem.Service().Get(loci.WithPrincipal(t.Context(), other), loci.GetRequest{Ref: id}); err != nil {
		t.Errorf("the other user's memory: %v", err)
	}
}

// What is kept for a user is found by the same user, each in a session of its own.
func TestFieldBug_I11_kagent1771(t *testing.T) {
	mem := memory(t)
	users := map[string]*mcpserver.Server{}
	for _, user := range []string{"a", "b"} {
		s, err := mcpserver.New(mcpserver.Options{Open: func(context.Context) (loci.Service, loci.Principal, error) {
			p := mem.Principal()
			p.User = user
			return mem.Service(), p, nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		users[user] = s
	}
	call(t, connect(t, users["a"], nil), "remember", map[string]any{"content": "Plays the oboe"})
	for user, want := range map[string]bool{"a": true, "b": false} {
		said, _ := call(t, connect(t, users[user], nil), "recall", map[string]any{"query": "oboe"})
		if strings.Contains(said, "Plays the oboe") != want {
			t.Errorf("user %s: %s", user, said)
		}
	}
}
