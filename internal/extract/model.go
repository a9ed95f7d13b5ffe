package extract

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/locimem/loci"
)

//go:embed prompts/facts.md
var factsPrompt string

//go:embed prompts/facts.schema.json
var factsSchema []byte

// replyShown bounds how much of the assistant's reply a model is shown.
const replyShown = 2000

// NewModel returns an extractor that has language models read turns. They are
// asked in order: the next only if one fails or answers what is no answer. That
// there is nothing to remember is an answer.
func NewModel(models ...loci.Model) loci.ModelExtractor { return chain(models) }

type chain []loci.Model

// ExtractFacts implements [loci.ModelExtractor]. Invalid: every model answered,
// and none with what was asked for.
func (c chain) ExtractFacts(ctx context.Context, r loci.ModelRequest) (loci.ModelAnswer, error) {
	var used loci.Usage
	var failed error
	for _, m := range c {
		answer, err := ask(ctx, m, r)
		used.Input += answer.Usage.Input
		used.Output += answer.Usage.Output
		answer.Usage = used
		if err == nil || ctx.Err() != nil {
			return answer, err
		}
		if failed == nil || loci.CodeOf(err) != loci.Invalid {
			failed = err // one that may answer later is worth waiting for
		}
	}
	return loci.ModelAnswer{Usage: used}, failed
}

type modelKnown struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

type modelFact struct {
	Quote      string          `json:"quote"`
	Text       string          `json:"text"`
	Kind       loci.Kind       `json:"kind"`
	Category   loci.Category   `json:"category"`
	Importance loci.Importance `json:"importance"`
	Polarity   loci.Polarity   `json:"polarity"`
	Due        string          `json:"due"`
	Hedged     bool            `json:"hedged"`
	Confidence float64         `json:"confidence"`
}

func ask(ctx context.Context, m loci.Model, r loci.ModelRequest) (loci.ModelAnswer, error) {
	input, err := json.Marshal(struct {
		Date    string       `json:"date"`
		Message string       `json:"message"`
		Reply   string       `json:"reply"`
		Known   []modelKnown `json:"known"`
	}{r.Time.Format("Monday, " + time.DateOnly), r.User, clipText(r.Assistant, replyShown), known(r.Known)})
	if err != nil {
		return loci.ModelAnswer{}, loci.Errorf(loci.Internal, "cannot write the request: %w", err)
	}
	done, err := m.Complete(ctx, loci.Prompt{Instructions: factsPrompt, Input: string(input), Schema: factsSchema})
	if err != nil {
		return loci.ModelAnswer{}, err
	}
	answer, err := parseAnswer(done.Text, r)
	answer.Usage = done.Usage
	return answer, err
}

func known(ms []loci.Memory) []modelKnown {
	out := make([]modelKnown, len(ms))
	for i, m := range ms {
		out[i] = modelKnown{m.ID.Short(), m.Text}
	}
	return out
}

// parseAnswer reads an answer strictly: what is not of the schema's form is
// no answer at all, so that half of a broken one is never believed.
func parseAnswer(text string, r loci.ModelRequest) (loci.ModelAnswer, error) {
	var raw struct {
		Facts  []json.RawMessage `json:"facts"`
		Remove []string          `json:"remove"`
	}
	var none loci.ModelAnswer
	if err := decodeStrictly([]byte(unfenced(text)), &raw); err != nil {
		return none, err
	}
	if raw.Facts == nil || raw.Remove == nil {
		return none, loci.Errorf(loci.Invalid, "the model's answer lacks facts or remove")
	}
	var out loci.ModelAnswer
	for _, data := range raw.Facts {
		var f modelFact
		if err := decodeStrictly(data, &f); err != nil {
			return none, err
		}
		c, err := f.candidate()
		if err != nil {
			return none, err
		}
		out.Candidates = append(out.Candidates, c)
	}
	for _, id := range raw.Remove {
		for _, m := range r.Known {
			if m.ID.Short() == id {
				out.Remove = append(out.Remove, m.ID)
			}
		}
	}
	return out, nil
}

func (f modelFact) candidate() (loci.Candidate, error) {
	c := loci.Candidate{
		Op: loci.OpAssert, Kind: f.Kind, Category: f.Category, Importance: f.Importance, Polarity: f.Polarity,
		Hedged: f.Hedged, Text: strings.TrimSpace(f.Text), Quote: f.Quote, Confidence: f.Confidence,
	}
	if f.Kind == loci.Procedural {
		c.Field = loci.Style
	}
	if f.Due != "" {
		due, err := loci.ParseWhen(f.Due)
		if err != nil {
			return c, loci.Errorf(loci.Invalid, "the model's due date is none: %w", err)
		}
		c.Due = &due
	}
	_, kind := loci.ParseKind(string(f.Kind))
	_, category := loci.ParseCategory(string(f.Category))
	_, importance := loci.ParseImportance(string(f.Importance))
	if err := errors.Join(kind, category, importance); err != nil {
		return c, loci.Errorf(loci.Invalid, "the model's labels are none: %w", err)
	}
	if c.Text == "" || c.Quote == "" {
		return c, loci.Errorf(loci.Invalid, "the model's fact has no text or no quote")
	}
	return c, nil
}

func decodeStrictly(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return loci.Errorf(loci.Invalid, "the model's answer is not of the form asked for: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return loci.Errorf(loci.Invalid, "the model's answer goes on after its end")
	}
	return nil
}

// unfenced takes off the code fence that some models put around JSON.
func unfenced(s string) string {
	s = strings.TrimSpace(s)
	if rest, ok := strings.CutPrefix(s, "```"); ok {
		_, rest, _ = strings.Cut(rest, "\n")
		s = strings.TrimSuffix(strings.TrimSpace(rest), "```")
	}
	return s
}

func clipText(s string, bytes int) string {
	short, _ := clip(s, bytes)
	return short
}
