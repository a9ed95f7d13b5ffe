package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
)

func newBlock(a *app) *cobra.Command {
	var req loci.BlockRequest
	cmd := &cobra.Command{
		Use:   "block [WORDS]",
		Short: "Print the context block for a model",
		Long: "Print the context block: the few facts that a model should know before it\n" +
			"answers. Words let what is relevant to them in first. With nothing to say it\n" +
			"prints nothing.",
		Example: "  loci block\n  loci block plan my birthday dinner\n  loci block --facts 5 --chars 800",
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if req.Query, err = a.text(args); err != nil {
				return err
			}
			return a.reading(cmd.Context(), func(ctx context.Context, mem *local.Memory) error {
				res, err := mem.Service().ContextBlock(ctx, req)
				if err != nil {
					return err
				}
				return a.print(res, func(p *page) { p.block(res.Text) })
			})
		},
	}
	f := cmd.Flags()
	f.IntVar(&req.Facts, "facts", loci.BlockFacts, "at most so many facts")
	f.IntVar(&req.Chars, "chars", loci.BlockChars, "at most so many characters")
	f.BoolVar(&req.Episodes, "episodes", false, "also similar episodes: what was done and how it ended")
	return cmd
}

// block writes a context block, ending its last line.
func (p *page) block(text string) {
	if text != "" {
		p.line("%s", strings.TrimRight(printable(text), "\n"))
	}
}
