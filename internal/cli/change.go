package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
)

// newChange returns a command that applies one change to one memory. The
// commands that need nothing more are in confirm.go, reject.go, complete.go
// and retract.go.
func newChange(a *app, cmd *cobra.Command, change func() loci.ChangeRequest, done string) *cobra.Command {
	var why string
	cmd.Args = exactly("an id or a key")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		req := change()
		req.Ref, req.Why = args[0], why
		return a.reading(cmd.Context(), func(ctx context.Context, mem *local.Memory) error {
			return a.change(ctx, mem.Service(), req, done)
		})
	}
	cmd.Flags().StringVar(&why, "why", "", "a reason, for the history")
	return cmd
}

func (a *app) change(ctx context.Context, svc loci.Service, req loci.ChangeRequest, done string) error {
	res, err := svc.Change(ctx, req)
	if err != nil {
		return err
	}
	return a.print(res, func(p *page) {
		p.line("%s %s%s", pad(done, 11), gist(&res.Memory), p.dim("  "+labels(&res.Memory)+"  ["+res.Memory.ID.Short()+"]"))
	})
}
