package sqlite

import (
	"cmp"
	"context"
	"errors"
	"sync"

	"github.com/locimem/loci"
)

// pool hands out connections, at most size at a time and in the order of
// asking; a pool of one is the queue of writers. Connections are opened when
// they are first needed, because a short-lived process rarely needs a second.
type pool struct {
	open  func(context.Context) (*conn, error)
	slots chan struct{}

	mu     sync.Mutex
	idle   []*conn
	closed bool
	why    error // it was closed, if somebody may ask
}

func newPool(size int, open func(context.Context) (*conn, error)) *pool {
	return &pool{open: open, slots: make(chan struct{}, size)}
}

// use runs f with a connection that ctx interrupts. A connection that met a
// fault below SQLite, or that cannot end its transaction, is not used again.
func (p *pool) use(ctx context.Context, f func(*conn) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-p.slots }()
	c, err := p.take(ctx)
	if err != nil {
		return err
	}
	c.SetInterrupt(ctx)
	err = f(c)
	c.SetInterrupt(context.Background())
	if unusable(err) || !c.GetAutocommit() {
		return errors.Join(err, c.close())
	}
	p.mu.Lock()
	p.idle = append(p.idle, c)
	p.mu.Unlock()
	return err
}

// take returns the connection used last, whose cache is the warmest.
func (p *pool) take(ctx context.Context) (*conn, error) {
	p.mu.Lock()
	closed, n := p.closed, len(p.idle)
	if !closed && n > 0 {
		c := p.idle[n-1]
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		return c, nil
	}
	p.mu.Unlock()
	if closed {
		return nil, cmp.Or(p.why, error(loci.Errorf(loci.Unavailable, "the store is closed")))
	}
	return p.open(ctx)
}

// close waits for the connections in use and closes all.
func (p *pool) close() error {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	for range cap(p.slots) {
		p.slots <- struct{}{}
	}
	defer func() {
		for range cap(p.slots) {
			<-p.slots
		}
	}()
	p.mu.Lock()
	defer p.mu.Unlock()
	var errs []error
	for _, c := range p.idle {
		errs = append(errs, c.close())
	}
	p.idle = nil
	return errors.Join(errs...)
}

// read runs f in a transaction that sees one state of the file.
func (s *Store) read(ctx context.Context, f func(*conn) error) error {
	err := s.readers.use(ctx, func(c *conn) error {
		return transaction(c, "BEGIN", f)
	})
	return s.fault(ctx, err)
}

// write runs f in a transaction that is the only one writing. Once f is done,
// the commit is no longer interrupted: its outcome is always known.
func (s *Store) write(ctx context.Context, f func(*conn) error) error {
	err := s.writer.use(ctx, func(c *conn) error {
		return transaction(c, "BEGIN IMMEDIATE", f)
	})
	return s.fault(ctx, err)
}

func transaction(c *conn, begin string, f func(*conn) error) error {
	if err := c.exec(begin); err != nil {
		return err
	}
	err := f(c)
	interrupted := c.SetInterrupt(context.Background()).Err()
	if err == nil && interrupted == nil {
		err = c.exec("COMMIT")
	}
	if err = errors.Join(err, interrupted); err != nil && !c.GetAutocommit() {
		err = errors.Join(err, c.exec("ROLLBACK"))
	}
	return err
}
