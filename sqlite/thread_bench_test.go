package sqlite_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/locimem/loci/checkpoint"
	"github.com/locimem/loci/graph"
	"github.com/locimem/loci/sqlite"
)

// dialogue is the state of a thread in which a user and a model take turns.
type dialogue struct{ Messages []graph.Message }

var messages = graph.Messages("messages", func(s *dialogue) *[]graph.Message { return &s.Messages })

// chat runs such a thread: three checkpoints and two messages of 210 characters
// each turn.
type chat struct {
	saver  *checkpoint.Saver
	runner *graph.Runner[dialogue]
	config graph.Config
	texts  []string // of 210 characters
	n      int
}

func newChat(b testing.TB, store checkpoint.BlobStore, keys ...checkpoint.Key) *chat {
	b.Helper()
	ctx := context.Background()
	types, err := checkpoint.NewRegistry(graph.Types()...)
	if err != nil {
		b.Fatal(err)
	}
	cipher, err := checkpoint.NewCipher(ctx, checkpoint.Keys(keys))
	if err != nil {
		b.Fatal(err)
	}
	c := &chat{config: graph.Config{Thread: checkpoint.Thread{Org: "local", User: "me", ID: "thread"}}}
	if c.saver, err = checkpoint.NewSaver(store, checkpoint.Options{Registry: types, Cipher: cipher}); err != nil {
		b.Fatal(err)
	}
	for words := newVocabulary(3); len(c.texts) < 1000; {
		text := ""
		for len(text) < 210 {
			s, _ := words.sentence()
			text += s + " "
		}
		c.texts = append(c.texts, text[:210])
	}
	g := graph.New[dialogue](messages)
	g.Node("model", func(context.Context, dialogue) (graph.Update[dialogue], error) {
		return graph.Update[dialogue]{c.message(graph.Assistant)}, nil
	})
	g.Edge(graph.Start, "model")
	if c.runner, err = g.Compile(graph.Options{Saver: c.saver}); err != nil {
		b.Fatal(err)
	}
	return c
}

func (c *chat) message(role graph.Role) graph.Write[dialogue] {
	text := c.texts[c.n%len(c.texts)]
	c.n++
	return messages.Add(graph.Message{ID: fmt.Sprintf("01999e2a-7c00-7000-8000-%012x", c.n), Role: role, Text: text})
}

func (c *chat) turn(b testing.TB) {
	if _, err := c.runner.Invoke(context.Background(), c.config, c.message(graph.User)); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkThread1000 is a chat of 1,000 messages and 1,500 checkpoints. Bars:
// db_bytes 5,000,000; run_ratio 1.5, to as many durable commits of one row;
// latest_ms 5; history_ms 1,000, every state complete; growth_ratio 3.6, in
// space from 300 to 1,000 messages.
func BenchmarkThread1000(b *testing.B) {
	for name, key := range map[string][]checkpoint.Key{"plain": nil, "sealed": {{1}}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				benchThread(b, key...)
			}
		})
	}
}

func benchThread(b *testing.B, key ...checkpoint.Key) {
	ctx := context.Background()
	path := filepath.Join(b.TempDir(), "checkpoints.db")
	store, err := sqlite.Open(ctx, path, sqlite.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	c := newChat(b, store, key...)
	db, insert := bare(b, filepath.Join(b.TempDir(), "bare.db"))
	var whole, rows time.Duration
	var at300 int64
	for turn := range 500 {
		if turn == 150 {
			at300 = size(b, store, path)
		}
		start := time.Now()
		c.turn(b)
		whole += time.Since(start)
		for i := range 3 {
			start = time.Now()
			insert.BindText(1, fmt.Sprint(turn, i))
			insert.BindText(2, "a text")
			insert.BindInt64(3, 0)
			if err := db.Exec("BEGIN IMMEDIATE"); err != nil {
				b.Fatal(err)
			}
			if err := insert.Exec(); err != nil {
				b.Fatal(err)
			}
			if err := db.Exec("COMMIT"); err != nil {
				b.Fatal(err)
			}
			rows += time.Since(start)
		}
	}
	bytes := size(b, store, path)
	b.ReportMetric(float64(bytes), "db_bytes")
	b.ReportMetric(float64(bytes)/float64(at300), "growth_ratio")
	b.ReportMetric(float64(whole)/float64(rows), "run_ratio")
	b.ReportMetric(whole.Seconds(), "run_s")

	best := time.Hour
	for range 20 {
		start := time.Now()
		got, err := c.runner.State(ctx, c.config)
		if err != nil || len(got.State.Messages) != 1000 {
			b.Fatal(err, len(got.State.Messages))
		}
		best = min(best, time.Since(start))
	}
	b.ReportMetric(float64(best.Microseconds())/1000, "latest_ms")
	start := time.Now()
	n, total := 0, 0
	for got, err := range c.runner.History(ctx, c.config, checkpoint.Query{}) {
		if err != nil {
			b.Fatal(err)
		}
		n, total = n+1, total+len(got.State.Messages)
	}
	if n != 1500 || total != 749_500+500 {
		b.Fatalf("%d checkpoints, %d messages", n, total)
	}
	b.ReportMetric(float64(time.Since(start).Milliseconds()), "history_ms")
}

// size is that of the file when everything is in it.
func size(b testing.TB, s *sqlite.Store, path string) int64 {
	b.Helper()
	if r, err := s.Scrub(context.Background()); err != nil || r.Pending {
		b.Fatal(r, err)
	}
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	return info.Size()
}
