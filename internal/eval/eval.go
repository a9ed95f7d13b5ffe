// Package eval measures loci against data sets. Each data set has one function
// that reads files and returns a [Report]; the formats and the scoring are
// those of the data's own README.
//
// Evaluation always works on stores of its own: the caller hands over a
// [Factory], so that this package knows no store and can never touch the
// user's.
package eval

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/locimem/loci"
)

// Factory opens an empty temporary store whose clock is now and whose profiles
// the models write. The second result closes and removes it. Calls of the
// service need a principal: see [AsPerson].
type Factory func(ctx context.Context, now func() time.Time, models ...loci.Model) (loci.Service, func() error, error)

// AsPerson returns a context in which a person at a terminal acts, in the
// scope of user and in the zone of the data.
func AsPerson(ctx context.Context, user string, zone *time.Location) context.Context {
	return loci.WithPrincipal(ctx, loci.Principal{
		Scope: loci.Scope{Org: loci.DefaultOrg, User: user},
		Roles: []loci.Role{loci.RoleAdmin},
		Via:   loci.ViaTerminal,
		Zone:  zone,
	})
}

// Report is the outcome of an evaluation: named numbers, and what they were
// made of.
type Report struct {
	Figures map[string]float64 `json:"figures"`
	Details any                `json:"details"`
}

// Misses returns the cases that did not end as they must, for people to read.
func (r Report) Misses() []Detail {
	var out []Detail
	switch details := r.Details.(type) {
	case []Detail:
		for _, d := range details {
			if !d.OK {
				out = append(out, d)
			}
		}
	case TimexDetails:
		for _, m := range details.Misses {
			out = append(out, Detail{Lang: m.Lang, Input: m.Input, Expected: []string{m.Want}, Got: []string{m.Got}})
		}
	}
	return out
}

// Detail is one case and how it went.
type Detail struct {
	ID       string   `json:"id"`
	Lang     string   `json:"lang,omitempty"`
	Input    string   `json:"input,omitempty"`
	OK       bool     `json:"ok"`
	Expected []string `json:"expected,omitempty"`
	Got      []string `json:"got,omitempty"`
	Problems []string `json:"problems,omitempty"` // what went wrong, one line each
}

// Options narrow an evaluation.
type Options struct {
	Langs    []string              // only these languages; none = all
	Compact  bool                  // stories: compact each store before its last step and at its end
	Progress func(done, total int) // told after each case; nil = nobody
}

// Wants reports whether cases of a language are to be evaluated.
func (o Options) Wants(lang string) bool {
	return len(o.Langs) == 0 || slices.Contains(o.Langs, lang)
}

// Step tells the progress function, if there is one.
func (o Options) Step(done, total int) {
	if o.Progress != nil {
		o.Progress(done, total)
	}
}

// Ratio returns a/b, and 0 where there is nothing to divide by.
func Ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// Files expands files and folders to the files whose name ends in one of the
// extensions (".jsonl"), folders in ascending order and without recursion into
// hidden ones. A file named outright is taken whatever its name.
func Files(paths []string, exts ...string) ([]string, error) {
	var out []string
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, notReadable(path, err)
		}
		if !info.IsDir() {
			out = append(out, path)
			continue
		}
		err = filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && p != path && strings.HasPrefix(d.Name(), "."):
				return filepath.SkipDir
			case !d.IsDir() && slices.Contains(exts, filepath.Ext(p)):
				out = append(out, p)
			}
			return nil
		})
		if err != nil {
			return nil, notReadable(path, err)
		}
	}
	if len(out) == 0 {
		return nil, loci.Errorf(loci.NotFound, "no %s file in %s", strings.Join(exts, " or "), strings.Join(paths, ", "))
	}
	return out, nil
}

// ReadJSONL decodes one value per line of each file. A broken line is an
// error that names file and line: a figure over half a data set misleads.
func ReadJSONL[T any](files []string) ([]T, error) {
	var out []T
	for _, path := range files {
		f, err := os.Open(path)
		if err != nil {
			return nil, notReadable(path, err)
		}
		err = eachLine(f, func(n int, line []byte) error {
			var v T
			if err := json.Unmarshal(line, &v); err != nil {
				return loci.Errorf(loci.Invalid, "%s:%d: %w", path, n, err)
			}
			out = append(out, v)
			return nil
		})
		f.Close()
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

func eachLine(r io.Reader, f func(n int, line []byte) error) error {
	br := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, err := br.ReadBytes('\n')
		if len(strings.TrimSpace(string(line))) > 0 {
			if err := f(n, line); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("eval: read: %w", err)
		}
	}
}

func notReadable(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return loci.Errorf(loci.NotFound, "%s: no such file or folder", path).WithHint("look at the name; a folder stands for the files in it")
	}
	return loci.Errorf(loci.Invalid, "cannot read %s: %w", path, err)
}
