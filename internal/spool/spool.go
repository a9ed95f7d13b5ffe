// Package spool keeps turns on the disk while the store is too busy to take
// them: a file each, beside the memory file, sealed if that is, and overwritten
// before it is removed.
package spool

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/locimem/loci"
)

// Sealer makes what is on the disk as unreadable as the memory file is.
type Sealer interface {
	Seal(ctx context.Context, data []byte) ([]byte, error)
	// Open returns what was sealed; what never was as it is, but only where Seal
	// would leave it so.
	Open(ctx context.Context, data []byte) ([]byte, error)
	// Fits reports whether what Seal made is still as Seal would make it: the
	// memory file may have been encrypted meanwhile.
	Fits(sealed []byte) bool
}

// Spool is a [loci.Spool] in a folder. Several processes may use it at once.
type Spool struct {
	dir    string
	sealer Sealer
}

var _ loci.Spool = (*Spool)(nil)

// New returns the spool in a folder, which need not be there.
func New(dir string, s Sealer) *Spool { return &Spool{dir, s} }

// MaxWaiting is how many turns may wait. So many show that nothing ever takes
// them in.
const MaxWaiting = 10_000

// Add implements [loci.Spool].
func (s *Spool) Add(ctx context.Context, t loci.SpooledTurn) error {
	waiting, err := s.files()
	if err != nil {
		return err
	}
	if len(waiting) >= MaxWaiting {
		return loci.Errorf(loci.Unavailable, "%d messages wait in %s already", len(waiting), s.dir).WithHint("`loci doctor` says what keeps the memory file busy")
	}
	data, err := encode(t)
	if err == nil {
		err = s.keep(ctx, s.sealer, data, stamp(time.Now()))
	}
	if err != nil {
		return loci.Errorf(loci.Unavailable, "cannot keep a message in %s: %w", s.dir, err)
	}
	return nil
}

// keep brings a turn to the disk, sealed as the memory file is. Who converts that
// seals what waits once it has done so: what it finds here it seals, and what is
// placed later is sealed again here, so that neither waits for the other.
func (s *Spool) keep(ctx context.Context, to Sealer, data []byte, at string) error {
	for {
		sealed, err := to.Seal(ctx, data)
		if err != nil {
			return err
		}
		name, err := s.place(sealed, at)
		if err != nil || to.Fits(sealed) {
			return err
		}
		if err := errors.Join(s.wipe(name), ctx.Err()); err != nil {
			return err
		}
	}
}

// Drain implements [loci.Spool]. One process drains at a time: to read the same
// turns in several takes as long for each of them.
func (s *Spool) Drain(ctx context.Context, take func(loci.SpooledTurn) error) error {
	waiting, err := s.files()
	if err != nil || len(waiting) == 0 {
		return err
	}
	unlock, err := s.lock(ctx)
	if err != nil {
		return loci.Errorf(loci.Unavailable, "another process takes in what waits: %w", err)
	}
	defer unlock()
	if waiting, err = s.files(); err != nil {
		return err
	}
	var failed []error
	for _, name := range waiting {
		if err := ctx.Err(); err != nil {
			return loci.Errorf(loci.Unavailable, "not all that waits was taken in: %w", err)
		}
		t, err := s.read(ctx, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue // somebody else has taken it
		}
		if err == nil {
			err = take(t)
		}
		if err == nil {
			err = s.wipe(name)
		}
		if loci.CodeOf(err) == loci.Unavailable {
			return err
		}
		failed = append(failed, err)
	}
	return errors.Join(failed...)
}

// Waiting counts the turns that wait, and those among them that cannot be read.
func (s *Spool) Waiting(ctx context.Context) (waiting, unreadable int, err error) {
	names, err := s.files()
	for _, name := range names {
		switch _, err := s.read(ctx, name); {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			unreadable++
			fallthrough
		default:
			waiting++
		}
	}
	return waiting, unreadable, err
}

// Reseal seals anew what waits, as the memory file is now. What cannot be read
// stays as it is: it stands in the way of no conversion, and [Spool.Waiting] tells
// of it.
func (s *Spool) Reseal(ctx context.Context, to Sealer) error {
	waiting, err := s.files()
	if err != nil {
		return err
	}
	for _, name := range waiting {
		data, err := s.open(ctx, name)
		if err != nil {
			continue
		}
		// Twice for a moment, which its id tells.
		if err := errors.Join(s.keep(ctx, to, data, stampOf(name)), s.wipe(name)); err != nil {
			return loci.Errorf(loci.Unavailable, "cannot seal %s anew: %w", filepath.Join(s.dir, name), err)
		}
	}
	s.sealer = to
	return nil
}

// read returns a turn that waits.
func (s *Spool) read(ctx context.Context, name string) (loci.SpooledTurn, error) {
	data, err := s.open(ctx, name)
	if err != nil {
		return loci.SpooledTurn{}, err
	}
	return decode(data)
}

// open returns the content of a file; fs.ErrNotExist says that it is gone, be
// it only overwritten yet.
func (s *Spool) open(ctx context.Context, name string) ([]byte, error) {
	data, err := s.content(name)
	if err != nil {
		return nil, err
	}
	if open, err := s.sealer.Open(ctx, data); err == nil && plausible(open) {
		return open, nil
	}
	if data, err := s.content(name); err == nil && len(data) > 0 && data[0] != 0 { // nobody is wiping it
		return nil, loci.Errorf(loci.Internal, "%s cannot be read", filepath.Join(s.dir, name)).WithHint("it is not sealed with the key of the memory file, or is damaged; remove it if it is not wanted")
	}
	return nil, errors.Join(fs.ErrNotExist, s.wipe(name))
}
