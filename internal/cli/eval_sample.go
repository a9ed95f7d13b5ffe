package cli

import (
	"cmp"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/eval"
	"github.com/locimem/loci/internal/transcript"
)

func newEvalSample(a *app) *cobra.Command {
	var count int
	var seed uint64
	cmd := &cobra.Command{
		Use:   "sample FILE|FOLDER...",
		Short: "Draw some of what is learnt from conversations, to be judged",
		Long: "Draw some of what is learnt from conversations, each with the message that it\n" +
			"came from, for a person to judge. The files are those of ingest. The same seed\n" +
			"draws the same memories.",
		Example: "  loci eval sample locomo/locomo10.json --count 200 --seed 1\n  loci eval sample chats/ --json",
		Args:    atLeast("a file or folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if count < 1 {
				return loci.Errorf(loci.Invalid, "--count must be at least 1")
			}
			files, err := eval.Files(args, ".json", ".jsonl", ".txt")
			if err != nil {
				return err
			}
			all, err := conversations(files, transcript.Auto)
			if err != nil {
				return err
			}
			bar := a.progress("conversation")
			s, err := eval.Sample(cmd.Context(), temporary, all, count, seed, eval.Options{Progress: bar.step})
			bar.end()
			if err != nil {
				return err
			}
			return a.print(s, func(p *page) { p.sampling(s) })
		},
	}
	cmd.Flags().IntVar(&count, "count", 200, "at most so many `memories`")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "decides which `number`")
	return cmd
}

func (p *page) sampling(s eval.Sampling) {
	for i, m := range s.Sampled {
		p.line("%d. %s%s", i+1, p.bold(gist(&m.Memory)), p.dim("  "+labels(&m.Memory)))
		p.line("   %s %s", p.dim(m.User+", "+cmp.Or(m.Turn.Speaker, string(m.Turn.Role))+":"), printable(m.Turn.Text))
	}
	p.line("%s", p.dim(fmt.Sprintf("%d of %s", len(s.Sampled), plural(s.Stored, "memory"))))
}
