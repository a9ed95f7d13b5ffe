package mcpserver

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Limits of the HTTP server.
const (
	maxBody     = 1 << 20
	readLimit   = 10 * time.Second
	answerLimit = 60 * time.Second
)

// HTTP returns a Streamable HTTP server for this address, without sessions.
// Every request needs the token, also on loopback: any page in a browser and
// any user of the machine can reach a port.
func (s *Server) HTTP(addr, token string) *http.Server {
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s.mcp }, &mcp.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, Logger: s.opts.Log,
		MaxRequestBodyBytes: maxBody, PropagateRequestCancellation: true,
	})
	mux := http.NewServeMux()
	mux.Handle("/mcp", handler)
	return &http.Server{
		Addr: addr, Handler: guard(mux, hostsOf(addr), sha256.Sum256([]byte(token))),
		ReadHeaderTimeout: readLimit, ReadTimeout: readLimit, WriteTimeout: answerLimit, IdleTimeout: answerLimit,
		MaxHeaderBytes: 16 << 10,
	}
}

// hostsOf lists the exact Host headers under which the address is reached.
func hostsOf(addr string) map[string]bool {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil
	}
	hosts := map[string]bool{addr: true}
	if ip := net.ParseIP(host); host == "localhost" || ip != nil && ip.IsLoopback() {
		for _, h := range []string{"localhost", "127.0.0.1", "::1"} {
			hosts[net.JoinHostPort(h, port)] = true
		}
	}
	return hosts
}

// guard refuses what is not meant for this server: a name that an attacker's
// DNS points here, a request sent by a foreign page, parameters in the URL
// (they end up in logs), and whoever has no token.
func guard(next http.Handler, hosts map[string]bool, token [sha256.Size]byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cache-Control", "no-store")
		switch {
		case !hosts[r.Host]:
			http.Error(w, "this server answers to its own address only", http.StatusForbidden)
		case foreign(r, hosts):
			http.Error(w, "requests from other origins are refused", http.StatusForbidden)
		case !authorised(r, token):
			h.Set("WWW-Authenticate", "Bearer")
			http.Error(w, "a bearer token is needed; `loci mcp --http` says in which file it is", http.StatusUnauthorized)
		case r.URL.RawQuery != "":
			http.Error(w, "no parameters in the URL", http.StatusBadRequest)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func foreign(r *http.Request, hosts map[string]bool) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		return true
	}
	for _, origin := range r.Header.Values("Origin") {
		host, ok := strings.CutPrefix(origin, "http://")
		if !ok || !hosts[host] {
			return true
		}
	}
	return false
}

func authorised(r *http.Request, want [sha256.Size]byte) bool {
	given, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	got := sha256.Sum256([]byte(given))
	return ok && subtle.ConstantTimeCompare(got[:], want[:]) == 1
}
