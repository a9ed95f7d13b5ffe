package cli

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
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

// mcpToken reads the token, or makes one that only this user can read. Of two
// servers that start at once the second takes the token of the first.
func mcpToken(path string) (string, error) {
	token, err := readToken(path)
	if errors.Is(err, fs.ErrNotExist) {
		token, err = newToken(path)
	}
	if errors.Is(err, fs.ErrExist) {
		token, err = readToken(path)
	}
	if err != nil && !errors.Is(err, loci.Invalid) {
		err = loci.Errorf(loci.Unavailable, "cannot keep a token in %s: %w", path, err)
	}
	return token, err
}

// readToken reads a token that nobody else can have read.
func readToken(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	data, err := io.ReadAll(io.LimitReader(f, 1<<10))
	if err != nil {
		return "", err
	}
	seen := runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 // there, the folder above has the rights
	if token := strings.TrimSpace(string(data)); !seen && len(token) >= 32 {
		return token, nil
	}
	return "", loci.Errorf(loci.Invalid, "%s holds no token that is safe to use", path).WithHint("delete it; a new one is made at the next start")
}

func newToken(path string) (string, error) {
	secret := make([]byte, 32)
	rand.Read(secret) // never fails
	token := hex.EncodeToString(secret)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(token + "\n")
	return token, errors.Join(err, f.Close())
}
