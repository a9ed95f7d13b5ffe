// Package local opens a memory file and puts a service over it: the one place
// where loci's parts are wired together, and what a Go program imports.
//
//	mem, err := local.Open(ctx, local.Options{})
//	…
//	defer mem.Close()
//	mem.Ingest(ctx, loci.Turn{Role: loci.RoleUser, Text: "eu prefiro respostas curtas"})
//	block, err := mem.ContextBlock(ctx, loci.BlockRequest{})
//
// No model, key, server or download is needed.
package local

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/extract"
	"github.com/locimem/loci/internal/spool"
	"github.com/locimem/loci/service"
	"github.com/locimem/loci/sqlite"
)

// Options configures Open. The zero value works.
type Options struct {
	// Path is the memory file. Empty: LOCI_DB, else ~/.loci/memory.db.
	Path string
	// Secret gives the key or the passphrase of an encrypted file, and of a new
	// one, which is then encrypted; it is asked only for these. Nil:
	// LOCI_ENCRYPTION_KEY and LOCI_PASSPHRASE, and without them files are plain.
	Secret loci.SecretSource
	// Org, User, Agent and Project are the scope in which the program acts.
	// Empty: LOCI_ORG, LOCI_USER, LOCI_AGENT, LOCI_PROJECT, else org "local",
	// user "me", all agents, everywhere.
	Org, User, Agent, Project string
	// Via is the way the program acts; empty: as a host's hook. Only a program
	// at which a person sits may say so.
	Via loci.Via
	// Client names the program in the history.
	Client string
	// Roles of the user in the org.
	Roles []loci.Role
	// Zone is the user's time zone; nil: the system's.
	Zone *time.Location
	// Languages are those the user usually writes (BCP 47), for texts too
	// short to tell.
	Languages []string
	// TurnsFor is how long turns are kept; 0: 365 days, negative: not at all.
	TurnsFor time.Duration
	// Models are language models, asked in this order where one fails: they read
	// turns beside the rules, and write profiles where a request asks for it.
	// None: rules only.
	Models []loci.Model
	// Model reads turns in place of Models.
	Model loci.ModelExtractor
	// ModelLater leaves turns for Maintain to show the model, because somebody
	// waits for Ingest: a host's hook.
	ModelLater bool
	// ModelCalls is how often a model may be asked on one day; 0: any number.
	ModelCalls int
	// ModelTimeout bounds one call of the model; 0: 10 seconds.
	ModelTimeout time.Duration
	// Embedder finds memories by meaning beside words; nil: words only.
	Embedder loci.Embedder
	// Holders are asked when something is forgotten, beside the threads in the
	// memory file.
	Holders []loci.Holder
	// Patience is how long calls wait for other processes; what Ingest cannot
	// store by then waits beside the memory file for the next call, and a file
	// that cannot be read by then is opened all the same. For short-lived
	// processes that somebody waits for, such as a host's hook. 0: 10 seconds, and
	// what is too busy then is an error.
	Patience time.Duration
	// Progress is told how far a rebuilding of the index has come; nil: nobody.
	Progress func(done, total int)
	// Now is the clock; nil: time.Now.
	Now func() time.Time
}

// Memory is an open memory file. It is safe for concurrent use, also by
// several processes on one file.
type Memory struct {
	path      string
	store     *sqlite.Store
	spool     *spool.Spool
	service   *service.Service
	principal loci.Principal
	embedder  loci.Embedder
}

// DefaultPath returns the memory file that Open uses when none is named:
// LOCI_DB, else ~/.loci/memory.db.
func DefaultPath() (string, error) {
	if p := os.Getenv("LOCI_DB"); p != "" {
		return p, nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", loci.Errorf(loci.Invalid, "no home directory: %w", err).WithHint("name the memory file with LOCI_DB or --db")
	}
	return filepath.Join(home, ".loci", "memory.db"), nil
}

// Open opens the memory file, creating it if need be. A file of another
// program is refused with the code loci.Foreign.
func Open(ctx context.Context, o Options) (*Memory, error) {
	if o.Path == "" {
		var err error
		if o.Path, err = DefaultPath(); err != nil {
			return nil, err
		}
	}
	if o.Secret == nil {
		o.Secret = Secrets{}.Source(o.Path)
	}
	store, err := sqlite.Open(ctx, o.Path, sqlite.Options{Secret: o.Secret, Busy: o.Patience, OpenBusy: o.Patience > 0})
	if err != nil {
		return nil, err
	}
	waiting := spool.New(spoolDir(o.Path), store.Sealer(o.Secret))
	p := principal(o)
	var compactor loci.Model
	if len(o.Models) > 0 {
		compactor = o.Models[0]
		if o.Model == nil {
			o.Model = extract.NewModel(o.Models...)
		}
	}
	svc, err := service.New(store, service.Options{
		Principal: p, Languages: o.Languages, TurnsFor: o.TurnsFor, Progress: o.Progress, Now: o.Now,
		Model: o.Model, ModelCalls: o.ModelCalls, ModelLater: o.ModelLater, ModelTimeout: o.ModelTimeout, Compactor: compactor,
		Embedder: o.Embedder, Holders: append([]loci.Holder{threads{store}, waiting}, o.Holders...),
		Spool: waiting, SpoolBusy: o.Patience > 0,
	})
	if err != nil {
		store.Close()
		return nil, err
	}
	return &Memory{path: o.Path, store: store, spool: waiting, service: svc, principal: p, embedder: o.Embedder}, nil
}

// spoolDir is where turns wait for a memory file. A file has one, whatever link
// it is named by.
func spoolDir(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return path + "-spool"
}

func principal(o Options) loci.Principal {
	or := func(v, env, normal string) string {
		if v == "" {
			v = os.Getenv(env)
		}
		if v == "" {
			v = normal
		}
		return v
	}
	p := loci.Principal{
		Scope: loci.Scope{
			Org: or(o.Org, "LOCI_ORG", loci.DefaultOrg), User: or(o.User, "LOCI_USER", loci.DefaultUser),
			Agent: or(o.Agent, "LOCI_AGENT", ""), Project: or(o.Project, "LOCI_PROJECT", ""),
		},
		Client: o.Client, Roles: o.Roles, Via: o.Via, Zone: o.Zone,
	}
	if p.Via == "" {
		p.Via = loci.ViaHook
	}
	return p
}

// Close releases the file. It is idempotent.
func (m *Memory) Close() error { return m.store.Close() }

// Path returns the file that is open.
func (m *Memory) Path() string { return m.path }

// Principal returns who acts where the context names nobody.
func (m *Memory) Principal() loci.Principal { return m.principal }

// MAC is a hash under the memory file's own key, which so tells nothing about
// the data to others. Where the file was too busy to be read, the key is any.
func (m *Memory) MAC(data []byte) []byte { return m.store.MAC(data) }

// Service returns all use cases.
func (m *Memory) Service() loci.Service { return m.service }

// Backup writes a complete copy to a new file.
func (m *Memory) Backup(ctx context.Context, path string) error { return m.store.Backup(ctx, path) }

// Ingest reads turns of a conversation and keeps what the user says in them.
func (m *Memory) Ingest(ctx context.Context, turns ...loci.Turn) (loci.IngestResult, error) {
	return m.service.Ingest(ctx, loci.IngestRequest{Turns: turns})
}

// ContextBlock returns the text to hand to a model before it answers; empty
// while nothing is known.
func (m *Memory) ContextBlock(ctx context.Context, r loci.BlockRequest) (string, error) {
	result, err := m.service.ContextBlock(ctx, r)
	return result.Text, err
}

// Extract proposes what one exchange says about the user. It stores nothing.
func (m *Memory) Extract(ctx context.Context, user, reply string) ([]loci.Candidate, error) {
	return m.service.Extract(ctx, user, reply)
}

// ShouldPersist reports whether a candidate would become a lasting memory: it
// passes the guard, and is more than a passing mood.
func (m *Memory) ShouldPersist(c loci.Candidate) bool { return m.service.ShouldPersist(c) }

// Upsert stores a candidate through the same path as everything else, and
// returns the memory that now says it. A refused one is a *loci.RefusedError.
func (m *Memory) Upsert(ctx context.Context, c loci.Candidate) (loci.Memory, error) {
	result, err := m.service.Upsert(ctx, c)
	if err != nil || result.Memory == nil {
		return loci.Memory{}, err
	}
	return *result.Memory, nil
}

// Active returns what is valid now: active memories, guesses, and what was
// completed within the last 90 days.
func (m *Memory) Active(ctx context.Context) ([]loci.Memory, error) {
	var all []loci.Memory
	for {
		page, err := m.service.List(ctx, loci.ListRequest{Limit: 1000, Offset: len(all)})
		if err != nil {
			return nil, err
		}
		all = append(all, page.Memories...)
		if !page.More {
			return all, nil
		}
	}
}
