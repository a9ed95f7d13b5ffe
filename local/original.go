package local

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/sqlite"
)

// ReadOriginal reads the memory file of the Python original of loci. The file
// is never written to.
func ReadOriginal(ctx context.Context, path string) ([]loci.Memory, error) {
	rows, err := sqlite.ReadOriginal(ctx, path)
	if err != nil {
		return nil, err
	}
	out := make([]loci.Memory, 0, len(rows))
	for _, r := range rows {
		out = append(out, fromOriginal(r))
	}
	return out, nil
}

// fromOriginal gives a row of the original the trust of its source: what was
// typed in is confirmed, what the user said is stated, all else is noted.
func fromOriginal(r sqlite.OriginalRow) loci.Memory {
	m := loci.Memory{
		Key: r.Key, Kind: loci.Semantic, Text: r.Content,
		Category: loci.Category(r.Category), Importance: loci.Importance(strings.ToLower(r.Importance)),
		Status: loci.Status(r.Status), Confidence: r.Confidence, Polarity: loci.Affirmed,
		Origin: loci.FromImport, Tier: loci.TierNoted,
		Created: r.Created, Updated: r.Updated, Said: r.Updated, ValidFrom: r.Created,
		Evidence: r.Evidence, Slot: loci.Slot{Subject: loci.SelfSubject},
	}
	switch r.Source {
	case "manual":
		m.Origin, m.Tier, m.Confirmed = loci.UserStated, loci.TierConfirmed, r.Updated
	case "user_message":
		m.Origin, m.Tier, m.Quote = loci.UserStated, loci.TierStated, r.Content
	case "assistant_inference":
		m.Origin = loci.AssistantInferred
	case "consolidation":
		m.Origin = loci.FromSummary
	case "tool_result":
		m.Status = loci.Hypothesis
	}
	if m.Status == loci.Completed {
		m.Completed = r.Updated
	}
	if !r.Review.IsZero() {
		due := loci.Day(r.Review)
		m.Due = &due
	}
	if m.Evidence > 0 && !r.Updated.IsZero() {
		m.Days = []string{r.Updated.Format(time.DateOnly)}
	}
	if r.Title != "" && r.Title != r.Content {
		m.Metadata, _ = json.Marshal(map[string]string{"title": r.Title})
	}
	return m
}

// Adopt puts a fresh memory file in the place of the original's, which it
// keeps under a new name, and returns that name. The caller imports from it.
func Adopt(ctx context.Context, path string) (kept string, err error) {
	kind, err := sqlite.Identify(path)
	if err != nil {
		return "", err
	}
	if kind != sqlite.KindPythonLoci {
		return "", loci.Errorf(loci.Invalid, "%s is not a file of the Python loci", path)
	}
	if _, err := sqlite.ReadOriginal(ctx, path); err != nil {
		return "", err
	}
	for _, suffix := range []string{"-wal", "-shm", "-journal"} {
		if _, err := os.Stat(path + suffix); err == nil {
			return "", loci.Errorf(loci.Unavailable, "another program has %s open", path).WithHint("stop it, then try again")
		}
	}
	for n := 0; ; n++ {
		kept = path + ".python-loci"
		if n > 0 {
			kept = fmt.Sprintf("%s.%d", kept, n)
		}
		// A link refuses to overwrite, where a rename would not.
		err := os.Link(path, kept)
		if os.IsExist(err) {
			continue
		}
		if err != nil {
			return "", loci.Errorf(loci.Unavailable, "cannot keep %s as %s: %w", path, kept, err)
		}
		break
	}
	return kept, os.Remove(path)
}
