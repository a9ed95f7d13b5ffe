package cli

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
)

// demoConversation is a conversation in several languages, one turn per line,
// with a note of what to look out for.
//
//go:embed demo.jsonl
var demoConversation string

// demoTurn is one line of the demo.
type demoTurn struct {
	Note string `json:"note,omitempty"`
	loci.Turn
}

// demoReport is the result of `loci demo`.
type demoReport struct {
	Steps []demoStep `json:"steps"`
	Block string     `json:"block"`
}

type demoStep struct {
	Turn     demoTurn       `json:"turn"`
	Outcomes []loci.Outcome `json:"outcomes,omitempty"`
}

func newDemo(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "demo",
		Short: "Read a conversation and show what becomes of each fact",
		Long: "Read a short conversation in several languages and show each fact as it is\n" +
			"stored, changed or refused, and why; then the context block that a model would\n" +
			"get. It works in a store of its own and does not touch yours.",
		Example: "  loci demo\n  loci demo --json",
		Args:    none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			rep, err := demo(cmd.Context())
			if err != nil {
				return err
			}
			return a.print(rep, func(p *page) { p.demo(rep) })
		},
	}
}

// demo plays the conversation at the times it names, so that the outcome is
// the same on any day.
func demo(ctx context.Context) (rep demoReport, err error) {
	turns, err := demoTurns()
	if err != nil {
		return rep, err
	}
	var clock time.Time
	svc, closeStore, err := temporary(ctx, func() time.Time { return clock })
	if err != nil {
		return rep, err
	}
	defer func() { err = errors.Join(err, closeStore()) }()
	for _, t := range turns {
		clock = t.Time
		ctx := asPerson(ctx, clock.Location())
		res, err := svc.Ingest(ctx, loci.IngestRequest{Turns: []loci.Turn{t.Turn}})
		if err != nil {
			return rep, err
		}
		rep.Steps = append(rep.Steps, demoStep{t, res.Outcomes})
	}
	block, err := svc.ContextBlock(asPerson(ctx, clock.Location()), loci.BlockRequest{})
	rep.Block = block.Text
	return rep, err
}

// asPerson returns a context in which somebody at a terminal acts.
func asPerson(ctx context.Context, zone *time.Location) context.Context {
	return loci.WithPrincipal(ctx, loci.Principal{Via: loci.ViaTerminal, Zone: zone})
}

func demoTurns() ([]demoTurn, error) {
	var turns []demoTurn
	for n, line := range strings.Split(strings.TrimSpace(demoConversation), "\n") {
		var t demoTurn
		if err := json.Unmarshal([]byte(line), &t); err != nil {
			return nil, fmt.Errorf("cli: demo line %d: %w", n+1, err)
		}
		turns = append(turns, t)
	}
	return turns, nil
}

func (p *page) demo(rep demoReport) {
	p.line("A conversation in seven languages. Below each message: what loci makes of it.")
	date := ""
	for _, s := range rep.Steps {
		if d := s.Turn.Time.Format("Monday, 2 January 2006"); d != date {
			date = d
			p.line("\n%s", p.bold(date))
		}
		p.line("\n%s%s", p.bold(pad(string(s.Turn.Role)+":", 6)), s.Turn.Text)
		if s.Turn.Note != "" {
			p.line("      %s", p.dim("("+s.Turn.Note+")"))
		}
		for _, o := range s.Outcomes {
			p.outcome(o)
		}
		if len(s.Outcomes) == 0 {
			p.line("%s", p.dim("· nothing to remember"))
		}
	}
	p.line("\n%s\n", p.bold("The context block, as a model gets it before it answers:"))
	p.block(rep.Block)
	p.line("\n%s", p.dim("This was a store of its own, now gone. Yours begins with: loci remember \"I prefer tea\""))
}
