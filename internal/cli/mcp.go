package cli

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/graph"
	"github.com/locimem/loci/local"
	"github.com/locimem/loci/mcpserver"
)

func newMCP(a *app) *cobra.Command {
	var addr string
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Serve the memory to an agent over MCP",
		Long: "Serve the memory to an agent over the Model Context Protocol: the tools remember,\n" +
			"recall, forget, list, history and complete. Agents start it themselves\n" +
			"(`loci setup`); it speaks on stdin and stdout until its input ends.\n" +
			"--http serves many clients at http://ADDR/mcp; each needs the token from the\n" +
			"file that it names at its start.",
		Example: "  loci mcp\n  loci mcp --project auto\n  loci mcp --http 127.0.0.1:7317",
		Args:    none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			mem := &lazyMemory{app: a}
			defer mem.close()
			server, err := mcpserver.New(mcpserver.Options{
				Version: buildVersion().Version, Principal: a.served(), Service: mem.service, Threads: mem.thread, Now: a.sys.Now,
				Log: slog.New(slog.NewTextHandler(a.sys.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})),
			})
			if err != nil {
				return err
			}
			if addr != "" {
				return a.serveHTTP(cmd.Context(), server, addr)
			}
			return server.Serve(cmd.Context(), a.sys.Stdin, a.sys.Stdout)
		},
	}
	cmd.Flags().StringVar(&addr, "http", "", "serve HTTP on this `address`, such as 127.0.0.1:7317")
	return cmd
}

// served is who acts through the server: a member, never a person and never
// an admin, since an agent is at the other end. Settings that cannot be read
// fail each call and not the handshake.
func (a *app) served() loci.Principal {
	s, err := a.settings()
	if err != nil {
		return loci.Principal{}
	}
	p, err := a.principal(s)
	if err != nil {
		return loci.Principal{}
	}
	p.Via, p.Roles = loci.ViaAgent, []loci.Role{loci.RoleMember}
	return p
}

// lazyMemory opens the memory file when it is first needed, and tries again
// at the next call if that failed.
type lazyMemory struct {
	app *app
	mu  sync.Mutex
	mem *local.Memory
}

func (l *lazyMemory) open(ctx context.Context) (*local.Memory, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.mem != nil {
		return l.mem, nil
	}
	mem, _, err := l.app.openMemory(ctx, "")
	if err != nil {
		return nil, err
	}
	l.mem = mem
	return mem, nil
}

func (l *lazyMemory) service(ctx context.Context) (loci.Service, error) {
	mem, err := l.open(ctx)
	if err != nil {
		return nil, err
	}
	return mem.Service(), nil
}

// thread is the latest state of a thread, as `loci thread show --json` has it.
func (l *lazyMemory) thread(ctx context.Context, id string) (string, error) {
	mem, err := l.open(ctx)
	if err != nil {
		return "", err
	}
	saver, err := l.app.saver(ctx, mem)
	if err != nil {
		return "", err
	}
	p, _ := loci.PrincipalFrom(ctx)
	c, err := saver.Get(ctx, threads{org: p.Org, user: p.User}.named(id), "", "")
	if err != nil {
		return "", err
	}
	data, err := json.MarshalIndent(threadState{c, graph.Due(c)}, "", "  ")
	return string(data), err
}

func (l *lazyMemory) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.mem != nil {
		l.mem.Close()
	}
}

// serveHTTP serves until the process is told to stop, and lets the requests
// under way finish.
func (a *app) serveHTTP(ctx context.Context, server *mcpserver.Server, addr string) error {
	file := filepath.Join(filepath.Dir(a.configPath()), "mcp.token")
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
	if ip := listener.Addr().(*net.TCPAddr).IP; !ip.IsLoopback() {
		fmt.Fprintln(a.sys.Stderr, "loci: this address can be reached from other machines, and nothing is encrypted")
	}
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
