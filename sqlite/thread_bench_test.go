package sqlite_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/locimem/loci/checkpoint"
	"github.com/locimem/loci/sqlite"
)

type message struct {
	ID   string `json:"id"`
	Role string `json:"role"`
	Text string `json:"text"`
}

// chat is a thread in which a user and a model take turns: three checkpoints
// and two messages of 210 characters each turn.
type chat struct {
	saver *checkpoint.Saver
	head  checkpoint.Checkpoint
	words vocabulary
	n     int
}

func newChat(b testing.TB, store checkpoint.BlobStore, key ...checkpoint.Key) *chat {
	b.Helper()
	ctx := context.Background()
	types, err := checkpoint.NewRegistry(checkpoint.JSON[message]("message", 1, nil))
	if err != nil {
		b.Fatal(err)
	}
	cipher, err := checkpoint.NewCipher(ctx, checkpoint.Keys(key))
	if err != nil {
		b.Fatal(err)
	}
	saver, err := checkpoint.NewSaver(store, checkpoint.Options{Registry: types, Cipher: cipher})
	if err != nil {
		b.Fatal(err)
	}
	th := checkpoint.Thread{Org: "local", User: "me", ID: "thread"}
	return &chat{saver: saver, head: checkpoint.Checkpoint{Thread: th}, words: newVocabulary(3)}
}

func (c *chat) message(role string) []message {
	text := ""
	for len(text) < 210 {
		s, _ := c.words.sentence()
		text += s + " "
	}
	c.n++
	return []message{{fmt.Sprintf("01999e2a-7c00-7000-8000-%012x", c.n), role, text[:210]}}
}

func (c *chat) put(b testing.TB, source checkpoint.Source, channels map[string]checkpoint.Change, pending ...checkpoint.Write) {
	next, err := c.head.Next(checkpoint.Step{
		At: time.Now(), Source: source, Run: fmt.Sprintf("run %d", c.n/2), Changes: channels,
		Seen: map[string]map[string]checkpoint.ID{"__start__": {"to:__start__": c.head.ID}, "model": {"to:model": c.head.ID}},
	})
	if err != nil {
		b.Fatal(err)
	}
	next.Pending = pending
	if c.head, err = c.saver.Put(context.Background(), next); err != nil {
		b.Fatal(err)
	}
}

func (c *chat) turn(b testing.TB) {
	said := c.message("user")
	c.put(b, checkpoint.Input, map[string]checkpoint.Change{"to:__start__": checkpoint.Touch()},
		checkpoint.Write{Task: "a task", Node: "__start__", Channel: "messages", Value: said})
	c.put(b, checkpoint.Loop, map[string]checkpoint.Change{"to:model": checkpoint.Touch(), "messages": checkpoint.Append(said)})
	c.put(b, checkpoint.Loop, map[string]checkpoint.Change{"messages": checkpoint.Append(c.message("assistant"))})
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
	for range 5 {
		start := time.Now()
		got, err := c.saver.Get(ctx, c.head.Thread, "", "")
		if err != nil || len(got.Values["messages"].([]message)) != 1000 {
			b.Fatal(err, len(got.Values["messages"].([]message)))
		}
		best = min(best, time.Since(start))
	}
	b.ReportMetric(float64(best.Microseconds())/1000, "latest_ms")
	start := time.Now()
	n, total := 0, 0
	for got, err := range c.saver.List(ctx, checkpoint.Query{Thread: &c.head.Thread}) {
		if err != nil {
			b.Fatal(err)
		}
		messages, _ := got.Values["messages"].([]message)
		n, total = n+1, total+len(messages)
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
