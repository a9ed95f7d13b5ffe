package sqlite_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/childtest"
	"github.com/locimem/loci/sqlite"
	"github.com/ncruces/go-sqlite3"
)

var kills = flag.Int("kills", 20, "how often TestKill kills a writer; LOCI_NIGHTLY makes it 200")

func TestMain(m *testing.M) {
	childtest.Main(m, map[string]func(path, arg string) error{
		"convert": convert, "write": write200, "acknowledge": acknowledge, "read": readOn,
		"fill": func(path, _ string) error { return fillUp(path) },
	})
}

// convert converts a file, as arg says FROM:TO:STEP, and is killed at the step.
func convert(path, arg string) error {
	from, to, step := parseConversion(arg)
	return sqlite.ConvertUntil(context.Background(), path, sqlite.Options{Secret: from}, to, func(at string) {
		if at == step {
			self, err := os.FindProcess(os.Getpid())
			if err == nil {
				err = self.Kill()
			}
			panic(err)
		}
	})
}

// write200 writes 200 memories from the number first on.
func write200(path, first string) error {
	n, s, err := openFrom(path, first)
	if err != nil {
		return err
	}
	for i := n; i < n+200; i++ {
		if err := writeFact(s, i); err != nil {
			return err
		}
	}
	return s.Close()
}

// acknowledge writes memories without end, and prints the number of each once it
// is durable.
func acknowledge(path, first string) error {
	fmt.Println("started")
	n, s, err := openFrom(path, first)
	if err != nil {
		return err
	}
	for i := n; ; i++ {
		if err := writeFact(s, i); err != nil {
			return err
		}
		if _, err := fmt.Println(i); err != nil {
			return err
		}
	}
}

func openFrom(path, first string) (int, *sqlite.Store, error) {
	n, err := strconv.Atoi(first)
	if err != nil {
		return 0, nil, err
	}
	s, err := sqlite.Open(context.Background(), path, sqlite.Options{})
	return n, s, err
}

func writeFact(s *sqlite.Store, i int) error {
	_, err := s.Apply(context.Background(), write(i, fmt.Sprint("fact ", i), "fact", fmt.Sprint("n", i)))
	return err
}

// readOn reads one state of the file until stdin ends.
func readOn(path, _ string) error {
	db, err := sqlite3.Open(path)
	if err != nil {
		return err
	}
	if err := db.Exec("BEGIN; SELECT count(*) FROM memories"); err != nil {
		return err
	}
	fmt.Println("reading")
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// TestFieldBug_C8_memorix291: eight processes that start at once on a file
// that is not there yet write 200 memories each; none sees a locked database.
func TestFieldBug_C8_memorix291(t *testing.T) {
	path := temp(t)
	var writers []*exec.Cmd
	for i := range 8 {
		c := childtest.Command(t, "write", path, i*200)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		writers = append(writers, c)
	}
	for _, c := range writers {
		if err := c.Wait(); err != nil {
			t.Errorf("a writer failed: %v", err)
		}
	}
	s := open(t, path)
	if got := verify(t, s); got.Memories != 1600 || got.History != 1600 {
		t.Errorf("got %+v", got)
	}
}

// TestOpenRace opens a file that is not there from many goroutines and
// processes at once; all find the same store.
func TestOpenRace(t *testing.T) {
	for range 10 {
		path := temp(t)
		var wg sync.WaitGroup
		macs := make([][]byte, 8)
		for i := range macs {
			wg.Go(func() {
				s, err := sqlite.Open(context.Background(), path, sqlite.Options{})
				if err != nil {
					t.Error(err)
					return
				}
				macs[i] = s.MAC([]byte("x"))
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		for _, mac := range macs {
			if !bytes.Equal(mac, macs[0]) {
				t.Fatal("two stores in one file")
			}
		}
	}
}

// TestKill kills writers at any moment. What a writer has printed is there.
func TestKill(t *testing.T) {
	n := *kills
	if os.Getenv("LOCI_NIGHTLY") != "" {
		n = max(n, 200)
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d, %d kills", seed, n)
	rng := rand.New(rand.NewPCG(seed, 0))

	path := temp(t)
	var mu sync.Mutex
	acknowledged := map[int]bool{}
	var wg sync.WaitGroup
	lives := make(chan life, n)
	for range n {
		lives <- life{rng.IntN(30), time.Duration(rng.Int64N(int64(5 * time.Millisecond)))}
	}
	close(lives)
	for writer := range 4 {
		wg.Go(func() {
			next := writer * 1_000_000
			for life := range lives {
				next = max(next, life.live(t, path, next, func(i int) {
					mu.Lock()
					acknowledged[i] = true
					mu.Unlock()
				}))
			}
		})
	}
	wg.Wait()

	s := open(t, path)
	verify(t, s)
	all, err := s.Memories(context.Background(), loci.MemoryQuery{AllScopes: true})
	if err != nil {
		t.Fatal(err)
	}
	stored := map[loci.ID]bool{}
	for _, m := range all {
		stored[m.ID] = true
	}
	lost := 0
	for i := range acknowledged {
		if !stored[write(i, "").Memories[0].Memory.ID] {
			lost++
		}
	}
	t.Logf("%d acknowledged, %d stored, %d lost", len(acknowledged), len(stored), lost)
	if lost > 0 || len(acknowledged) < n/2 {
		t.Errorf("%d of %d acknowledged writes are lost", lost, len(acknowledged))
	}
}

// life is when a writer is killed: some time after a number of lines.
type life struct {
	lines int
	more  time.Duration
}

// live runs a writer, kills it, and returns a number that it cannot have used.
func (l life) live(t *testing.T, path string, first int, acknowledge func(int)) (next int) {
	last := first
	killed, err := childtest.Live(childtest.Command(t, "acknowledge", path, first), l.lines, l.more, func(line string) {
		if i, err := strconv.Atoi(line); err == nil {
			acknowledge(i)
			last = i
		}
	})
	if !killed {
		t.Errorf("a writer gave up: %v", err)
	}
	return last + 2 // the one after the last may have been written unseen
}
