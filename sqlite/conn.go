package sqlite

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ncruces/go-sqlite3"
)

// maxStatements bounds the prepared statements that a connection keeps.
const maxStatements = 128

// conn is one connection with its prepared statements.
type conn struct {
	*sqlite3.Conn
	statements map[string]*sqlite3.Stmt
}

// connect opens a connection and runs its pragmas.
func connect(ctx context.Context, uri string, flags sqlite3.OpenFlag, busy time.Duration, pragmas string) (*conn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	db, err := sqlite3.OpenFlags(uri, flags|sqlite3.OPEN_URI)
	if err != nil {
		return nil, err
	}
	c := &conn{Conn: db, statements: map[string]*sqlite3.Stmt{}}
	if err := errors.Join(db.BusyTimeout(busy), db.Exec(pragmas)); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return c, nil
}

func (c *conn) close() error {
	var errs []error
	for _, s := range c.statements {
		errs = append(errs, s.Close())
	}
	return errors.Join(append(errs, c.Conn.Close())...)
}

// exec runs one statement that returns no rows.
func (c *conn) exec(sql string, args ...any) error {
	r := c.query(sql, args...)
	for r.next() {
	}
	return r.close()
}

// query starts a statement. The rows must be closed before the same statement
// is used again.
func (c *conn) query(sql string, args ...any) *rows {
	s, keep := c.statements[sql]
	if !keep {
		var err error
		if s, _, err = c.PrepareFlags(sql, sqlite3.PREPARE_PERSISTENT); err != nil {
			return &rows{err: err}
		}
		if keep = len(c.statements) < maxStatements; keep {
			c.statements[sql] = s
		}
	}
	r := &rows{stmt: s, discard: !keep}
	for i, arg := range args {
		if err := bind(s, i+1, arg); err != nil {
			r.err = err
			break
		}
	}
	return r
}

// one returns the first column of the first row, and says whether there is one.
func (c *conn) one(sql string, args ...any) (v int64, found bool, err error) {
	return first(c.query(sql, args...), func(r *rows) (int64, error) { return r.int(), nil })
}

// first scans the first row of a query, and says whether there is one.
func first[T any](r *rows, scan func(*rows) (T, error)) (v T, found bool, err error) {
	if found = r.next(); found {
		v, r.err = scan(r)
	}
	return v, found, r.close()
}

func bind(s *sqlite3.Stmt, i int, arg any) error {
	switch v := arg.(type) {
	case nil:
		return s.BindNull(i)
	case string:
		return s.BindText(i, v)
	case int64:
		return s.BindInt64(i, v)
	case int:
		return s.BindInt(i, v)
	case bool:
		return s.BindBool(i, v)
	case float64:
		return s.BindFloat(i, v)
	case []byte:
		return s.BindBlob(i, v)
	}
	return fmt.Errorf("cannot bind a %T", arg)
}

// rows reads the rows of a statement, the columns of each from left to right.
type rows struct {
	stmt    *sqlite3.Stmt
	column  int
	err     error
	discard bool // the statement is not kept
}

func (r *rows) next() bool {
	r.column = 0
	return r.err == nil && r.stmt.Step()
}

// close ends the reading and returns its error, if any.
func (r *rows) close() error {
	if r.stmt == nil {
		return r.err
	}
	err := errors.Join(r.err, r.stmt.Err())
	if reset := r.stmt.Reset(); err == nil { // it repeats the error of the last step
		err = reset
	}
	if r.discard {
		return errors.Join(err, r.stmt.Close())
	}
	return err
}

func (r *rows) at() int {
	r.column++
	return r.column - 1
}

func (r *rows) text() string   { return r.stmt.ColumnText(r.at()) }
func (r *rows) int() int64     { return r.stmt.ColumnInt64(r.at()) }
func (r *rows) bool() bool     { return r.stmt.ColumnInt64(r.at()) != 0 }
func (r *rows) float() float64 { return r.stmt.ColumnFloat(r.at()) }
func (r *rows) blob() []byte   { return r.stmt.ColumnBlob(r.at(), nil) }
func (r *rows) raw() []byte    { return r.stmt.ColumnRawBlob(r.at()) } // until the next row
func (r *rows) null() bool     { return r.stmt.ColumnType(r.column) == sqlite3.NULL }

// time reads what stamp or optional wrote.
func (r *rows) time() time.Time {
	if r.null() {
		r.column++
		return time.Time{}
	}
	return time.UnixMicro(r.int()).UTC()
}

// stamp is how a time is stored that every row has. The zero time survives.
func stamp(t time.Time) int64 { return t.UnixMicro() }

// optional is how a time is stored that a row may lack.
func optional(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMicro()
}
