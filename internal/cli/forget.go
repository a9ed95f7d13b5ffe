package cli

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
)

func newForget(a *app) *cobra.Command {
	var yes bool
	var req loci.ForgetRequest
	cmd := &cobra.Command{
		Use:   "forget ID|KEY|WORDS",
		Short: "Erase for good, by id, key or words",
		Long: "Erase for good: the memory, the versions it replaced, the words in messages it\n" +
			"came from, and everything made from it. An id or key is erased at once; with\n" +
			"words you see what would go and are asked. It cannot be undone (`loci retract`\n" +
			"can). --everything is all that you have, in every project. --threads also\n" +
			"deletes agents' saved threads that hold it, and those that held what was\n" +
			"forgotten before.",
		Example: "  loci forget 7c9e6679\n  loci forget my old gym\n  loci forget my old gym --preview\n  loci forget my old gym --yes\n  loci forget --everything --threads",
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case req.Everything && len(args) > 0:
				return tooMany(cmd, args[0])
			case !req.Everything && len(args) == 0:
				return needs(cmd, "an id, a key or words")
			}
			if err := notBoth(cmd, "yes", "preview"); err != nil {
				return err
			}
			return a.reading(cmd.Context(), func(ctx context.Context, mem *local.Memory) error {
				res, err := a.forget(ctx, mem.Service(), strings.Join(args, " "), req, yes)
				if err != nil {
					return err
				}
				return a.print(res, func(p *page) { p.receipt(res) })
			})
		},
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	cmd.Flags().BoolVar(&req.Preview, "preview", false, "only say what would be forgotten")
	cmd.Flags().BoolVar(&req.Everything, "everything", false, "all memories, and the words of all messages")
	cmd.Flags().BoolVar(&req.Threads, "threads", false, "also delete the saved threads that hold it")
	return cmd
}

func (a *app) forget(ctx context.Context, svc loci.Service, what string, req loci.ForgetRequest, yes bool) (loci.ForgetResult, error) {
	if !req.Everything {
		req.Ref = what // perhaps of what is forgotten already, and its threads are not
		if res, err := svc.Forget(ctx, req); !errors.Is(err, loci.NotFound) {
			return res, err
		}
		req.Ref, req.Query, req.Messages = "", what, what
	}
	preview := req
	preview.Preview = true
	found, err := svc.Forget(ctx, preview)
	if err != nil || req.Preview {
		return found, err
	}
	if !yes {
		if err := a.ask(ctx, "Forget "+whatGoes(found)+" for good?", found.Memories); err != nil {
			return loci.ForgetResult{}, err
		}
	}
	if req.Everything {
		return svc.Forget(ctx, req)
	}
	req.Query = "" // by id, so that exactly what was shown goes
	for _, m := range found.Memories {
		req.IDs = append(req.IDs, m.ID)
	}
	return svc.Forget(ctx, req)
}

func whatGoes(r loci.ForgetResult) string {
	switch {
	case r.Turns == 0:
		return plural(len(r.Memories), "memory")
	case len(r.Memories) == 0:
		return "these words in " + plural(r.Turns, "message")
	}
	return plural(len(r.Memories), "memory") + ", and these words in " + plural(r.Turns, "message")
}

func (p *page) receipt(r loci.ForgetResult) {
	switch r.State {
	case loci.ForgetPreview:
		heading := "would forget:"
		if r.Asks {
			heading = "would retract, and erase when a person agrees (`loci review`):"
		}
		p.line("%s", heading)
		for i, m := range r.Memories {
			mark := ""
			if i >= len(r.Memories)-r.Earlier {
				mark = " (earlier version)"
			} else if r.Asks && m.Binds() {
				mark = " (stands until then)"
			}
			p.line("  %s  %s%s", m.ID.Short(), gist(&m), mark)
		}
		for _, e := range r.Excerpts {
			p.line("  message   %s", printable(e))
		}
		if more := r.Turns - len(r.Excerpts); more > 0 {
			p.line("  and %s more", plural(more, "message"))
		}
		if len(r.Holders) > 0 {
			p.line("it would stay in: %s", printable(strings.Join(r.Holders, ", ")))
			p.line("--threads deletes the saved threads among these")
		}
		return
	case loci.ForgetRetracted, loci.ForgetAsked:
		done := "retracted, not erased"
		switch {
		case r.State == loci.ForgetAsked:
			done = "asked, nothing forgotten"
		case r.Stand > 0:
			done += " (" + plural(r.Stand, "limit or instruction") + " not even retracted)"
		}
		p.line("%s: a person has to agree; `loci forget` at a terminal, or with LOCI_PERSON=1, erases", done)
		return
	}
	what := plural(len(r.Memories)-r.Earlier, "memory")
	if r.Earlier > 0 {
		what += ", " + plural(r.Earlier, "earlier version") + " of it"
	}
	if r.Derived > 0 {
		what += ", " + plural(r.Derived, "derived memory")
	}
	if r.Turns > 0 {
		what += ", its words in " + plural(r.Turns, "message")
	}
	p.line("forgotten: %s", what)
	if len(r.Names) > 0 {
		p.line("what stays, so that no replay brings it back, still names your agents and projects: %s", printable(strings.Join(r.Names, ", ")))
	}
	p.line("copies that you made yourself (backups, exports) still hold it")
	if r.State == loci.ForgetPending {
		p.line("%s the bytes are still held by: %s", p.yellow("pending:"), printable(strings.Join(r.Holders, ", ")))
		how := "thread prune THREAD --delete"
		if len(r.Memories) > 0 {
			how = "forget " + r.Memories[0].ID.Short() + " --threads"
		}
		p.line("saved threads go with `loci %s`; run `loci maintain` when all is gone", how)
	}
}
