// Package service holds loci's use cases, a file each, over any store. There
// is one write path (write.go, draft.go) and one read path (search.go); every
// entry point goes through them.
package service

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/extract"
	"github.com/locimem/loci/internal/guard"
)

// Options configures a Service. The zero value works.
type Options struct {
	// Principal acts where the context names none. Empty labels take the
	// defaults: org local, user me.
	Principal loci.Principal
	// Model proposes facts beside the rules. Nil: rules only.
	Model loci.ModelExtractor
	// ModelTimeout bounds one call of the model; 0 = 10 s.
	ModelTimeout time.Duration
	// Compactor writes profiles where a request asks for it. Nil: none can be
	// asked for.
	Compactor loci.Model
	// Embedder finds memories by meaning beside words. Nil: words only.
	Embedder loci.Embedder
	// EmbedTimeout bounds how long a query waits for its vector; 0 = 2 s.
	EmbedTimeout time.Duration
	// ModelLater leaves turns for Maintain to show the model, because somebody
	// waits for Ingest.
	ModelLater bool
	// ModelCalls is how often the model may be asked on one day in one scope;
	// 0 = any number.
	ModelCalls int
	// Languages are those the user usually writes, for texts too short to tell.
	Languages []string
	// TurnsFor is how long turns are kept; 0 = 365 days, negative = not at all.
	TurnsFor time.Duration
	// Guard decides what may be stored; nil = guard.New with its defaults.
	Guard *guard.Guard
	// Holders are asked when something is forgotten.
	Holders []loci.Holder
	// Spool keeps turns for which the store was too busy; every call takes in
	// first what waits there. Nil: none.
	Spool loci.Spool
	// SpoolBusy has Ingest leave turns there that a busy store does not take.
	SpoolBusy bool
	// Progress is told how far a rebuilding of the index has come; nil = nobody.
	Progress func(done, total int)
	// Now is the clock; nil = time.Now.
	Now func() time.Time
}

// DefaultTurnsFor is how long turns are kept unless configured otherwise.
const DefaultTurnsFor = 365 * 24 * time.Hour

// Service implements loci.Service over a store. It is safe for concurrent use.
type Service struct {
	store       loci.Store
	guard       *guard.Guard
	extractor   *extract.Engine
	opts        Options
	ledger      ledger
	withholding withholding
	lapsed      atomic.Int64 // when a writer last did a slice of maintenance, Unix ns
}

var _ loci.Service = (*Service)(nil)

// New returns a service over a store. It does no I/O. Closing the store is the
// caller's.
func New(store loci.Store, o Options) (*Service, error) {
	if o.Guard == nil {
		o.Guard = guard.New(guard.Options{})
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.ModelTimeout == 0 {
		o.ModelTimeout = 10 * time.Second
	}
	if o.EmbedTimeout == 0 {
		o.EmbedTimeout = 2 * time.Second
	}
	if o.TurnsFor == 0 {
		o.TurnsFor = DefaultTurnsFor
	}
	engine, err := extract.New()
	if err != nil {
		return nil, err
	}
	s := &Service{store: store, guard: o.Guard, extractor: engine, opts: o}
	s.opts.Principal, err = normalise(o.Principal)
	return s, err
}

// now returns the present in the principal's zone, to the microsecond that
// stores keep.
func (s *Service) now(p loci.Principal) time.Time {
	t := s.opts.Now().Truncate(time.Microsecond)
	if p.Zone != nil {
		t = t.In(p.Zone)
	}
	return t
}

// newID returns a UUIDv7: sortable by creation, random in its tail.
func newID() string { return uuid.Must(uuid.NewV7()).String() }

// principal returns who acts, with normalised labels.
func (s *Service) principal(ctx context.Context) (loci.Principal, error) {
	if err := ctx.Err(); err != nil {
		return loci.Principal{}, err
	}
	if p, ok := loci.PrincipalFrom(ctx); ok {
		return normalise(p)
	}
	return s.opts.Principal, nil
}
