package cli

import (
	"context"
	"encoding/json"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/local"
)

func newApply(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "apply FILE|-",
		Short: "Take a batch of updates, such as a model proposes",
		Long: "Take a batch of updates, as JSON, in one transaction:\n\n" +
			`  {"remove": ["7c9e6679"], "replace": ["routine"], "threshold": 0.7, "cap": 100,` + "\n" +
			`   "facts": [{"content": "runs on Mondays", "category": "routine",` + "\n" +
			`              "confidence": 0.9, "supersedes": ["1b2c3d4e"]}]}`,
		Example: "  loci apply updates.json\n  loci apply - --json",
		Args:    exactly("a file, or - for stdin"),
		RunE: func(cmd *cobra.Command, args []string) error {
			req, err := a.readBatch(args[0])
			if err != nil {
				return err
			}
			return a.with(cmd.Context(), func(ctx context.Context, mem *local.Memory) error {
				res, err := mem.Service().ApplyUpdates(ctx, req)
				if err != nil {
					return err
				}
				return a.print(res, func(p *page) { p.applied(res) })
			})
		},
	}
}

// readBatch reads a batch. A field that it does not know is an error, not
// something to pass over: it was meant to do something.
func (a *app) readBatch(path string) (loci.ApplyRequest, error) {
	var req loci.ApplyRequest
	in := a.sys.Stdin
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return req, notReadable(path, err)
		}
		defer f.Close()
		in = f
	}
	dec := json.NewDecoder(in)
	dec.DisallowUnknownFields()
	err := dec.Decode(&req)
	if err == nil {
		if _, more := dec.Token(); more != io.EOF {
			err = loci.Errorf(loci.Invalid, "something follows the object")
		}
	}
	if err != nil {
		return req, loci.Errorf(loci.Invalid, "%s is not a batch of updates: %w", path, err).WithHint("`loci apply --help` shows one")
	}
	return req, nil
}

func (p *page) applied(r loci.ApplyResult) {
	for _, o := range r.Removed {
		p.outcome(o)
	}
	for _, o := range r.Facts {
		p.outcome(o)
	}
	for _, m := range r.Replaced {
		p.line("%s %s %s", p.yellow("~"), pad("replaced", 11), gist(&m))
	}
	for _, m := range r.Capped {
		p.line("%s %s %s", p.yellow("-"), pad("too many", 11), gist(&m))
	}
}
