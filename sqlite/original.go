package sqlite

import (
	"context"

	"github.com/locimem/loci"
)

// originalColumns are the columns of the Python original's only table.
var originalColumns = []string{
	"key", "title", "content", "category", "importance", "source", "status",
	"confidence", "evidence_count", "review_after", "created_at", "updated_at",
}

// OriginalRow is a memory of the Python original as its file holds it; nothing
// is interpreted.
type OriginalRow struct {
	Key           string
	Title         string
	Content       string
	Category      string
	Importance    string // a word, or the digit of its rank
	Source        string
	Status        string
	Confidence    float64
	EvidenceCount int
	ReviewAfter   string // ISO date; empty for none
	CreatedAt     string // ISO times
	UpdatedAt     string
}

// ReadOriginal reads all memories of the Python original's file, the oldest
// first. It never writes to that file.
func ReadOriginal(ctx context.Context, path string) ([]OriginalRow, error) {
	h, err := identify(path)
	if err != nil {
		return nil, err
	}
	if h.kind != PythonLoci {
		return nil, loci.Errorf(loci.Invalid, "%s is not a file of the Python program loci", path)
	}
	var out []OriginalRow
	err = files{}.inspect(ctx, path, h.wal, func(c *conn) error {
		r := c.query(`SELECT key, title, content, category, importance, source, status,
			confidence, evidence_count, review_after, created_at, updated_at
			FROM memories ORDER BY created_at, key`)
		for r.next() {
			out = append(out, OriginalRow{
				Key: r.text(), Title: r.text(), Content: r.text(),
				Category: r.text(), Importance: r.text(), Source: r.text(), Status: r.text(),
				Confidence: r.float(), EvidenceCount: int(r.int()),
				ReviewAfter: r.text(), CreatedAt: r.text(), UpdatedAt: r.text(),
			})
		}
		return r.close()
	})
	if err != nil {
		return nil, (&Store{path: path}).fault(ctx, err)
	}
	return out, nil
}
