package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
)

func newProcedure(a *app) *cobra.Command {
	var whole, normal bool
	cmd := &cobra.Command{
		Use:   "procedure [FIELD=TEXT...]",
		Short: "Show or set how agents must work for you",
		Long: "Show or set how agents must work for you, in these fields:\n" + names(loci.Fields()) + ".\n" +
			"A field that is not named stays as it is, or is cleared with --replace; an empty\n" +
			"text clears it. Setting needs a person.",
		Example: "  loci procedure\n  loci procedure --default\n  loci procedure \"style=Answer in short sentences\" \"safety=Never push to main\"\n  loci procedure style=",
		RunE: func(cmd *cobra.Command, args []string) error {
			fields, err := fieldsOf(args)
			if err != nil {
				return err
			}
			return a.with(cmd.Context(), func(ctx context.Context, mem *local.Memory) error {
				var res loci.Procedure
				if len(args) > 0 || whole {
					res, err = mem.Service().SetProcedure(ctx, loci.SetProcedureRequest{Fields: fields, Partial: !whole})
				} else {
					res, err = mem.Service().Procedure(ctx, loci.ProcedureRequest{Default: normal})
				}
				if err != nil {
					return err
				}
				return a.print(res, func(p *page) { p.procedure(res) })
			})
		},
	}
	cmd.Flags().BoolVar(&whole, "replace", false, "clear the fields that are not named")
	cmd.Flags().BoolVar(&normal, "default", false, "where nothing is set, show what agents do then")
	return cmd
}

func fieldsOf(args []string) (map[loci.Field]string, error) {
	fields := map[loci.Field]string{}
	for _, arg := range args {
		name, said, ok := strings.Cut(arg, "=")
		if !ok {
			return nil, loci.Errorf(loci.Invalid, "%q is not FIELD=TEXT", arg).WithHint("`loci procedure --help` shows examples")
		}
		f, err := loci.ParseField(name)
		if err != nil {
			return nil, err
		}
		fields[f] = said
	}
	return fields, nil
}

func (p *page) procedure(r loci.Procedure) {
	if len(r.Fields) == 0 {
		p.line("%s", p.dim("nothing is set"))
	}
	for _, f := range loci.Fields() {
		for line := range strings.Lines(r.Fields[f]) {
			p.line("%s %s", pad(string(f), 14), printable(strings.TrimSuffix(line, "\n")))
		}
	}
}
