package spool

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/locimem/loci"
)

// Name implements [loci.Holder].
func (s *Spool) Name() string { return "messages that wait to be stored" }

// Holds implements [loci.Holder].
func (s *Spool) Holds(ctx context.Context, scope loci.Scope, texts []string) (bool, error) {
	holding, err := s.holding(ctx, scope, texts)
	return len(holding) > 0, err
}

// Erase implements [loci.Holder]: it erases the turns that hold a text, whole.
func (s *Spool) Erase(ctx context.Context, scope loci.Scope, texts []string) error {
	holding, err := s.holding(ctx, scope, texts)
	for _, name := range holding {
		err = errors.Join(err, s.wipe(name))
	}
	return err
}

// holding names the files of a scope's user that hold a text. The error says
// that there are some which cannot be read.
func (s *Spool) holding(ctx context.Context, scope loci.Scope, texts []string) ([]string, error) {
	waiting, err := s.files()
	var out []string
	for _, name := range waiting {
		t, bad := s.read(ctx, name)
		if bad != nil {
			if !errors.Is(bad, fs.ErrNotExist) {
				err = errors.Join(err, bad)
			}
			continue
		}
		owner := t.Principal.Scope
		if owner.Org == scope.Org && owner.User == scope.User && (len(texts) == 0 || mentions(t.Turn, texts)) {
			out = append(out, name)
		}
	}
	return out, err
}

func mentions(t loci.Turn, texts []string) bool {
	return slices.ContainsFunc(texts, func(text string) bool {
		return text != "" && (strings.Contains(t.Text, text) || strings.Contains(t.Speaker, text))
	})
}
