package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/transcript"
	"github.com/locimem/loci/service"
)

// noteMark is what a memory's line in Markdown does not show. It stands in a
// comment behind the text that it is true of.
type noteMark struct {
	Of         string          `json:"of"` // names the text: an edited one is a statement of its own
	Kind       loci.Kind       `json:"kind,omitempty"`
	Field      loci.Field      `json:"field,omitempty"`
	Importance loci.Importance `json:"importance,omitempty"`
	Status     loci.Status     `json:"status,omitempty"`
	Lang       string          `json:"lang,omitempty"`
	Slot       loci.Slot       `json:"slot,omitzero"`
	Value      string          `json:"value,omitempty"`
	Polarity   loci.Polarity   `json:"polarity,omitempty"`
	Due        *loci.When      `json:"due,omitempty"`
	Event      *loci.When      `json:"event,omitempty"`
	Confidence float64         `json:"confidence,omitempty"`
	Said       time.Time       `json:"said,omitzero"`
	Completed  time.Time       `json:"completed,omitzero"`
}

// noteOf writes a memory as a line under the heading of its category.
func noteOf(m loci.Memory) (transcript.Note, error) {
	mark, err := json.Marshal(noteMark{
		Of: textName(m.Text), Kind: m.Kind, Field: m.Field, Importance: m.Importance, Status: m.Status, Lang: m.Lang,
		Slot: m.Slot, Value: m.Value, Polarity: m.Polarity, Due: m.Due, Event: m.Event, Confidence: m.Confidence, Said: m.Said, Completed: m.Completed,
	})
	section := string(m.Category)
	return transcript.Note{Section: strings.ToUpper(section[:1]) + section[1:], Text: m.Text, Mark: string(mark)}, err
}

func textName(text string) string { return loci.TextDigest(text)[:8] }

// memoryOf reads a note, be it of loci's writing or not.
func memoryOf(n transcript.Note) loci.Memory {
	m := loci.Memory{Text: n.Text, Confidence: 1} // as of what is remembered
	if c, err := loci.ParseCategory(strings.ToLower(n.Section)); err == nil {
		m.Category = c
	}
	var mark noteMark
	if json.Unmarshal([]byte(n.Mark), &mark) != nil || mark.Of == "" {
		return m // somebody else's comment
	}
	m.Kind, m.Field, m.Importance = mark.Kind, mark.Field, mark.Importance
	if mark.Of == textName(n.Text) {
		m.Status, m.Lang, m.Slot, m.Value, m.Polarity = mark.Status, mark.Lang, mark.Slot, mark.Value, mark.Polarity
		m.Due, m.Event, m.Confidence, m.Said, m.Created, m.Completed = mark.Due, mark.Event, mark.Confidence, mark.Said, mark.Said, mark.Completed
	}
	return m
}

// readNotes reads the lists of a Markdown file as memories.
func readNotes(in io.Reader, path string, rep *importReport) loci.ImportRequest {
	var req loci.ImportRequest
	for n, err := range transcript.ReadNotes(in, transcript.Options{Name: path}) {
		if err != nil {
			rep.Problems = append(rep.Problems, err.Error())
			continue
		}
		req.Memories = append(req.Memories, memoryOf(n))
		rep.lines = append(rep.lines, n.Line)
	}
	if len(req.Memories)+len(rep.Problems) == 0 {
		rep.Problems = []string{"there are no lists in it"}
	}
	return req
}

// exportNotes writes memories as Markdown lists, a heading for each category.
func exportNotes(ctx context.Context, svc loci.Service, w io.Writer, req loci.ExportRequest) (loci.ExportResult, error) {
	var lines bytes.Buffer
	res, err := svc.Export(ctx, &lines, req)
	if err != nil {
		return res, err
	}
	var broken error
	all, err := service.ReadExport(&lines, func(_ int, err error) { broken = err })
	if err = errors.Join(err, broken); err != nil {
		return res, loci.Errorf(loci.Internal, "the export cannot be read again: %w", err)
	}
	order := loci.Categories()
	slices.SortStableFunc(all.Memories, func(a, b loci.Memory) int {
		return slices.Index(order, a.Category) - slices.Index(order, b.Category)
	})
	notes := make([]transcript.Note, len(all.Memories))
	for i, m := range all.Memories {
		if notes[i], err = noteOf(m); err != nil {
			return res, err
		}
	}
	return res, transcript.WriteNotes(w, "Memories", notes)
}
