package checkpoint

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/locimem/loci"
)

var _ loci.PartHolder = (*Saver)(nil)

// Name implements [loci.Holder].
func (s *Saver) Name() string { return "saved threads" }

// Holds implements [loci.Holder]: whether any thread of the scope's user holds
// one of the texts, in whatever state, old ones included.
func (s *Saver) Holds(ctx context.Context, scope loci.Scope, texts []string) (bool, error) {
	holding, err := s.holding(ctx, scope, texts)
	return len(holding) > 0, err
}

// Parts implements [loci.PartHolder]: the ids of the threads that hold a text.
func (s *Saver) Parts(ctx context.Context, scope loci.Scope, texts []string) ([]string, error) {
	holding, err := s.holding(ctx, scope, texts)
	var out []string
	for _, t := range holding {
		out = append(out, t.ID)
	}
	return out, err
}

// Erase implements [loci.Holder]: it deletes the threads that hold a text. A
// part of a thread's past cannot be taken out, since the rest was made from it.
func (s *Saver) Erase(ctx context.Context, scope loci.Scope, texts []string) error {
	holding, err := s.holding(ctx, scope, texts)
	if err != nil {
		return err
	}
	for _, t := range holding {
		if err := s.DeleteThread(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// EraseParts implements [loci.PartHolder]: it deletes threads by their ids, which
// takes no key.
func (s *Saver) EraseParts(ctx context.Context, scope loci.Scope, ids []string) error {
	threads, err := s.store.Threads(ctx, ThreadQuery{Org: scope.Org, User: scope.User})
	if err != nil {
		return err
	}
	for _, info := range threads {
		if !slices.Contains(ids, info.Thread.ID) {
			continue
		}
		if err := s.DeleteThread(ctx, info.Thread); err != nil {
			return err
		}
	}
	return nil
}

func (s *Saver) holding(ctx context.Context, scope loci.Scope, texts []string) ([]Thread, error) {
	threads, err := s.store.Threads(ctx, ThreadQuery{Org: scope.Org, User: scope.User})
	if err != nil {
		return nil, err
	}
	var out []Thread
	for _, info := range threads {
		t := info.Thread
		if len(texts) == 0 {
			out = append(out, t)
			continue
		}
		rows, err := s.store.Checkpoints(ctx, RowQuery{Org: t.Org, User: t.User, ID: t.ID})
		if err != nil {
			return nil, err
		}
		found := false
		for _, row := range rows {
			found = found || mentions(row.Clear, texts)
		}
		b, err := s.contents(ctx, t, rows)
		if err != nil {
			return nil, err
		}
		b.bodies(func(body, _ []byte) ([]byte, error) {
			found = found || mentions(body, texts)
			return body, nil
		})
		if found {
			out = append(out, info.Thread)
		}
	}
	return out, nil
}

// mentions reports whether a string within JSON contains one of the texts.
func mentions(data []byte, texts []string) bool {
	if len(data) == 0 {
		return false
	}
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		v = string(data)
	}
	return anywhere(v, func(s string) bool {
		for _, text := range texts {
			if text != "" && strings.Contains(s, text) {
				return true
			}
		}
		return false
	})
}

func anywhere(v any, match func(string) bool) bool {
	switch v := v.(type) {
	case string:
		return match(v)
	case []any:
		for _, e := range v {
			if anywhere(e, match) {
				return true
			}
		}
	case map[string]any:
		for k, e := range v {
			if match(k) || anywhere(e, match) {
				return true
			}
		}
	}
	return false
}
