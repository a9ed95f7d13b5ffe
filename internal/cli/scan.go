package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
)

func newScan(a *app) *cobra.Command {
	var redact, yes bool
	cmd := &cobra.Command{
		Use:   "scan",
		Short: "Find secrets in what is stored already",
		Long: "Find secrets and identity numbers in what is stored already, with today's guard.\n" +
			"You see where they are, not what they are. --redact forgets those memories and\n" +
			"cuts the values out of messages, after asking.",
		Example: "  loci scan\n  loci scan --redact\n  loci scan --json",
		Args:    none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.reading(cmd.Context(), func(ctx context.Context, mem *local.Memory) error {
				res, err := a.scan(ctx, mem.Service(), redact, yes)
				if err != nil {
					return err
				}
				return a.print(res, func(p *page) { p.scanned(res) })
			})
		},
	}
	f := cmd.Flags()
	f.BoolVar(&redact, "redact", false, "forget the memories and cut the values out of messages")
	f.BoolVar(&yes, "yes", false, "do not ask")
	return cmd
}

func (a *app) scan(ctx context.Context, svc loci.Service, redact, yes bool) (loci.ScanResult, error) {
	found, err := svc.Scan(ctx, loci.ScanRequest{Redact: redact && yes})
	if err != nil || !redact || yes || len(found.Found) == 0 {
		return found, err
	}
	if err := a.ask(ctx, "Redact "+plural(len(found.Found), "memory or message")+" for good?", nil); err != nil {
		return found, err
	}
	return svc.Scan(ctx, loci.ScanRequest{Redact: true})
}

func (p *page) scanned(r loci.ScanResult) {
	for _, f := range r.Found {
		where := "message " + printable(string(f.Turn))
		if f.Memory != "" {
			where = "memory  " + f.Memory.Short()
		}
		for _, finding := range f.Findings {
			p.line("  %s  %s", where, p.red(finding.Reason()))
		}
	}
	looked := plural(r.Memories, "memory") + " and " + plural(r.Turns, "message") + " looked at"
	switch {
	case len(r.Found) == 0:
		p.line("no secrets: %s", looked)
	case r.State == loci.ForgetPreview:
		p.line("%s; %s", looked, p.dim("loci scan --redact takes them out"))
	case r.State == loci.ForgetPending:
		p.line("%s the bytes are still held by: %s", p.yellow("pending:"), printable(strings.Join(r.Holders, ", ")))
	default:
		p.line("redacted")
	}
}
