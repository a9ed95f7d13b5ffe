package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
	"github.com/locimem/loci/sqlite"
)

// with opens the configured memory file, runs f as the principal of this
// process, and closes the file again.
func (a *app) with(ctx context.Context, f func(ctx context.Context, mem *local.Memory) error) error {
	return a.withFile(ctx, "", f)
}

// reading is with for commands that create nothing. Where there is no memory
// file yet they look into an empty one of their own, and say so.
func (a *app) reading(ctx context.Context, f func(ctx context.Context, mem *local.Memory) error) error {
	missing, path, err := a.missing()
	if err != nil {
		return err
	}
	if !missing {
		return a.with(ctx, f)
	}
	a.hint("there is no memory file " + path + " yet")
	dir, err := os.MkdirTemp("", "loci-")
	if err != nil {
		return noFolder(err)
	}
	return errors.Join(a.withFile(ctx, filepath.Join(dir, "memory.db"), f), os.RemoveAll(dir))
}

// existing is with for commands that are about the file itself.
func (a *app) existing(ctx context.Context, f func(ctx context.Context, mem *local.Memory) error) error {
	missing, path, err := a.missing()
	if err != nil {
		return err
	}
	if missing {
		return noFile(path)
	}
	return a.with(ctx, f)
}

// missing reports whether the configured file is not there.
func (a *app) missing() (bool, string, error) {
	s, err := a.settings()
	if err != nil {
		return false, "", err
	}
	kind, err := sqlite.Identify(s.get("db"))
	return kind == sqlite.Missing, s.get("db"), err
}

func noFile(path string) error {
	return loci.Errorf(loci.NotFound, "there is no memory file %s yet", path).WithHint("`loci remember` or `loci ingest` creates it; --db names another")
}

func noFolder(err error) error {
	return loci.Errorf(loci.Unavailable, "cannot create a temporary folder: %w", err).WithHint("name a folder that can be written with TMPDIR")
}

// withFile is with for another file than the configured one.
func (a *app) withFile(ctx context.Context, path string, f func(ctx context.Context, mem *local.Memory) error) error {
	mem, p, err := a.openMemory(ctx, path)
	if err != nil {
		return err
	}
	err = f(loci.WithPrincipal(ctx, p), mem)
	return errors.Join(err, mem.Close())
}

// openMemory opens a memory file, the configured one if path is empty, and says who
// acts in this process.
func (a *app) openMemory(ctx context.Context, path string) (*local.Memory, loci.Principal, error) {
	var none loci.Principal
	s, err := a.settings()
	if err != nil {
		return nil, none, err
	}
	p, err := a.principal(s)
	if err != nil {
		return nil, none, err
	}
	keep, err := parseTurns(s.get("turns"))
	if err != nil {
		return nil, none, err
	}
	if keep == 0 {
		keep = -1 // local's word for off; its zero is the default
	}
	if path == "" {
		path = s.get("db")
	}
	embedder, err := a.embedder(s)
	if err != nil {
		return nil, none, err
	}
	models, err := a.models(s)
	if err != nil {
		return nil, none, err
	}
	calls, err := strconv.Atoi(s.get("model.calls"))
	if err != nil {
		return nil, none, loci.Errorf(loci.Invalid, "model.calls: %w", err)
	}
	var patience time.Duration // for the model; 0: the default
	if a.dialog != nil {
		patience = hostPatience
	}
	bar := a.progress("indexing")
	defer bar.end()
	mem, err := local.Open(ctx, local.Options{
		Path: path, Secret: a.secrets(s).Source(path), Now: a.sys.Now, Progress: bar.step, Languages: list(s.get("languages")), TurnsFor: keep, Embedder: embedder,
		Models: models, ModelCalls: calls, ModelTimeout: patience, ModelLater: a.patience > 0, Patience: a.patience,
	})
	return mem, p, err
}

// principal says who acts. Somebody at a terminal is a person and governs
// their own org; without a terminal an agent may be running the program,
// unless LOCI_PERSON=1 vouches for a script.
func (a *app) principal(s settings) (loci.Principal, error) {
	zone, err := parseZone(s.get("zone"))
	p := loci.Principal{
		Scope: loci.Scope{Org: s.get("org"), User: s.get("user"), Agent: s.get("agent"), Project: s.get("project")},
		Roles: []loci.Role{loci.RoleMember},
		Via:   loci.ViaAgent,
		Zone:  zone,
	}
	if a.person() {
		p.Via = loci.ViaTerminal
	}
	if a.person() && p.Org == loci.DefaultOrg {
		p.Roles = append(p.Roles, loci.RoleAdmin)
	}
	return p, err
}

// acting is who acts through a hook or a server: a member, never a person and
// never an admin, since an agent is at the other end.
func (a *app) acting(via loci.Via) (loci.Principal, error) {
	s, err := a.settings()
	if err != nil {
		return loci.Principal{}, err
	}
	p, err := a.principal(s)
	p.Via, p.Roles = via, []loci.Role{loci.RoleMember}
	return p, err
}

// zoneOf returns the zone in which times are written for people.
func zoneOf(ctx context.Context) *time.Location {
	if p, ok := loci.PrincipalFrom(ctx); ok && p.Zone != nil {
		return p.Zone
	}
	return time.Local
}

func (a *app) person() bool { return a.sys.StdinTTY || a.sys.Getenv("LOCI_PERSON") == "1" }

// temporary opens an empty store that the returned function removes. Demo and
// eval work in such stores and never see the configured one.
func temporary(ctx context.Context, now func() time.Time, models ...loci.Model) (loci.Service, func() error, error) {
	dir, err := os.MkdirTemp("", "loci-")
	if err != nil {
		return nil, nil, noFolder(err)
	}
	mem, err := local.Open(ctx, local.Options{
		Path: filepath.Join(dir, "memory.db"), Now: now, Zone: time.UTC,
		Secret: func(context.Context) ([]loci.Secret, error) { return nil, nil },
		Org:    loci.DefaultOrg, User: loci.DefaultUser, Models: models,
	})
	if err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(dir))
	}
	return mem.Service(), func() error { return errors.Join(mem.Close(), os.RemoveAll(dir)) }, nil
}
