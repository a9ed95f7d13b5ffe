package local

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
	"github.com/locimem/loci/internal/text"
	"github.com/locimem/loci/sqlite"
)

// Health is what a check found.
type Health string

// The states of health.
const (
	Healthy Health = "ok"
	Warning Health = "warn"
	Failing Health = "fail"
)

// Check is one line of a doctor's report.
type Check struct {
	Name   string `json:"name"`
	Health Health `json:"health"`
	Detail string `json:"detail,omitempty"`
	Hint   string `json:"hint,omitempty"` // what to do about it
}

// DoctorReport says how a memory file is.
type DoctorReport struct {
	Path   string            `json:"path"`
	Checks []Check           `json:"checks"`
	Store  loci.VerifyReport `json:"store"`
	Fixed  bool              `json:"fixed,omitempty"` // the index was rebuilt
	Kept   string            `json:"kept,omitempty"`  // where the damaged file is that a backup has replaced
}

// Healthy reports whether nothing fails.
func (r DoctorReport) Healthy() bool {
	for _, c := range r.Checks {
		if c.Health == Failing {
			return false
		}
	}
	return true
}

// Doctor checks the file, its permissions, its integrity, and its index
// against its rows. With repair it rebuilds the index.
func (m *Memory) Doctor(ctx context.Context, repair bool) (DoctorReport, error) {
	r := DoctorReport{Path: m.path, Checks: outside(m.path)}
	var err error
	if r.Store, err = m.store.Verify(ctx); err != nil {
		return r, err
	}
	if repair && len(r.Store.Problems) > 0 {
		if err := m.service.Reindex(ctx); err != nil {
			return r, err
		}
		if r.Store, err = m.store.Verify(ctx); err != nil {
			return r, err
		}
		r.Fixed = len(r.Store.Problems) == 0
	}
	integrity := Check{Name: "integrity", Health: Healthy, Detail: fmt.Sprintf("%d memories, %d turns, %d changes, %d postings",
		r.Store.Memories, r.Store.Turns, r.Store.History, r.Store.Postings)}
	if len(r.Store.Problems) > 0 {
		integrity.Name = "contents"
	}
	r.Checks = append(r.Checks, integrity)
	for _, p := range r.Store.Problems {
		r.Checks = append(r.Checks, Check{Name: "integrity", Health: Failing, Detail: p,
			Hint: "loci doctor --repair rebuilds the index; if it stays, " + restoring(m.path)})
	}
	analyser, err := m.store.Analyser(ctx)
	if err != nil {
		return r, err
	}
	index := Check{Name: "index", Health: Healthy, Detail: fmt.Sprintf("analyser %d", analyser)}
	if analyser != 0 && analyser != text.Version {
		index = Check{Name: "index", Health: Warning, Detail: fmt.Sprintf("written by analyser %d; this is %d", analyser, text.Version),
			Hint: "loci maintain brings it up to date"}
	}
	r.Checks = append(r.Checks, index)
	meaning, err := m.checkEmbedder(ctx)
	if err != nil {
		return r, err
	}
	saved, err := m.checkThreads(ctx)
	if err != nil {
		return r, err
	}
	waiting, err := m.checkSpool(ctx)
	r.Checks = append(r.Checks, meaning, saved, waiting, checkEncryption(m.path))
	return r, err
}

// checkSpool says what waits to be stored. A call that could has just taken it in.
func (m *Memory) checkSpool(ctx context.Context) (Check, error) {
	c := Check{Name: "spool", Health: Healthy, Detail: "empty"}
	waiting, unreadable, err := m.spool.Waiting(ctx)
	if waiting > 0 {
		c.Health, c.Detail = Warning, fmt.Sprintf("%d messages wait in %s", waiting, spoolDir(m.path))
		c.Hint = "`loci maintain` stores them"
	}
	if unreadable > 0 {
		c.Detail += fmt.Sprintf(", %d of them unreadable", unreadable)
		c.Hint = "they were sealed with another key, or are damaged; remove them if they are not wanted"
	}
	return c, err
}

// checkEmbedder asks the embedder for a vector and looks whether memories wait
// for theirs.
func (m *Memory) checkEmbedder(ctx context.Context) (Check, error) {
	c := Check{Name: "embedder", Health: Healthy, Detail: "none: memories are found by words and slots alone"}
	if m.embedder == nil {
		return c, nil
	}
	c.Detail = m.embedder.Model()
	asked, cancel := context.WithTimeout(ctx, embedderPatience)
	defer cancel()
	if _, err := m.embedder.Embed(asked, []string{"loci"}); err != nil {
		c.Health, c.Detail = Warning, err.Error()
		c.Hint = "memories are found by words and slots meanwhile"
		return c, nil
	}
	lacking, err := m.store.Memories(ctx, loci.MemoryQuery{
		AllScopes: true, Lacks: m.embedder.Model(), Limit: 1,
		Statuses: []loci.Status{loci.Active, loci.Hypothesis, loci.Completed},
	})
	if len(lacking) > 0 {
		c.Health, c.Detail, c.Hint = Warning, c.Detail+": some memories have no vector yet", "loci maintain embeds them"
	}
	return c, err
}

// embedderPatience is how long the embedder may take for one word.
const embedderPatience = 10 * time.Second

// checkThreads reads every checkpoint of every saved thread.
func (m *Memory) checkThreads(ctx context.Context) (Check, error) {
	c := Check{Name: "threads", Health: Healthy}
	saver, err := threads{m.store}.saver(ctx)
	if err != nil {
		return c, err
	}
	n := 0
	for _, err := range saver.List(ctx, checkpoint.Query{}) {
		if ctx.Err() != nil {
			return c, ctx.Err()
		}
		if loci.CodeOf(err) == loci.Denied {
			c.Health, c.Detail = Warning, err.Error()
			c.Hint = cmp.Or(loci.HintOf(err), "set LOCI_ENCRYPTION_KEY to the key of the threads to have them checked")
			return c, nil
		}
		if err != nil {
			c.Health, c.Detail, c.Hint = Failing, err.Error(), "`loci thread prune THREAD --delete` removes a thread; or "+restoring(m.path)
			return c, nil
		}
		n++
	}
	c.Detail = fmt.Sprintf("%d checkpoints", n)
	return c, nil
}

// checkEncryption says whether the file is encrypted. A plain one is no fault.
func checkEncryption(path string) Check {
	c := Check{Name: "encryption", Health: Healthy, Detail: "none"}
	sealed, err := Encrypted(path)
	switch {
	case err != nil:
		c.Health, c.Detail = Failing, err.Error()
	case sealed:
		c.Detail = "AES-XTS; pages are not authenticated"
	}
	return c
}

// checkFolder looks whether others could put another file in the place of one of
// the folder's. They may look into it: what is private is the file.
func checkFolder(dir string) Check {
	exposed := func(m fs.FileMode) bool { return m.Perm()&0o022 != 0 && m&fs.ModeSticky == 0 }
	return checkPermissions(dir, exposed, "others can replace the file", "move the file to a folder of your own, or chmod go-w %q")
}

// checkPrivate looks whether others could read a file.
func checkPrivate(path string) Check {
	exposed := func(m fs.FileMode) bool { return m.Perm()&0o177 != 0 }
	return checkPermissions(path, exposed, "others can read it", "chmod 0600 %q")
}

// lowSpace is where a disk is nearly full: an order of magnitude above what the
// WAL may take.
const lowSpace = 512 << 20

// checkRoom tries whether the file can be written, and looks how long still.
func checkRoom(path string) Check {
	c := Check{Name: "space", Health: Healthy}
	free, known := sqlite.Free(path)
	if known {
		c.Detail = fmt.Sprintf("%d MiB are free", free>>20)
	}
	if err := sqlite.Writable(path); err != nil {
		c.Health, c.Detail, c.Hint = Failing, err.Error(), loci.HintOf(err)
	} else if known && free < lowSpace {
		c.Health, c.Hint = Warning, "free some space, before messages can no longer be kept"
	}
	return c
}

// checkPermissions warns of a mode that exposes a path; the hint takes the path.
func checkPermissions(path string, exposed func(fs.FileMode) bool, how, hint string) Check {
	c := Check{Name: "permissions", Health: Healthy, Detail: path}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		c.Health, c.Detail = Failing, err.Error()
	case runtime.GOOS != "windows" && exposed(info.Mode()):
		c.Health = Warning
		c.Detail = fmt.Sprintf("%s is %04o: %s", path, info.Mode().Perm(), how)
		c.Hint = fmt.Sprintf(hint, path)
	}
	return c
}
