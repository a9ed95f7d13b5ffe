package sqlite_test

import (
	"bufio"
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
	"github.com/locimem/loci/sqlite"
	"github.com/ncruces/go-sqlite3"
)

var kills = flag.Int("kills", 20, "how often TestKill kills a writer; LOCI_NIGHTLY makes it 200")

// TestMain lets the test binary run itself as another process.
func TestMain(m *testing.M) {
	if len(os.Args) == 5 && os.Args[1] == "child" {
		if err := work(os.Args[2], os.Args[3], os.Args[4]); err != nil {
			fmt.Fprintln(os.Stderr, err, loci.HintOf(err))
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// child returns this program as another process with a job to do.
func child(t *testing.T, job, path string, arg ...any) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, "child", job, path, fmt.Sprint(arg...))
	c.Stderr = os.Stderr
	return c
}

// work is what a child does.
func work(job, path, arg string) error {
	ctx := context.Background()
	switch job {
	case "convert": // FROM:TO:STEP, and is killed at the step
		from, to, step := parseConversion(arg)
		return sqlite.ConvertUntil(ctx, path, sqlite.Options{Secret: from}, to, func(at string) {
			if at == step {
				self, err := os.FindProcess(os.Getpid())
				if err == nil {
					err = self.Kill()
				}
				panic(err)
			}
		})
	case "write": // 200 memories, then ends
		first, err := strconv.Atoi(arg)
		if err != nil {
			return err
		}
		s, err := sqlite.Open(ctx, path, sqlite.Options{})
		if err != nil {
			return err
		}
		for i := first; i < first+200; i++ {
			if _, err := s.Apply(ctx, write(i, fmt.Sprint("fact ", i), "fact", fmt.Sprint("n", i))); err != nil {
				return err
			}
		}
		return s.Close()
	case "acknowledge": // memories without end, each printed once it is durable
		fmt.Println("started")
		first, err := strconv.Atoi(arg)
		if err != nil {
			return err
		}
		s, err := sqlite.Open(ctx, path, sqlite.Options{})
		if err != nil {
			return err
		}
		for i := first; ; i++ {
			if _, err := s.Apply(ctx, write(i, fmt.Sprint("fact ", i), "fact", fmt.Sprint("n", i))); err != nil {
				return err
			}
			if _, err := fmt.Println(i); err != nil {
				return err
			}
		}
	case "fill":
		return fillUp(path)
	case "read": // one state of the file until stdin ends
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
	return fmt.Errorf("unknown job %q", job)
}

// TestFieldBug_C8_memorix291: eight processes that start at once on a file
// that is not there yet write 200 memories each; none sees a locked database.
func TestFieldBug_C8_memorix291(t *testing.T) {
	path := temp(t)
	var writers []*exec.Cmd
	for i := range 8 {
		c := child(t, "write", path, i*200)
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
	c := child(t, "acknowledge", path, first)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Error(err)
		return first
	}
	if err := c.Start(); err != nil {
		t.Error(err)
		return first
	}
	last := first
	seen := 0
	for lines := bufio.NewScanner(out); lines.Scan(); seen++ {
		if seen == l.lines {
			time.AfterFunc(l.more, func() { c.Process.Kill() })
		}
		if i, err := strconv.Atoi(lines.Text()); err == nil {
			acknowledge(i)
			last = i
		}
	}
	if err := c.Wait(); c.ProcessState.ExitCode() == 1 {
		t.Errorf("a writer gave up: %v", err)
	}
	return last + 2 // the one after the last may have been written unseen
}
