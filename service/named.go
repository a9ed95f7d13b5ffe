package service

import (
	"context"
	"slices"
	"strings"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/extract"
	"github.com/locimem/loci/internal/text"
)

// named returns whom the speaker has told the name of. Where the store does not
// answer there is nobody: the turn is read all the same.
func (s *Service) named(ctx context.Context, scope loci.Scope, subject string) []extract.Known {
	related, err := s.store.Memories(ctx, loci.MemoryQuery{
		Scopes: []loci.Scope{scope}, Subject: subject, Categories: []loci.Category{loci.Relationships}, Statuses: []loci.Status{loci.Active},
	})
	if err != nil {
		return nil
	}
	var out []extract.Known
	for _, m := range related {
		relation, rest, _ := strings.Cut(m.Slot.Attribute, ":")
		name, _, more := strings.Cut(rest, ":") // "sibling:ana", "sibling:ana:home"
		k := extract.Known{Name: strings.ReplaceAll(name, "_", " "), Slot: relation + ":" + name}
		if k.Name != "" && (more || k.Name == text.FoldMarks(m.Value, "")) && !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	return out
}
