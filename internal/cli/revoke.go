package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
)

func newRevoke(a *app) *cobra.Command {
	var req loci.RevokeRequest
	var since, until string
	var yes bool
	cmd := &cobra.Command{
		Use:   "revoke --origin|--conversation|--url|--client|--since …",
		Short: "Take away what a source has said, and all that came of it",
		Long: "Take away what a source has said: its memories and what was derived from them\n" +
			"are closed, what it had replaced or closed comes back, and the words of its\n" +
			"messages go. Several flags narrow the source. You see what would happen and are\n" +
			"asked. `loci undo` brings the memories back, the words it does not; --erase\n" +
			"forgets the memories too.",
		Example: "  loci revoke --conversation 4b6f0d21\n  loci revoke --origin web,tool --since 7d\n" +
			"  loci revoke --url https://example.com/page --preview\n  loci revoke --client some-agent --erase --yes",
		Args: none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			err := notBoth(cmd, "yes", "preview")
			if err != nil {
				return err
			}
			if req.Since, err = a.beginning(since); err != nil {
				return err
			}
			if req.Until, err = a.beginning(until); err != nil {
				return err
			}
			return a.reading(cmd.Context(), func(ctx context.Context, mem *local.Memory) error {
				res, err := a.revoke(ctx, mem.Service(), req, yes)
				if err != nil {
					return err
				}
				return a.print(res, func(p *page) { p.revoked(res, req.Erase) })
			})
		},
	}
	f := cmd.Flags()
	f.Var(someOf(&req.Origins, loci.Origins()), "origin", "where it came from: "+names(loci.Origins()))
	f.StringVar(&req.Conversation, "conversation", "", "what was said in a conversation, by its `id`")
	f.StringVar(&req.URL, "url", "", "what came from a page, by its `address`")
	f.StringVar(&req.Client, "client", "", "what a host `program` did, as `loci history` names it")
	f.StringVar(&since, "since", "", "what came in since a `time`: "+pastExamples)
	f.StringVar(&until, "until", "", "and before this `time`")
	f.BoolVar(&req.Erase, "erase", false, "forget the memories for good instead of closing them")
	f.BoolVar(&req.Preview, "preview", false, "only say what would happen")
	f.BoolVar(&yes, "yes", false, "do not ask")
	completeEnums(cmd)
	return cmd
}

func (a *app) revoke(ctx context.Context, svc loci.Service, req loci.RevokeRequest, yes bool) (loci.RevokeResult, error) {
	if req.Preview || yes {
		return svc.Revoke(ctx, req)
	}
	preview := req
	preview.Preview = true
	found, err := svc.Revoke(ctx, preview)
	if err != nil || len(found.Removed)+len(found.Restored)+found.Turns == 0 {
		return found, err
	}
	question := "Revoke " + plural(len(found.Removed), "memory") + " and " + plural(found.Turns, "message") +
		", and bring back " + plural(len(found.Restored), "memory") + "?"
	if err := a.ask(ctx, question, found.Removed); err != nil {
		return found, err
	}
	return svc.Revoke(ctx, req)
}

func (p *page) revoked(r loci.RevokeResult, erased bool) {
	if len(r.Removed)+len(r.Restored)+r.Turns == 0 {
		p.line("nothing came from there")
		return
	}
	if r.State == loci.ForgetPreview {
		p.line("would happen:")
	}
	for _, m := range r.Removed {
		p.line("  %s  %s  %s", p.red("gone"), m.ID.Short(), gist(&m))
	}
	for _, m := range r.Restored {
		p.line("  %s  %s  %s  %s", p.green("back"), m.ID.Short(), gist(&m), p.dim(string(m.Status)))
	}
	if r.Turns > 0 {
		p.line("  %s  the words of %s", p.red("gone"), plural(r.Turns, "message"))
	}
	switch {
	case r.State == loci.ForgetPending:
		p.line("%s the bytes are still held by: %s", p.yellow("pending:"), printable(strings.Join(r.Holders, ", ")))
	case r.Change != "" && !erased:
		p.line("%s", p.dim("loci undo "+string(r.Change)+" brings the memories back"))
	}
}
