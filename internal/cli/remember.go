package cli

import (
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/timex"
	"github.com/locimem/loci/local"
)

func newRemember(a *app) *cobra.Command {
	var req loci.RememberRequest
	var due, metadata string
	cmd := &cobra.Command{
		Use:   "remember TEXT|-",
		Short: "Store one statement",
		Long: "Store one statement as it is. At a terminal it counts as said by you; from a\n" +
			"program it counts as noted by an agent, which may do less. Secrets are refused.",
		Example: "  loci remember \"I'm allergic to peanuts\" --category constraints --importance critical\n" +
			"  loci remember \"The grant application is due\" --category goals --due 2026-10-15\n" +
			"  loci remember \"Answer in short sentences\" --kind procedural --field style\n" +
			"  loci remember --kind episodic --task \"move the blog to Hugo\" --outcome done\n" +
			"  echo \"I prefer tea\" | loci remember -",
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := a.text(args)
			if err != nil {
				return err
			}
			if text == "" && req.Task == "" {
				return needs(cmd, "a text")
			}
			req.Text = text
			if due != "" {
				when, err := a.when(due, timex.Future)
				if err != nil {
					return err
				}
				req.Due = &when
			}
			req.Metadata = []byte(metadata)
			return a.with(cmd.Context(), func(ctx context.Context, mem *local.Memory) error {
				if err := mayInstruct(ctx, req); err != nil {
					return err
				}
				res, err := mem.Service().Remember(ctx, req)
				if err != nil {
					return err
				}
				return a.print(res, func(p *page) { p.outcome(res.Outcome) })
			})
		},
	}
	f := cmd.Flags()
	f.Var(oneOf(&req.Kind, loci.Kinds()), "kind", names(loci.Kinds())+"; default: guessed, else semantic")
	f.Var(oneOf(&req.Field, loci.Fields()), "field", "of a procedural memory: "+names(loci.Fields()))
	f.Var(oneOf(&req.Category, loci.Categories()), "category", names(loci.Categories())+"; default: guessed, else preferences")
	f.Var(oneOf(&req.Importance, loci.Importances()), "importance", names(loci.Importances())+"; default: guessed, else medium")
	f.StringVar(&req.Task, "task", "", "of an episode: what was done")
	f.StringVar(&req.Outcome, "outcome", "", "of an episode: how it ended")
	f.StringVar(&req.Key, "key", "", "a handle of your own; the same key again replaces the memory")
	f.StringVar(&due, "due", "", "the day or moment it is about: 2026-10-15, 2026-10-15T14:00:00+02:00, tomorrow")
	f.StringVar(&req.Quote, "quote", "", "the user's words it rests on")
	f.Var(oneOf(&req.Origin, loci.Origins()), "origin", "where it comes from, if less trusted than you: "+names(loci.Origins()))
	f.StringVar(&req.URL, "url", "", "the page it comes from")
	f.StringVar(&req.Lang, "lang", "", "its language, such as pt")
	f.BoolVar(&req.Shared, "shared", false, "for everybody in the org")
	f.StringVar(&req.ProjectionOf, "projection-of", "", "the memory that this one mirrors and is closed with: `ID|KEY`")
	f.StringVar(&metadata, "metadata", "", "a JSON object to keep with it")
	completeEnums(cmd)
	return cmd
}

// mayInstruct refuses a program's instruction that quotes nobody: it would be
// stored as a fact, which is not what was asked for.
func mayInstruct(ctx context.Context, r loci.RememberRequest) error {
	who, _ := loci.PrincipalFrom(ctx)
	if who.Person() || r.Quote != "" || r.Kind != loci.Procedural && r.Field == "" {
		return nil
	}
	return loci.Errorf(loci.Denied, "only a person may tell the agent how to work").
		WithHint("run it at a terminal, give the user's own words of the last day with --quote, or leave --kind and --field out to store a fact")
}

// text joins arguments to one text; a single - reads it from stdin.
func (a *app) text(args []string) (string, error) {
	if len(args) != 1 || args[0] != "-" {
		return strings.TrimSpace(strings.Join(args, " ")), nil
	}
	data, err := io.ReadAll(io.LimitReader(a.sys.Stdin, loci.MaxTurn+1))
	if err != nil {
		return "", loci.Errorf(loci.Unavailable, "cannot read stdin: %w", err)
	}
	return strings.TrimSpace(string(data)), nil
}
