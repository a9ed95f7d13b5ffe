package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
	"github.com/locimem/loci/graph"
	"github.com/locimem/loci/local"
)

func newThread(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "thread COMMAND",
		Short: "Look at the saved threads of agents, fork and prune them",
		Long: "Threads are the runs of agents' graphs, as checkpoints. They are read without\n" +
			"the program that wrote them. LOCI_ENCRYPTION_KEY opens encrypted ones.",
		Example: "  loci thread list\n  loci thread show support-42",
		RunE:    whichCommand,
	}
	cmd.AddCommand(newThreadList(a), newThreadShow(a), newThreadHistory(a), newThreadFork(a),
		newThreadDiff(a), newThreadPrune(a), newThreadExport(a))
	return cmd
}

// threads is what the commands work with.
type threads struct {
	*checkpoint.Saver
	org, user string
	zone      *time.Location
}

func (a *app) withThreads(ctx context.Context, f func(context.Context, threads) error) error {
	return a.reading(ctx, func(ctx context.Context, mem *local.Memory) error {
		saver, err := a.saver(ctx, mem)
		if err != nil {
			return err
		}
		p, _ := loci.PrincipalFrom(ctx)
		return f(ctx, threads{saver, p.Org, p.User, zoneOf(ctx)})
	})
}

// saver opens the threads of a memory file, whatever types their states have.
func (a *app) saver(ctx context.Context, mem *local.Memory) (*checkpoint.Saver, error) {
	cipher, err := checkpoint.NewCipher(ctx, checkpoint.EnvKeys{Getenv: a.sys.Getenv})
	if err != nil {
		return nil, err
	}
	return mem.Saver(checkpoint.Options{Registry: checkpoint.Untyped(), Cipher: cipher})
}

func (t threads) named(id string) checkpoint.Thread {
	return checkpoint.Thread{Org: t.org, User: t.user, ID: id}
}

// point is a checkpoint as the commands show it.
type point struct {
	ID        checkpoint.ID     `json:"id"`
	Parent    checkpoint.ID     `json:"parent,omitempty"`
	Namespace string            `json:"namespace,omitempty"`
	Step      int               `json:"step"`
	Source    checkpoint.Source `json:"source"`
	Run       string            `json:"run,omitempty"`
	Created   time.Time         `json:"created"`
	Next      []string          `json:"next,omitempty"` // nodes that are due
	Size      int               `json:"size"`           // bytes it added
	Head      bool              `json:"head,omitempty"` // the newest of its namespace
	Metadata  map[string]any    `json:"metadata,omitempty"`
}

// label names what made the checkpoint: "loop/2".
func (c point) label() string { return fmt.Sprintf("%s/%d", c.Source, c.Step) }

// points returns a thread's checkpoints, the oldest first.
func (t threads) points(ctx context.Context, id string) ([]point, error) {
	all, sizes, err := t.Tree(ctx, t.named(id))
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, noThread(id)
	}
	heads := map[string]checkpoint.ID{}
	for _, c := range all {
		heads[c.Namespace] = c.ID
	}
	var out []point
	for _, c := range all {
		out = append(out, point{
			ID: c.ID, Parent: c.Parent, Namespace: c.Namespace, Step: c.Step, Source: c.Source, Run: c.Run, Created: c.Created(),
			Next: graph.Due(c), Size: sizes[checkpoint.Address{Namespace: c.Namespace, ID: c.ID}],
			Head: heads[c.Namespace] == c.ID, Metadata: c.Metadata,
		})
	}
	return out, nil
}

func noThread(id string) error {
	return loci.Errorf(loci.NotFound, "there is no thread %q", id).WithHint("`loci thread list` lists them")
}

// find returns the one checkpoint whose id is or ends with ref.
func (t threads) find(ctx context.Context, id, ref string) (checkpoint.Checkpoint, error) {
	all, err := t.points(ctx, id)
	if err != nil {
		return checkpoint.Checkpoint{}, err
	}
	var found []point
	for _, c := range all {
		if len(ref) >= 4 && strings.HasSuffix(string(c.ID), strings.ToLower(ref)) {
			found = append(found, c)
		}
	}
	switch len(found) {
	case 0:
		return checkpoint.Checkpoint{}, loci.Errorf(loci.NotFound, "thread %s has no checkpoint %q", id, ref).
			WithHint("`loci thread history %s` lists them", id)
	case 1:
		return t.Get(ctx, t.named(id), found[0].Namespace, found[0].ID)
	}
	return checkpoint.Checkpoint{}, loci.Errorf(loci.Conflict, "%d checkpoints end with %q", len(found), ref).WithHint("write more of the id")
}

// threadList is the result of `loci thread list`.
type threadList struct {
	Threads []checkpoint.ThreadInfo `json:"threads"`
}

func newThreadList(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the threads", Example: "  loci thread list --json", Args: none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.withThreads(cmd.Context(), func(ctx context.Context, t threads) error {
				all, err := t.Threads(ctx, checkpoint.ThreadQuery{Org: t.org, User: t.user})
				if err != nil {
					return err
				}
				return a.print(threadList{orEmpty(all)}, func(p *page) {
					var rows [][]string
					for _, i := range all {
						rows = append(rows, []string{i.Thread.ID, strconv.Itoa(i.Checkpoints), size(int(i.Bytes)),
							stamp(i.First.Time(), t.zone), stamp(i.Last.Time(), t.zone)})
					}
					if len(rows) > 0 || !p.tty {
						p.table([]string{"THREAD", "CHECKPOINTS", "SIZE", "FROM", "TO"}, rows)
					} else {
						p.line("%s", p.dim("no threads"))
					}
				})
			})
		},
	}
}

// size is a number of bytes for people.
func size(n int) string {
	switch {
	case n < 10_000:
		return fmt.Sprintf("%d B", n)
	case n < 10_000_000:
		return fmt.Sprintf("%d kB", n/1000)
	}
	return fmt.Sprintf("%d MB", n/1_000_000)
}

func newThreadHistory(a *app) *cobra.Command {
	var limit int
	cmd := &cobra.Command{
		Use: "history THREAD", Short: "List the checkpoints of a thread, newest first",
		Example: "  loci thread history support-42\n  loci thread history support-42 -n 5 --json", Args: exactly("a thread"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.withThreads(cmd.Context(), func(ctx context.Context, t threads) error {
				all, err := t.points(ctx, args[0])
				if err != nil {
					return err
				}
				slices.Reverse(all)
				if limit > 0 {
					all = all[:min(limit, len(all))]
				}
				return a.print(threadTree{t.named(args[0]), all}, func(p *page) {
					var rows [][]string
					for _, c := range all {
						rows = append(rows, []string{c.ID.Short(), stamp(c.Created, t.zone), c.label(), size(c.Size),
							c.Namespace, c.Run, strings.Join(c.Next, " ")})
					}
					p.table([]string{"CHECKPOINT", "WHEN", "WHAT", "SIZE", "NAMESPACE", "RUN", "NEXT"}, rows)
				})
			})
		},
	}
	cmd.Flags().IntVarP(&limit, "limit", "n", 0, "at most so many; 0: all")
	return cmd
}

// forkReport is the result of `loci thread fork`.
type forkReport struct {
	Thread checkpoint.Thread `json:"thread"`
	ID     checkpoint.ID     `json:"id"`
	Parent checkpoint.ID     `json:"parent"`
}

func newThreadFork(a *app) *cobra.Command {
	var to string
	cmd := &cobra.Command{
		Use: "fork THREAD CHECKPOINT", Short: "Go on from an old checkpoint",
		Long: "Make a copy of an old checkpoint the newest one: the thread's next run goes on\n" +
			"from there. Nothing is lost. With --to the fork is made in a copy of the thread.",
		Example: "  loci thread fork support-42 7c9e6679\n  loci thread fork support-42 7c9e6679 --to support-42b",
		Args:    numbered(2, "a thread and a checkpoint"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.withThreads(cmd.Context(), func(ctx context.Context, t threads) error {
				c, err := t.find(ctx, args[0], args[1])
				if err != nil {
					return err
				}
				if to != "" {
					if err := t.CopyThread(ctx, c.Thread, t.named(to)); err != nil {
						return err
					}
					if c, err = t.Get(ctx, t.named(to), c.Namespace, c.ID); err != nil {
						return err
					}
				}
				head, err := t.Get(ctx, c.Thread, c.Namespace, "")
				if err != nil {
					return err
				}
				next, err := c.Next(checkpoint.Step{At: a.sys.Now(), Source: checkpoint.Fork, Metadata: c.Metadata, Head: head.ID})
				if err == nil {
					next, err = t.Put(ctx, next)
				}
				if err != nil {
					return err
				}
				return a.print(forkReport{c.Thread, next.ID, c.ID}, func(p *page) {
					p.line("thread %s goes on from %s as %s", printable(c.Thread.ID), c.ID.Short(), next.ID.Short())
				})
			})
		},
	}
	cmd.Flags().StringVar(&to, "to", "", "make the fork in a copy with this `id`")
	return cmd
}

// numbered wants n arguments.
func numbered(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < n:
			return needs(cmd, what)
		case len(args) > n:
			return tooMany(cmd, args[n])
		}
		return nil
	}
}

// channelChange is how a channel differs between two checkpoints.
type channelChange struct {
	Channel string `json:"channel"`
	Before  any    `json:"before,omitempty"`
	After   any    `json:"after,omitempty"`
	Added   []any  `json:"added,omitempty"` // to a list that else is the same
}

// threadDiff is the result of `loci thread diff`.
type threadDiff struct {
	From    checkpoint.ID   `json:"from"`
	To      checkpoint.ID   `json:"to"`
	Changes []channelChange `json:"changes"`
}

func newThreadDiff(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "diff THREAD CHECKPOINT CHECKPOINT", Short: "Compare the states of two checkpoints",
		Example: "  loci thread diff support-42 7c9e6679 1b4e28ba", Args: numbered(3, "a thread and two checkpoints"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.withThreads(cmd.Context(), func(ctx context.Context, t threads) error {
				from, err := t.find(ctx, args[0], args[1])
				if err != nil {
					return err
				}
				to, err := t.find(ctx, args[0], args[2])
				if err != nil {
					return err
				}
				d := threadDiff{from.ID, to.ID, orEmpty(compare(from.Values, to.Values))}
				return a.print(d, func(p *page) {
					for _, c := range d.Changes {
						p.change(c)
					}
					if len(d.Changes) == 0 {
						p.line("no difference")
					}
				})
			})
		},
	}
}

func compare(before, after map[string]any) []channelChange {
	names := map[string]bool{}
	for _, values := range []map[string]any{before, after} {
		for name := range values {
			names[name] = true
		}
	}
	var out []channelChange
	for name := range names {
		b, a := before[name], after[name]
		if reflect.DeepEqual(b, a) {
			continue
		}
		c := channelChange{Channel: name, Before: b, After: a}
		old, _ := b.([]any)
		if list, ok := a.([]any); ok && len(old) <= len(list) && reflect.DeepEqual(append([]any{}, old...), append([]any{}, list[:len(old)]...)) {
			c = channelChange{Channel: name, Added: list[len(old):]}
		}
		out = append(out, c)
	}
	slices.SortFunc(out, func(a, b channelChange) int { return strings.Compare(a.Channel, b.Channel) })
	return out
}

func (p *page) change(c channelChange) {
	for _, v := range c.Added {
		p.line("%s %s: %s", p.green("+"), printable(c.Channel), p.value(v))
	}
	if c.Before != nil {
		p.line("%s %s: %s", p.red("-"), printable(c.Channel), p.value(c.Before))
	}
	if c.After != nil {
		p.line("%s %s: %s", p.green("+"), printable(c.Channel), p.value(c.After))
	}
}

// value is JSON on one line, cut for a terminal.
func (p *page) value(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		return "?"
	}
	if !p.tty {
		return printable(string(data))
	}
	return fit(printable(string(data)), p.width-20)
}
