package cli

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/mcpserver"
)

// serveHTTP serves until the process is told to stop, and lets the requests
// under way finish.
func (a *app) serveHTTP(ctx context.Context, server *mcpserver.Server, addr string) error {
	if host, _, err := net.SplitHostPort(addr); err != nil || host != "localhost" && !net.ParseIP(host).IsLoopback() {
		return loci.Errorf(loci.Invalid, "%q is no address of this machine alone", addr).WithHint("write it like 127.0.0.1:7317")
	}
	file := filepath.Join(a.stateDir(), "mcp.token")
	token, err := mcpToken(file)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return loci.Errorf(loci.Unavailable, "cannot listen on %s: %w", addr, err).WithHint("another program may use the port; choose another, such as 127.0.0.1:7318")
	}
	addr = listener.Addr().String()
	fmt.Fprintf(a.sys.Stderr, "loci: MCP at http://%s/mcp; the bearer token is in %s\n", addr, file)
	srv := server.HTTP(addr, token)
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		<-ctx.Done()
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		srv.Shutdown(grace)
	}()
	if err := srv.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return loci.Errorf(loci.Unavailable, "the server stopped: %w", err)
	}
	<-stopped
	return nil
}

// mcpToken reads the token, or makes one that only this user can read.
func mcpToken(path string) (string, error) {
	data, err := os.ReadFile(path)
	if err == nil {
		info, err := os.Stat(path)
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			err = os.Chmod(path, 0o600)
		}
		token := strings.TrimSpace(string(data))
		if err != nil || len(token) < 32 {
			return "", loci.Errorf(loci.Invalid, "%s holds no token that is safe to use", path).WithHint("delete it; a new one is made at the next start")
		}
		return token, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", loci.Errorf(loci.Unavailable, "cannot read %s: %w", path, err)
	}
	secret := make([]byte, 32)
	if _, err := rand.Read(secret); err != nil {
		return "", loci.Errorf(loci.Internal, "no random numbers: %w", err)
	}
	token := hex.EncodeToString(secret)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", loci.Errorf(loci.Unavailable, "cannot create %s: %w", filepath.Dir(path), err)
	}
	if err := os.WriteFile(path, []byte(token+"\n"), 0o600); err != nil {
		return "", loci.Errorf(loci.Unavailable, "cannot write %s: %w", path, err)
	}
	return token, nil
}
