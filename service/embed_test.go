package service_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
	"github.com/locimem/loci/service"
)

// topics is an embedder that knows two topics and the words for them.
type topics struct {
	model string
	fails atomic.Value // func() error
	calls atomic.Int32
}

func (e *topics) Model() string { return e.model }

// wide is topics with twice the components.
type wide struct{ topics }

func (w *wide) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors, err := w.topics.Embed(ctx, texts)
	for i, v := range vectors {
		vectors[i] = append(v, v...)
	}
	return vectors, err
}

func (e *topics) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	e.calls.Add(1)
	if f, ok := e.fails.Load().(func() error); ok {
		if err := f(); err != nil {
			return nil, err
		}
	}
	var out [][]float32
	for _, s := range texts {
		v := []float32{0.1, 0.1, 0.1}
		for topic, words := range []string{"peanuts allergic cook meal", "Porto sea sail boat", "invoice tax"} {
			for word := range strings.FieldsSeq(words) {
				if strings.Contains(s, word) {
					v[topic]++
				}
			}
		}
		out = append(out, v)
	}
	return out, nil
}

func withEmbedder(e *topics) func(*service.Options) {
	return func(o *service.Options) { o.Embedder, o.EmbedTimeout = e, 200*time.Millisecond }
}

func (b *bench) maintain() loci.MaintainResult {
	b.t.Helper()
	r, err := b.Maintain(as(loci.ViaTerminal, admin))
	if err != nil {
		b.t.Fatal(err)
	}
	return r
}

func TestMeaningFindsWhatSharesNoWord(t *testing.T) {
	e := &topics{model: "one"}
	b := open(t, withEmbedder(e))
	b.keep("I am allergic to peanuts", "My boat lies in Porto", "The invoice is paid")
	if got := b.recall(loci.RecallRequest{Query: "what shall we cook?"}); got != nil {
		t.Errorf("found %q before anything was embedded", got)
	}
	if r := b.maintain(); r.Embedded != 3 || r.Degraded != "" {
		t.Errorf("embedded %+v", r)
	}
	res, err := b.Recall(t.Context(), loci.RecallRequest{Query: "what shall we cook?", Explain: true})
	if err != nil || len(res.Hits) == 0 || res.Hits[0].Memory.Text != "I am allergic to peanuts" || res.Hits[0].Explain["meaning"] != 0.4 {
		t.Errorf("got %+v, %v", res.Hits, err)
	}
	if got := b.recall(loci.RecallRequest{Query: "the paid boat"}); len(got) < 2 { // words and meaning
		t.Errorf("got %q", got)
	}
	if got := b.block("what shall we cook?"); !strings.Contains(got, "peanuts") {
		t.Errorf("the block: %q", got)
	}
	calls := e.calls.Load()
	if got := b.recall(loci.RecallRequest{Query: "the of and"}); got != nil || e.calls.Load() != calls {
		t.Errorf("a query without a word found %q", got)
	}
	if r := b.maintain(); r.Embedded != 0 || e.calls.Load() != calls {
		t.Errorf("embedded twice: %+v", r)
	}
}

func TestAnotherModelEmbedsAnew(t *testing.T) {
	e := &topics{model: "one"}
	b := open(t, withEmbedder(e))
	b.keep("I am allergic to peanuts")
	b.maintain()
	e.model = "two"
	if got := b.recall(loci.RecallRequest{Query: "cook"}); got != nil {
		t.Errorf("vectors of two models were compared: %q", got)
	}
	if got := b.recall(loci.RecallRequest{Query: "peanuts"}); len(got) != 1 {
		t.Errorf("words find nothing meanwhile: %q", got)
	}
	if r := b.maintain(); r.Embedded != 1 {
		t.Errorf("embedded %+v", r)
	}
	if got := b.recall(loci.RecallRequest{Query: "cook"}); len(got) != 1 {
		t.Errorf("got %q", got)
	}
}

// Vectors of another size lock nothing: words find everything at once, and
// maintenance embeds anew.
func TestFieldBug_K8_hs2073(t *testing.T) {
	b := open(t, withEmbedder(&topics{model: "three"}))
	b.keep("I am allergic to peanuts", "My boat lies in Porto")
	b.maintain()
	var err error
	if b.Service, err = service.New(b.store, service.Options{Now: b.now, Embedder: &wide{topics{model: "six"}}}); err != nil {
		t.Fatal(err)
	}
	b.keep("The invoice is paid")
	for query, want := range map[string]string{"peanuts": "I am allergic to peanuts", "invoice": "The invoice is paid"} {
		if got := b.recall(loci.RecallRequest{Query: query}); len(got) == 0 || got[0] != want {
			t.Errorf("%s before maintenance: %q", query, got)
		}
	}
	if r := b.maintain(); r.Embedded != 3 || r.Degraded != "" {
		t.Errorf("embedded %+v", r)
	}
	if got := b.recall(loci.RecallRequest{Query: "cook"}); len(got) == 0 || got[0] != "I am allergic to peanuts" {
		t.Errorf("by meaning: %q", got)
	}
}

func TestWordsDoWhateverTheEmbedderDoes(t *testing.T) { // field bug D4, tdb#1382: degraded, and it says so
	for name, f := range map[string]func() error{
		"down":     func() error { return errors.New("connection refused") },
		"panicked": func() error { panic("no") },
		"in time":  func() error { time.Sleep(2 * time.Second); return nil },
	} {
		t.Run(name, func(t *testing.T) {
			e := &topics{model: "one"}
			b := open(t, withEmbedder(e))
			b.keep("专属测试口令是闪电阻尼器", "I like tea")
			e.fails.Store(f)
			res, err := b.Recall(t.Context(), loci.RecallRequest{Query: "口令"})
			if err != nil || len(res.Hits) != 1 || !strings.HasPrefix(res.Degraded, "by words alone") {
				t.Errorf("got %+v, %v", res, err)
			}
			if name == "in time" {
				return // maintenance waits longer
			}
			if r := b.maintain(); r.Embedded != 0 || !strings.Contains(r.Degraded, name) && name != "down" {
				t.Errorf("maintain: %+v", r)
			}
		})
	}
	b := open(t)
	b.keep("I like tea")
	for explain, want := range map[bool]bool{false: false, true: true} {
		res, err := b.Recall(t.Context(), loci.RecallRequest{Query: "tea", Explain: explain})
		if err != nil || (res.Degraded != "") != want {
			t.Errorf("explain %v: %+v, %v", explain, res, err)
		}
	}
}

func TestAnEmbeddingWithoutDirectionIsLeftOut(t *testing.T) {
	b := open(t, func(o *service.Options) { o.Embedder = zeros{} })
	b.keep("I like tea")
	if diff := cmp.Diff(0, b.maintain().Embedded); diff != "" {
		t.Error(diff)
	}
	if got := b.recall(loci.RecallRequest{Query: "tea"}); len(got) != 1 {
		t.Errorf("got %q", got)
	}
}

type zeros struct{}

func (zeros) Model() string { return "zeros" }
func (zeros) Embed(_ context.Context, texts []string) ([][]float32, error) {
	return make([][]float32, len(texts)), nil
}
