package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
)

func newEpisode(a *app) *cobra.Command {
	var req loci.RememberRequest
	cmd := &cobra.Command{
		Use:   "episode TASK",
		Short: "Record what was done and how it ended",
		Long: "Record what was done and how it ended, and print the key under which it is kept.\n" +
			"`loci block --episodes WORDS` shows those that are like a new task.",
		Example: "  loci episode \"move the blog to Hugo\" --outcome \"took a day; the feeds broke\"\n  loci episode \"move the blog\" --outcome done --key blog",
		Args:    exactly("a task"),
		RunE: func(cmd *cobra.Command, args []string) error {
			req.Kind, req.Task = loci.Episodic, args[0]
			return a.with(cmd.Context(), func(ctx context.Context, mem *local.Memory) error {
				res, err := mem.Service().Remember(ctx, req)
				if err != nil {
					return err
				}
				return a.print(res, func(p *page) {
					p.outcome(res.Outcome)
					if res.Memory != nil {
						p.line("%s %s", pad("key", 13), printable(res.Memory.Key))
					}
				})
			})
		},
	}
	cmd.Flags().StringVar(&req.Outcome, "outcome", "", "how it ended")
	cmd.Flags().StringVar(&req.Key, "key", "", "a key of your own; the same key again replaces it")
	return cmd
}
