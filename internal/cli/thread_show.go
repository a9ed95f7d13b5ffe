package cli

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
	"github.com/locimem/loci/graph"
)

// threadTree is the result of `loci thread show THREAD` and `history`.
type threadTree struct {
	Thread      checkpoint.Thread `json:"thread"`
	Checkpoints []point           `json:"checkpoints"`
}

// threadState is the result of `loci thread show THREAD CHECKPOINT`.
type threadState struct {
	checkpoint.Checkpoint
	Next []string `json:"next,omitempty"`
}

func newThreadShow(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "show THREAD [CHECKPOINT]",
		Short:   "Draw the tree of a thread, or show the state at a checkpoint",
		Example: "  loci thread show support-42\n  loci thread show support-42 7c9e6679 --json",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 2 {
				return nil
			}
			return exactly("a thread")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.withThreads(cmd.Context(), func(ctx context.Context, t threads) error {
				if len(args) == 2 {
					c, err := t.find(ctx, args[0], args[1])
					if err != nil {
						return err
					}
					return a.print(threadState{c, graph.Due(c)}, func(p *page) { p.state(c, t.zone) })
				}
				all, err := t.points(ctx, args[0])
				if err != nil {
					return err
				}
				return a.print(threadTree{t.named(args[0]), all}, func(p *page) { p.trees(all, t.zone) })
			})
		},
	}
}

func (p *page) state(c checkpoint.Checkpoint, zone *time.Location) {
	p.line("%s  %s/%d  %s", c.ID, c.Source, c.Step, stamp(c.Created(), zone))
	if next := graph.Due(c); len(next) > 0 {
		p.line("next: %s", printable(strings.Join(next, ", ")))
	}
	for _, k := range slices.Sorted(maps.Keys(c.Metadata)) {
		p.line("%s %s", p.dim(printable(k)+":"), p.value(c.Metadata[k]))
	}
	for _, channel := range slices.Sorted(maps.Keys(c.Values)) {
		list, ok := c.Values[channel].([]any)
		if !ok {
			p.line("%s %s", p.bold(printable(channel)+":"), p.value(c.Values[channel]))
			continue
		}
		p.line("%s %d", p.bold(printable(channel)+":"), len(list))
		for _, v := range list {
			p.line("  %s", p.value(v))
		}
	}
	for _, w := range c.Pending {
		p.line("%s %s: %s", p.yellow("pending "+printable(w.Node)), printable(w.Channel), p.value(w.Value))
	}
}

// trees draws the checkpoints of each namespace, given oldest first.
func (p *page) trees(all []point, zone *time.Location) {
	namespaces := map[string][]point{}
	for _, c := range all {
		namespaces[c.Namespace] = append(namespaces[c.Namespace], c)
	}
	for _, namespace := range slices.Sorted(maps.Keys(namespaces)) {
		if namespace != "" {
			p.line("\n%s", p.bold(printable(namespace)))
		}
		t := tree{p, map[checkpoint.ID][]point{}, zone}
		there := map[checkpoint.ID]bool{}
		for _, c := range namespaces[namespace] {
			if !there[c.Parent] { // the first, or its parent is pruned
				c.Parent = ""
			}
			there[c.ID] = true
			t.children[c.Parent] = append(t.children[c.Parent], c)
		}
		for _, root := range t.children[""] {
			t.draw(root, "", "")
		}
	}
}

type tree struct {
	*page
	children map[checkpoint.ID][]point
	zone     *time.Location
}

// draw goes down from a checkpoint. The youngest child goes on in the same
// column; the others were left, and branch off before it.
func (t tree) draw(c point, first, rest string) {
	for {
		t.line("%s", t.checkpoint(c, first))
		first = rest
		children := t.children[c.ID]
		if len(children) == 0 {
			return
		}
		for _, side := range children[:len(children)-1] {
			t.draw(side, rest+"├─", rest+"│ ")
		}
		c = children[len(children)-1]
	}
}

func (t tree) checkpoint(c point, indent string) string {
	mark := "○"
	if c.Head {
		mark = "●"
	}
	line := pad(indent+mark+" "+c.ID.Short(), 18) + "  " + pad(c.label(), 10) + "  " + pad(size(c.Size), 7) + "  " + stamp(c.Created, t.zone)
	if len(c.Next) > 0 {
		line += "  → " + printable(strings.Join(c.Next, ", "))
	}
	return line
}

// pruneReport is the result of `loci thread prune`.
type pruneReport struct {
	checkpoint.Removed
	Deleted string `json:"deleted,omitempty"` // the thread that is gone as a whole
}

func newThreadPrune(a *app) *cobra.Command {
	var keep int
	var olderThan string
	var all, whole, yes bool
	cmd := &cobra.Command{
		Use: "prune THREAD|--all", Short: "Remove old checkpoints, or a whole thread",
		Long: "Remove what neither --keep nor --older-than spares: the newest N of each\n" +
			"namespace and what is younger. What is kept can be read as before. --delete\n" +
			"removes the thread.",
		Example: "  loci thread prune support-42 --keep 10\n  loci thread prune --all --older-than 30d --keep 1\n  loci thread prune support-42 --delete",
		Args: func(cmd *cobra.Command, args []string) error {
			if all {
				return none(cmd, args)
			}
			return exactly("a thread, or --all")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			policy := checkpoint.Policy{Keep: keep}
			switch limited := keep > 0 || olderThan != ""; {
			case whole && (all || limited):
				return loci.Errorf(loci.Invalid, "--delete removes one thread, and all of it").WithHint("`%s --help` shows examples", cmd.CommandPath())
			case !whole && !limited:
				return needs(cmd, "--keep, --older-than or --delete")
			case olderThan != "":
				age, err := parseAge(olderThan)
				if err != nil {
					return err
				}
				policy.OlderThan = a.sys.Now().Add(-age)
			}
			return a.withThreads(cmd.Context(), func(ctx context.Context, t threads) error {
				q := checkpoint.ThreadQuery{Org: t.org, User: t.user}
				if !all {
					q.ID = args[0]
					all, err := t.points(ctx, q.ID)
					if err != nil {
						return err
					}
					if whole {
						return a.deleteThread(ctx, t, q.ID, len(all), yes)
					}
				}
				removed, err := t.Prune(ctx, q, policy)
				if err != nil {
					return err
				}
				return a.print(pruneReport{Removed: removed}, func(p *page) {
					p.line("removed %s of %s", plural(removed.Checkpoints, "checkpoint"), plural(removed.Threads, "thread"))
				})
			})
		},
	}
	f := cmd.Flags()
	f.IntVar(&keep, "keep", 0, "spare the newest `N` of each namespace")
	f.StringVar(&olderThan, "older-than", "", "spare what is younger than an `age`, such as 30d or 12h")
	f.BoolVar(&all, "all", false, "all threads of the user")
	f.BoolVar(&whole, "delete", false, "remove the whole thread")
	f.BoolVar(&yes, "yes", false, "do not ask before a thread is removed")
	return cmd
}

func (a *app) deleteThread(ctx context.Context, t threads, id string, checkpoints int, yes bool) error {
	if !yes {
		if err := a.ask(ctx, "Remove thread "+printable(id)+" for good?", nil); err != nil {
			return err
		}
	}
	if err := t.DeleteThread(ctx, t.named(id)); err != nil {
		return err
	}
	report := pruneReport{Removed: checkpoint.Removed{Threads: 1, Checkpoints: checkpoints}, Deleted: id}
	return a.print(report, func(p *page) { p.line("removed thread %s, %s", printable(id), plural(checkpoints, "checkpoint")) })
}

// threadExport is the result of `loci thread export THREAD FILE`.
type threadExport struct {
	File        string `json:"file"`
	Checkpoints int    `json:"checkpoints"`
}

func newThreadExport(a *app) *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use: "export THREAD [FILE|-]", Short: "Write the checkpoints of a thread as JSON lines, oldest first",
		Long: "Write every checkpoint with its complete state as JSON, one per line, to a file\n" +
			"that only you can read, or to stdout. Encrypted threads are written in clear.",
		Example: "  loci thread export support-42 thread.jsonl\n  loci thread export support-42 | wc -l",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 2 {
				return nil
			}
			return exactly("a thread")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.withThreads(cmd.Context(), func(ctx context.Context, t threads) error {
				if len(args) == 1 || args[1] == "-" {
					_, err := t.export(ctx, args[0], a.sys.Stdout)
					return err
				}
				rep := threadExport{File: args[1]}
				err := a.writePrivate(args[1], force, func(w io.Writer) error {
					n, err := t.export(ctx, args[0], w)
					rep.Checkpoints = n
					return err
				})
				if err != nil {
					return err
				}
				return a.print(rep, func(p *page) { p.line("%s written to %s", plural(rep.Checkpoints, "checkpoint"), rep.File) })
			})
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "replace the file if it exists")
	return cmd
}

func (t threads) export(ctx context.Context, id string, w io.Writer) (int, error) {
	th := t.named(id)
	var all []checkpoint.Checkpoint
	for c, err := range t.List(ctx, checkpoint.Query{Thread: &th}) {
		if err != nil {
			return 0, err
		}
		all = append(all, c)
	}
	if len(all) == 0 {
		return 0, noThread(id)
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for _, c := range slices.Backward(all) {
		if err := e.Encode(threadState{c, graph.Due(c)}); err != nil {
			return 0, loci.Errorf(loci.Unavailable, "cannot write: %w", err)
		}
	}
	return len(all), nil
}
