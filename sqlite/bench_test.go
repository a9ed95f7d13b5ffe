package sqlite_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/sqlite"
	"github.com/ncruces/go-sqlite3"
)

// vocabulary draws terms with the frequencies of a language: term i about 1/i
// as often as the first.
type vocabulary struct {
	rng  *rand.Rand
	zipf *rand.Zipf
}

func newVocabulary(seed uint64) vocabulary {
	rng := rand.New(rand.NewPCG(seed, seed))
	return vocabulary{rng, rand.NewZipf(rng, 1.1, 4, 20_000)}
}

// sentence returns a text of about 80 bytes and its distinct terms, ascending.
func (v vocabulary) sentence() (text string, terms []string) {
	seen := map[string]bool{}
	for len(text) < 75 {
		word := fmt.Sprintf("w%05d", v.zipf.Uint64())
		text += " " + word
		if !seen[word] {
			seen[word] = true
			terms = append(terms, word)
		}
	}
	return text[1:], sorted(terms)
}

// fill writes n memories of one scope in few transactions.
func fill(b testing.TB, s loci.Store, n int) {
	b.Helper()
	words := newVocabulary(1)
	for from := 0; from < n; from += 1000 {
		var all loci.Changeset
		for i := from; i < min(from+1000, n); i++ {
			text, terms := words.sentence()
			c := write(i, text, terms...)
			all.Memories = append(all.Memories, c.Memories...)
			all.History = append(all.History, c.History...)
		}
		apply(b, s, all)
	}
}

// bare is a file with one table, the same pragmas and nothing of loci.
func bare(b testing.TB, path string) (*sqlite3.Conn, *sqlite3.Stmt) {
	b.Helper()
	db, err := sqlite3.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	if err := db.Exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
		PRAGMA temp_store = MEMORY; PRAGMA busy_timeout = 10000;
		CREATE TABLE IF NOT EXISTS bare (id TEXT PRIMARY KEY, text TEXT NOT NULL, created INTEGER NOT NULL) STRICT`); err != nil {
		b.Fatal(err)
	}
	insert, _, err := db.Prepare("INSERT INTO bare VALUES (?, ?, ?)")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { insert.Close() })
	return db, insert
}

// BenchmarkRemember writes durably, by turns, one memory with postings and
// history and one bare row of the same text. The bar is a ratio of 3.
func BenchmarkRemember(b *testing.B) {
	for _, size := range []int{0, 10_000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			s := open(b, temp(b))
			fill(b, s, size)
			db, insert := bare(b, temp(b))
			words := newVocabulary(2)
			var whole, row time.Duration
			for i := 0; b.Loop(); i++ {
				text, terms := words.sentence()
				c := write(size+i, text, terms...)
				start := time.Now()
				apply(b, s, c)
				whole += time.Since(start)

				start = time.Now()
				insert.BindText(1, string(c.Memories[0].Memory.ID))
				insert.BindText(2, text)
				insert.BindInt64(3, day.UnixMicro())
				if err := db.Exec("BEGIN IMMEDIATE"); err != nil {
					b.Fatal(err)
				}
				if err := insert.Exec(); err != nil {
					b.Fatal(err)
				}
				if err := db.Exec("COMMIT"); err != nil {
					b.Fatal(err)
				}
				row += time.Since(start)
			}
			b.ReportMetric(float64(whole.Microseconds())/float64(b.N), "µs/remember")
			b.ReportMetric(float64(row.Microseconds())/float64(b.N), "µs/row")
			b.ReportMetric(float64(whole)/float64(row), "ratio")
		})
	}
}

// BenchmarkPostings asks for five terms, frequent and rare, in a scope of
// 100,000 memories.
func BenchmarkPostings(b *testing.B) {
	ctx := context.Background()
	s := open(b, temp(b))
	fill(b, s, 100_000)
	for name, terms := range map[string][]string{
		"frequent": {"w00003", "w00010", "w00040", "w00200", "w01000"},
		"rare":     {"w01000", "w02000", "w03000", "w05000", "w10000"},
	} {
		b.Run(name, func(b *testing.B) {
			n := 0
			for b.Loop() {
				p, err := s.Postings(ctx, loci.PostingsQuery{Scopes: me.Visible(), Kind: loci.DocMemory, Terms: terms})
				if err != nil {
					b.Fatal(err)
				}
				n = 0
				for _, list := range p.Terms {
					n += len(list)
				}
			}
			b.ReportMetric(float64(n), "postings")
		})
	}
}

// BenchmarkFirst reads what a context block is chosen from: the freshest of one
// importance, in scopes of different sizes.
func BenchmarkFirst(b *testing.B) {
	for _, size := range []int{1000, 100_000} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			s := open(b, temp(b))
			fill(b, s, size)
			for b.Loop() {
				got, err := s.Memories(context.Background(), loci.MemoryQuery{
					Scopes: me.Visible(), Statuses: []loci.Status{loci.Active, loci.Hypothesis, loci.Completed},
					NotKinds: []loci.Kind{loci.Procedural}, Importance: loci.Medium, Order: loci.NewestFirst, Limit: 24,
				})
				if err != nil || len(got) != 24 {
					b.Fatal(len(got), err)
				}
			}
		})
	}
}

// BenchmarkOpen opens a file of 10,000 memories and reads one, by turns with a
// program of the same driver and pragmas that knows nothing of loci.
func BenchmarkOpen(b *testing.B) {
	ctx := context.Background()
	path := temp(b)
	s := open(b, path)
	fill(b, s, 10_000)
	s.Close()
	plain := filepath.Join(b.TempDir(), "plain.db")
	db, insert := bare(b, plain)
	for i := range 10_000 {
		insert.BindText(1, fmt.Sprint(i))
		insert.BindText(2, "a text")
		insert.BindInt64(3, 0)
		insert.Exec()
	}
	insert.Close()
	db.Close()

	var whole, row time.Duration
	for b.Loop() {
		start := time.Now()
		s, err := sqlite.Open(ctx, path, sqlite.Options{})
		if err != nil {
			b.Fatal(err)
		}
		got, err := s.Memories(ctx, loci.MemoryQuery{Scopes: []loci.Scope{me}, IDs: []loci.ID{write(7, "").Memories[0].Memory.ID}})
		if err != nil || len(got) != 1 {
			b.Fatal(got, err)
		}
		s.Close()
		whole += time.Since(start)

		start = time.Now()
		db, err := sqlite3.Open(plain)
		if err != nil {
			b.Fatal(err)
		}
		if err := db.Exec(`PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY; PRAGMA busy_timeout = 10000`); err != nil {
			b.Fatal(err)
		}
		get, _, err := db.Prepare("SELECT text FROM bare WHERE id = '7'")
		if err != nil || !get.Step() || get.ColumnText(0) != "a text" {
			b.Fatal(err)
		}
		get.Close()
		db.Close()
		row += time.Since(start)
	}
	b.ReportMetric(float64(whole.Microseconds())/float64(b.N), "µs/open")
	b.ReportMetric(float64(row.Microseconds())/float64(b.N), "µs/bare")
	b.ReportMetric(float64(whole)/float64(row), "ratio")
}
