package sqlite

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/locimem/loci"
	"github.com/ncruces/go-sqlite3"
)

// Examine says what is wrong with a memory file that [Open] cannot open, and
// counts the rows that can still be read. It needs nothing of the file to be
// sound, and changes nothing in it.
func Examine(ctx context.Context, path string, secret loci.SecretSource) loci.VerifyReport {
	var report loci.VerifyReport
	note := func(what string, err error) {
		if err != nil {
			report.Problems = append(report.Problems, fmt.Sprintf("%s: %v", what, err))
		}
	}
	h, err := identify(path)
	if err != nil {
		note("file", err)
		return report
	}
	from := Store{path: path}
	if h.kind == Sealed {
		if h, err = from.unlock(ctx, h, secret); err != nil {
			note("file", err)
			return report
		}
		defer from.files.close()
	} else {
		note("file", whole(path))
	}
	note("file", from.files.inspect(ctx, path, h.wal, func(c *conn) error {
		lines, err := texts(c.query(fmt.Sprintf("PRAGMA integrity_check(%d)", maxProblems)))
		if errors.Is(err, sqlite3.NOTADB) {
			return err
		}
		for _, line := range strings.Split(strings.Join(lines, "\n"), "\n") {
			if line != "ok" && line != "" && !strings.HasPrefix(line, "***") {
				note("file", errors.New(line))
			}
		}
		for _, t := range []struct {
			name string
			rows *int
		}{{"memories", &report.Memories}, {"turns", &report.Turns}, {"history", &report.History}} {
			*t.rows, err = readable(c, t.name)
			note("table "+t.name, err)
		}
		return nil
	}))
	return report
}

// whole compares the size of a file with that which its header tells.
func whole(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	var b [32]byte
	info, err := f.Stat()
	if _, unread := io.ReadFull(f, b[:]); err != nil || unread != nil {
		return errors.Join(err, unread)
	}
	page := int64(binary.BigEndian.Uint16(b[16:]))
	if page == 1 { // how 65536 is written
		page = 65536
	}
	if told := page * int64(binary.BigEndian.Uint32(b[28:])); info.Size() < told {
		return fmt.Errorf("it is cut off: %d of %d bytes are there", info.Size(), told)
	}
	return nil
}

// readable counts the rows of a table up to the first that cannot be read.
func readable(c *conn, table string) (n int, err error) {
	r := c.query("SELECT * FROM " + table + " NOT INDEXED")
	for r.next() {
		n++
	}
	return n, r.close()
}
