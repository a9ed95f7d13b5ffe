package cli

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
)

// What the service gives at once.
const (
	maxListed   = 1000
	maxRecalled = 100
)

// atMost refuses a --limit beyond what the service gives at once, and one of
// nothing.
func atMost(cmd *cobra.Command, limit, most int) error {
	switch {
	case limit < 1 && cmd.Flags().Changed("limit"):
		return loci.Errorf(loci.Invalid, "--limit %d would show nothing", limit).WithHint("give a number from 1 to %d", most)
	case limit <= most:
		return nil
	}
	err := loci.Errorf(loci.Invalid, "--limit %d is over the limit of %d", limit, most)
	if cmd.Flags().Lookup("offset") != nil {
		return err.WithHint("ask for the rest with another call: --offset leaves out so many first")
	}
	return err
}

func newList(a *app) *cobra.Command {
	var req loci.ListRequest
	var asOf string
	var all bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List what is remembered",
		Long: "List what is remembered. On a terminal the table fits its width, and columns\n" +
			"give way where the text would have no room; `loci show` has them all. To a pipe\n" +
			"go whole lines, their columns separated by tabs: id, status, kind, category,\n" +
			"importance, due, text.",
		Example: "  loci list\n  loci list --category constraints,finance\n  loci list --all --as-of 2026-01-31\n  loci list --status quarantined --json",
		Args:    none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			err := notBoth(cmd, "all", "status")
			if err != nil {
				return err
			}
			if err = atMost(cmd, req.Limit, maxListed); err != nil {
				return err
			}
			if req.AsOf, err = a.moment(asOf); err != nil {
				return err
			}
			if all {
				req.Statuses = loci.Statuses()
			}
			return a.reading(cmd.Context(), func(ctx context.Context, mem *local.Memory) error {
				res, err := mem.Service().List(ctx, req)
				if err != nil {
					return err
				}
				res.Memories = orEmpty(res.Memories)
				return a.print(res, func(p *page) {
					p.memories(res.Memories)
					if res.More && p.tty {
						p.line("%s", p.dim("there are more: --limit, --offset"))
					}
				})
			})
		},
	}
	f := cmd.Flags()
	f.IntVarP(&req.Limit, "limit", "n", 50, fmt.Sprintf("at most so many, up to %d", maxListed))
	f.IntVar(&req.Offset, "offset", 0, "leave out so many first")
	f.Var(someOf(&req.Kinds, loci.Kinds()), "kind", "only these kinds: "+names(loci.Kinds()))
	f.Var(someOf(&req.Categories, loci.Categories()), "category", "only these: "+names(loci.Categories()))
	f.Var(someOf(&req.Statuses, loci.Statuses()), "status", "only these: "+names(loci.Statuses()))
	f.BoolVar(&all, "all", false, "whatever the status")
	f.StringVar(&asOf, "as-of", "", "what was so at that `time`: "+pastExamples)
	completeEnums(cmd)
	return cmd
}

func (p *page) memories(all []loci.Memory) {
	if len(all) == 0 && p.tty {
		p.line("%s", p.dim("nothing is remembered here"))
		return
	}
	rows := make([][]string, len(all))
	for i, m := range all {
		status, kind, due := string(m.Status), string(m.Kind), "-"
		if m.Due != nil {
			due = m.Due.String()
		}
		if p.tty { // what is usual goes without saying
			status = unless(loci.Active, m.Status)
			kind = unless(loci.Semantic, m.Kind)
		}
		rows[i] = []string{m.ID.Short(), status, kind, string(m.Category), string(m.Importance), due, told(&m)}
	}
	p.table([]string{"ID", "STATUS", "KIND", "CATEGORY", "IMPORTANCE", "DUE", "TEXT"}, rows, "CATEGORY", "KIND", "IMPORTANCE")
}

func unless[T ~string](usual, v T) string {
	if v == usual {
		return ""
	}
	return string(v)
}

// stamp writes a time for people.
func stamp(t time.Time, zone *time.Location) string { return t.In(zone).Format("2006-01-02 15:04") }
