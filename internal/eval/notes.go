package eval

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/locimem/loci/internal/text"
)

// note is one line of MemPalace's data: what an assistant wrote down.
type note struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

// noteLabels is what of a note is worth keeping, in somebody else's words.
type noteLabels struct {
	ID       string `json:"id"`
	Memories []struct {
		Type    string `json:"type"`
		Content string `json:"content"`
	} `json:"memories"`
}

// toldShare is how many of a label's terms a memory must have to tell of it.
const toldShare = 0.5

// Notes ingests MemPalace's notes (dataset.LANG.jsonl), each as a user's message
// into a store of its own. Of every language it says how much is kept; where
// labels of the language stand beside (labels.LANG.jsonl), also how much of these
// the memories tell of, and how many of the memories tell of any. Labels are
// paraphrases, so both are estimates.
func Notes(ctx context.Context, open Factory, files []string, opt Options) (Report, error) {
	rep := Report{Figures: map[string]float64{}}
	var details []Detail
	for i, path := range files {
		lang := noteLang(path)
		if !strings.HasPrefix(filepath.Base(path), "dataset") || !opt.Wants(lang) {
			continue
		}
		notes, err := ReadJSONL[note]([]string{path})
		if err != nil {
			return Report{}, err
		}
		labels, err := labelsBeside(path)
		if err != nil {
			return Report{}, err
		}
		n := noteTally{lang: lang}
		for _, note := range notes {
			got, err := learn(ctx, open, message{ID: note.ID, Now: noted, User: note.Text})
			if err != nil {
				return Report{}, fmt.Errorf("eval: note %s: %w", note.ID, err)
			}
			details = append(details, n.add(note, got, labels[note.ID]))
		}
		n.figures(rep.Figures, len(notes), labels != nil)
		opt.Step(i+1, len(files))
	}
	rep.Details = details
	return rep, nil
}

// noted is when the notes are taken to be written: they do not tell.
var noted = time.Date(2026, 1, 5, 10, 0, 0, 0, time.UTC)

// noteLang reads the language off a file's name: dataset.pt-BR.jsonl.
func noteLang(path string) string {
	_, rest, _ := strings.Cut(filepath.Base(path), ".")
	lang, _, _ := strings.Cut(strings.TrimSuffix(rest, "jsonl"), ".")
	lang, _, _ = strings.Cut(lang, "-")
	if lang == "" {
		return "en"
	}
	return lang
}

// labelsBeside reads the labels of a data set by note; nil if there are none in its
// language.
func labelsBeside(path string) (map[string]noteLabels, error) {
	path = filepath.Join(filepath.Dir(path), strings.Replace(filepath.Base(path), "dataset", "labels", 1))
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	all, err := ReadJSONL[noteLabels]([]string{path})
	out := map[string]noteLabels{}
	for _, l := range all {
		out[l.ID] = l
	}
	return out, err
}

// noteTally counts over the notes of a language.
type noteTally struct {
	lang                                string
	kept, stored, labels, told, telling int
}

func (n *noteTally) add(note note, got []learnt, labels noteLabels) Detail {
	d := Detail{ID: note.ID, Lang: n.lang, Input: note.Text}
	tells := make([]bool, len(got))
	for _, label := range labels.Memories {
		found := false
		for i, l := range got {
			if n.tells(l, label.Content) {
				tells[i], found = true, true
			}
		}
		n.labels++
		d.Expected = append(d.Expected, label.Type+" "+label.Content)
		if found {
			n.told++
		} else {
			d.Problems = append(d.Problems, "missed: "+label.Content)
		}
	}
	for i, l := range got {
		d.Got = append(d.Got, l.String())
		if tells[i] {
			n.telling++
		}
	}
	n.stored += len(got)
	if len(got) > 0 {
		n.kept++
	}
	d.OK = len(d.Problems) == 0 && (len(labels.Memories) > 0 || len(got) > 0)
	return d
}

// tells reports whether a memory has most of what a label says.
func (n *noteTally) tells(l learnt, label string) bool {
	have, want := text.Terms(l.Text, n.lang), text.Terms(label, n.lang)
	shared := 0
	for _, term := range want {
		if slices.Contains(have, term) {
			shared++
		}
	}
	return len(want) > 0 && Ratio(shared, len(want)) >= toldShare
}

func (n *noteTally) figures(to map[string]float64, notes int, labelled bool) {
	to[n.lang+".notes"] = float64(notes)
	to[n.lang+".kept"] = Ratio(n.kept, notes)
	to[n.lang+".stored"] = float64(n.stored)
	if labelled {
		to[n.lang+".recall"] = Ratio(n.told, n.labels)
		to[n.lang+".precision"] = Ratio(n.telling, n.stored)
	}
}
