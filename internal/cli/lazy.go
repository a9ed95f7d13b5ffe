package cli

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/locimem/loci"
	"github.com/locimem/loci/graph"
	"github.com/locimem/loci/local"
)

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

// serve is the service for a call over MCP, and who makes it. Settings are read
// for each, so that mending them mends a server that is running; and so are the
// pauses, which hold for an agent's calls as they do for hooks.
func (l *lazyMemory) serve(ctx context.Context) (loci.Service, loci.Principal, error) {
	if err := l.app.notPaused(); err != nil {
		return nil, loci.Principal{}, err
	}
	p, err := l.app.acting(loci.ViaAgent)
	if err != nil {
		return nil, p, err
	}
	svc, err := l.service(ctx)
	return svc, p, err
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

// mac is a hash under the key of the memory, which service has opened.
func (l *lazyMemory) mac(data []byte) []byte {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.mem.MAC(data)
}

func (l *lazyMemory) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.mem != nil {
		l.mem.Close()
	}
}
