package local

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strconv"
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
// Words that this loci does not know are kept in the metadata.
func fromOriginal(r sqlite.OriginalRow) loci.Memory {
	created, updated := parseOriginalTime(r.CreatedAt), parseOriginalTime(r.UpdatedAt)
	if updated.IsZero() {
		updated = created
	}
	kept := map[string]string{}
	if r.Title != "" && r.Title != r.Content {
		kept["title"] = r.Title
	}
	m := loci.Memory{
		Key: r.Key, Kind: loci.Semantic, Text: r.Content,
		Category:   known(r.Category, loci.Categories(), loci.Preferences, "category", kept),
		Importance: originalImportance(r.Importance, kept),
		Status:     known(r.Status, loci.Statuses(), loci.Hypothesis, "status", kept),
		Confidence: min(max(r.Confidence, 0), 1), Polarity: loci.Affirmed,
		Origin: loci.FromImport, Tier: loci.TierNoted,
		Created: created, Updated: updated, Said: updated, ValidFrom: created,
		Evidence: r.EvidenceCount, Slot: loci.Slot{Subject: loci.SelfSubject},
	}
	trustOriginal(&m, r.Source)
	if m.Status == loci.Completed {
		m.Completed = updated
	}
	if due, err := loci.ParseWhen(r.ReviewAfter); err == nil {
		m.Due = &due
	}
	if m.Evidence > 0 && !updated.IsZero() {
		m.Days = []string{updated.Format(time.DateOnly)}
	}
	if len(kept) > 0 {
		m.Metadata, _ = json.Marshal(kept) // strings always marshal
	}
	return m
}

func trustOriginal(m *loci.Memory, source string) {
	switch source {
	case "manual":
		m.Origin, m.Tier, m.Confirmed = loci.UserStated, loci.TierConfirmed, m.Updated
	case "user_message":
		m.Origin, m.Tier, m.Quote = loci.UserStated, loci.TierStated, m.Text
	case "assistant_inference":
		m.Origin = loci.AssistantInferred
	case "consolidation":
		m.Origin = loci.FromSummary
	case "tool_result":
		m.Status = loci.Hypothesis
	}
}

func known[T ~string](word string, all []T, normal T, name string, kept map[string]string) T {
	if v := T(strings.ToLower(word)); slices.Contains(all, v) {
		return v
	}
	kept["original_"+name] = word
	return normal
}

// originalImportance reads a level's name, or the rank as which some versions
// stored it.
func originalImportance(word string, kept map[string]string) loci.Importance {
	if n, err := strconv.Atoi(word); err == nil && n >= 0 && n < len(loci.Importances()) {
		return loci.Importances()[n]
	}
	return known(word, loci.Importances(), loci.Medium, "importance", kept)
}

// parseOriginalTime reads the original's ISO times; those without a zone are
// in UTC. What cannot be read is the zero time.
func parseOriginalTime(s string) time.Time {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999", time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC()
		}
	}
	return time.Time{}
}

// Adopt puts a fresh memory file in the place of the original's, which it
// keeps under a new name, and returns that name. The caller imports from it.
func Adopt(ctx context.Context, path string) (kept string, err error) {
	kind, err := sqlite.Identify(path)
	if err != nil {
		return "", err
	}
	switch kind {
	case sqlite.PythonLoci:
	case sqlite.Missing:
		return "", loci.Errorf(loci.NotFound, "%s: no such file", path).WithHint("give the file of the Python loci that is to be taken over")
	case sqlite.Loci:
		return "", loci.Errorf(loci.Invalid, "%s is loci's own file already; there is nothing to adopt", path).
			WithHint("`loci list` shows what is in it")
	default:
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
	if kept, err = keep(path, ".python-loci"); err != nil {
		return "", err
	}
	return kept, os.Remove(path)
}
