package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
)

func newAudit(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "audit COMMAND",
		Short: "Check the log of changes",
		Long: "Check the log of changes. Every change is a row of it, chained to the row before\n" +
			"by a keyed hash.",
		Example: "  loci audit verify",
		RunE:    whichCommand,
	}
	cmd.AddCommand(newAuditVerify(a))
	return cmd
}

func newAuditVerify(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "verify",
		Short: "Check that no row is missing or altered",
		Long: "Check that no row of the log is missing or altered, and that every memory is as\n" +
			"its last change left it. The exit code is 1 if anything is wrong, and the first\n" +
			"broken row is named. Note the head somewhere else: a later log without it was\n" +
			"written anew.",
		Example: "  loci audit verify\n  loci audit verify --json",
		Args:    none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.existing(cmd.Context(), func(ctx context.Context, mem *local.Memory) error {
				rep, err := mem.Service().Audit(ctx)
				if err != nil {
					return err
				}
				err = a.print(rep, func(p *page) { p.audit(rep) })
				if err == nil && len(rep.Problems) > 0 {
					return partial("the log of changes does not hold")
				}
				return err
			})
		},
	}
}

func (p *page) audit(r loci.AuditReport) {
	for _, problem := range r.Problems {
		p.line("%s  %s", p.red("broken"), printable(problem))
	}
	if len(r.Problems) > 0 {
		return
	}
	p.line("%s  %s are whole, %d of them forgotten", p.green("ok"), plural(r.Rows, "change"), r.Forgotten)
	if r.Head != "" {
		p.line("head %s", r.Head)
	}
}
