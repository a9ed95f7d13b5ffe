package checkpoint_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	"github.com/locimem/loci/checkpoint"
	"github.com/locimem/loci/inmem"
)

func ok[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

// demo saves three checkpoints of a thread, a minute apart.
func demo(ctx context.Context) (*checkpoint.Saver, []checkpoint.Checkpoint) {
	saver := ok(checkpoint.NewSaver(inmem.Open(inmem.Options{}), checkpoint.Options{}))
	at := time.Date(2026, 10, 1, 9, 0, 0, 0, time.UTC)
	c := checkpoint.Checkpoint{Thread: checkpoint.Thread{Org: "local", User: "me", ID: "demo"}}
	var all []checkpoint.Checkpoint
	for i, letter := range []string{"a", "b", "c"} {
		c = ok(c.Next(checkpoint.Step{
			At: at.Add(time.Duration(i) * time.Minute), Source: checkpoint.Loop, Run: fmt.Sprint("run ", i),
			Metadata: map[string]any{"odd": i%2 == 1},
			Changes: map[string]checkpoint.Change{
				"last": checkpoint.Set(letter), "letters": checkpoint.Append([]string{letter}),
			},
		}))
		c = ok(saver.Put(ctx, c))
		all = append(all, c)
	}
	return saver, all
}

func ExampleSaver_Put() {
	ctx := context.Background()
	saver, all := demo(ctx)
	latest := ok(saver.Get(ctx, all[0].Thread, "", ""))
	fmt.Println(latest.Step, latest.Values["last"], latest.Values["letters"])

	// Whoever has not seen the newest checkpoint is told so.
	late := ok(all[0].Next(checkpoint.Step{Source: checkpoint.Loop}))
	_, err := saver.Put(ctx, late)
	var conflict *checkpoint.ConflictError
	fmt.Println(errors.As(err, &conflict))

	// A branch is made on purpose.
	fork := ok(all[0].Next(checkpoint.Step{Source: checkpoint.Fork, Head: latest.ID}))
	ok(saver.Put(ctx, fork))
	fmt.Println(ok(saver.Get(ctx, all[0].Thread, "", "")).Values["letters"])
	// Output:
	// 1 c [a b c]
	// true
	// [a]
}

func ExampleSaver_List() {
	ctx := context.Background()
	saver, all := demo(ctx)
	for c, err := range saver.List(ctx, checkpoint.Query{Thread: &all[0].Thread, Filter: map[string]any{"odd": false}}) {
		fmt.Println(c.Step, ok(c, err).Values["letters"])
	}
	// Output:
	// 1 [a b c]
	// -1 [a]
}

func ExampleSaver_PutWrites() {
	ctx := context.Background()
	saver, all := demo(ctx)
	for _, answer := range []int{42, 43} { // the task runs again; its first writes stay
		if err := saver.PutWrites(ctx, all[2], checkpoint.Write{Task: "1", Node: "think", Channel: "answer", Value: answer}); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(ok(saver.Get(ctx, all[0].Thread, "", "")).Pending)
	// Output: [{1 think answer 42}]
}

func ExampleSaver_Prune() {
	ctx := context.Background()
	saver, all := demo(ctx)
	removed := ok(saver.Prune(ctx, checkpoint.ThreadQuery{ID: "demo"}, checkpoint.Policy{OlderThan: all[1].Created()}))
	fmt.Println(removed.Checkpoints)
	removed = ok(saver.DeleteForRuns(ctx, "local", "me", []string{"run 1"}))
	fmt.Println(removed.Checkpoints)
	fmt.Println(ok(saver.Get(ctx, all[0].Thread, "", "")).Values["letters"])
	// Output:
	// 1
	// 1
	// [a b c]
}

func ExampleSaver_CopyThread() {
	ctx := context.Background()
	saver, all := demo(ctx)
	to := all[0].Thread
	to.ID = "copy"
	if err := saver.CopyThread(ctx, all[0].Thread, to); err != nil {
		log.Fatal(err)
	}
	for _, info := range ok(saver.Threads(ctx, checkpoint.ThreadQuery{User: "me"})) {
		fmt.Println(info.Thread.ID, info.Checkpoints)
	}
	// Output:
	// copy 3
	// demo 3
}

// A type that changed shape is read through a migration.
func ExampleJSON() {
	type ticket struct{ Title string }
	old := ok(checkpoint.NewRegistry(checkpoint.JSON[map[string]string]("ticket", 1, nil)))
	tag, data, err := old.Encode(map[string]string{"subject": "charged twice"})
	fmt.Println(tag, err)

	present := ok(checkpoint.NewRegistry(checkpoint.JSON[ticket]("ticket", 2, func(from int, data []byte) ([]byte, error) {
		v := ok(old.Decode(fmt.Sprint("ticket/", from), data)).(map[string]string)
		return []byte(fmt.Sprintf(`{"Title": %q}`, v["subject"])), nil
	})))
	fmt.Printf("%+v\n", ok(present.Decode(tag, data)))
	// Output:
	// ticket/1 <nil>
	// {Title:charged twice}
}
