package sqlite

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/locimem/loci"
	"github.com/ncruces/go-sqlite3"
)

// applicationID marks a file as loci's: the letters "loci".
const applicationID = 0x6c6f6369

// Kind says whose a file is.
type Kind string

// The kinds.
const (
	Missing     Kind = "missing"
	Empty       Kind = "empty"
	Loci        Kind = "loci"         // ours, of whatever version
	PythonLoci  Kind = "python loci"  // the original's: one table of twelve columns
	RustLoci    Kind = "rust loci"    // loci-mcp's
	OtherSQLite Kind = "other sqlite" // somebody else's database
	Sealed      Kind = "encrypted"    // ours, and encrypted
	NotSQLite   Kind = "not sqlite"   // no database, or one that another program has encrypted
)

// Identify says whose the file at path is. It writes nothing.
func Identify(path string) (Kind, error) {
	h, err := identify(path)
	return h.kind, err
}

// header is what the first bytes of a file tell.
type header struct {
	kind    Kind
	version uint32
	wal     bool
}

// current reports whether the file needs no work before it can be used. The
// version may be behind what is in the WAL; then migrate finds nothing to do.
func (h header) current() bool {
	return h.kind == Loci && h.wal && int(h.version) >= len(migrations)
}

func identify(path string) (header, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return header{kind: Missing}, nil
	case err == nil && info.IsDir():
		return header{}, loci.Errorf(loci.Invalid, "%s is a directory", path).WithHint("name a file in it")
	case err == nil && !info.Mode().IsRegular(): // to open a pipe may take for ever
		return header{}, loci.Errorf(loci.Invalid, "%s is a pipe, a device or a socket", path).WithHint(elsewhere)
	}
	f, err := os.Open(path)
	if err != nil {
		return header{}, loci.Errorf(loci.Unavailable, "cannot open the memory file: %w", err)
	}
	defer f.Close()
	var b [100]byte
	switch n, err := io.ReadFull(f, b[:]); {
	case n == 0 && err == io.EOF:
		return header{kind: Empty}, nil
	case err == io.ErrUnexpectedEOF:
		return header{kind: NotSQLite}, nil
	case err != nil:
		return header{}, loci.Errorf(loci.Unavailable, "cannot read the memory file: %w", err)
	}
	if bytes.HasPrefix(b[:], []byte(magic)) {
		return header{kind: Sealed}, nil
	}
	h := parseHeader(b[:])
	if h.kind == OtherSQLite {
		h.kind = owner(path, h.wal)
	}
	return h, nil
}

func parseHeader(b []byte) header {
	if !bytes.HasPrefix(b, []byte("SQLite format 3\x00")) {
		return header{kind: NotSQLite}
	}
	h := header{kind: Loci, version: binary.BigEndian.Uint32(b[60:]), wal: b[18] == 2}
	if binary.BigEndian.Uint32(b[68:]) != applicationID {
		h.kind = OtherSQLite
	}
	return h
}

// owner tells the programs apart that are known to use the same default path.
func owner(path string, wal bool) Kind {
	kind := OtherSQLite
	err := files{}.inspect(context.Background(), path, wal, func(c *conn) error {
		columns, err := texts(c.query("SELECT name FROM pragma_table_info('memories') ORDER BY name"))
		if err != nil {
			return err
		}
		tables, err := texts(c.query("SELECT name FROM sqlite_schema WHERE type = 'table'"))
		switch {
		case slices.Equal(columns, slices.Sorted(slices.Values(originalColumns))):
			kind = PythonLoci
		case slices.Contains(tables, "memories") && slices.Contains(tables, "entity_relations"):
			kind = RustLoci
		}
		return err
	})
	if err != nil {
		return OtherSQLite
	}
	return kind
}

// inspect opens a file that is not ours, for reading only. Of a WAL that
// nobody has left behind it must not create one.
func (v files) inspect(ctx context.Context, path string, wal bool, f func(*conn) error) error {
	name := v.uri(path) + "&mode=ro"
	if wal && !exists(path+"-wal") {
		name = v.uri(path) + "&immutable=1"
	}
	c, err := connect(ctx, name, sqlite3.OPEN_READONLY, 5*time.Second,
		"PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
	if err != nil {
		return err
	}
	c.SetInterrupt(ctx)
	return errors.Join(f(c), c.close())
}

func texts(r *rows) ([]string, error) {
	var out []string
	for r.next() {
		out = append(out, r.text())
	}
	return out, r.close()
}

const elsewhere = "choose another file with --db or LOCI_DB"

// foreign is the refusal of another program's file, with the way on.
func foreign(path string, kind Kind) error {
	switch kind {
	case PythonLoci:
		return loci.Errorf(loci.Foreign, "%s belongs to the Python program loci", path).
			WithHint("`loci import --adopt %s` takes its memories over in its place; or %s and run `loci import %s`",
				quoted(path), elsewhere, quoted(path))
	case RustLoci:
		return loci.Errorf(loci.Foreign, "%s belongs to the Rust program loci-mcp", path).WithHint(elsewhere)
	case OtherSQLite:
		return loci.Errorf(loci.Foreign, "%s is the SQLite database of another program", path).WithHint(elsewhere)
	}
	return loci.Errorf(loci.Foreign, "%s is not a memory file", path).WithHint(elsewhere)
}

func newer(path string, version int64) error {
	return loci.Errorf(loci.Foreign, "%s was written by a newer loci (schema %d; this one knows %d)",
		path, version, len(migrations)).WithHint("upgrade loci")
}

// quoted writes a path so that it can be pasted into a shell.
func quoted(path string) string {
	if !strings.ContainsAny(path, " '\"\\$`?*#&;|<>()[]{}!~") {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}
