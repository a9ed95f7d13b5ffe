package cli

import (
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/hook"
)

// pauseReport is the result of `loci pause`.
type pauseReport struct {
	Pauses []pause `json:"pauses"`
}

// pause is a [hook.Pause] as the command shows it.
type pause struct {
	Folder string    `json:"folder"` // and all below it; empty = everywhere
	Until  time.Time `json:"until,omitzero"`
}

func newPause(a *app) *cobra.Command {
	var here, end, show bool
	var span string
	cmd := &cobra.Command{
		Use:   "pause",
		Short: "Stop listening for a while",
		Long: "Stop listening: hooks keep nothing and show nothing, and agents' calls over MCP\n" +
			"are refused, until --end, or for a time. --here is for this folder and what is\n" +
			"below it. In a conversation, \"don't remember this\" takes one message off the\n" +
			"record.",
		Example: "  loci pause\n  loci pause --for 2h\n  loci pause --here\n  loci pause --show\n  loci pause --end",
		Args:    none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := notBoth(cmd, "end", "for"); err != nil {
				return err
			}
			var p hook.Pause
			var err error
			if cmd.Flags().Changed("for") {
				p.Until, err = a.pauseEnd(span)
			}
			if err == nil && here {
				p.Folder, err = workingFolder()
			}
			switch {
			case err != nil:
			case show:
			case end:
				err = hook.EndPause(a.pausesDir(), p.Folder, !here)
			default:
				err = hook.SetPause(a.pausesDir(), p)
			}
			if err != nil {
				return err
			}
			return a.printPauses()
		},
	}
	f := cmd.Flags()
	f.BoolVar(&here, "here", false, "in this folder and below it only")
	f.BoolVar(&end, "end", false, "listen again: everywhere, or with --here in this folder")
	f.BoolVar(&show, "show", false, "only show what is paused")
	f.StringVar(&span, "for", "", "end by itself after this `time`: 30m, 2h, 1d")
	return cmd
}

// pauseEnd returns when a pause of a length ends.
func (a *app) pauseEnd(span string) (time.Time, error) {
	length, err := parseAge(span)
	if err != nil || length == 0 {
		return time.Time{}, loci.Errorf(loci.Invalid, "a pause cannot last %q", span).WithHint("write it like 30m, 2h or 1d; without --for it lasts until `loci pause --end`")
	}
	return a.sys.Now().Add(length).UTC(), nil
}

func workingFolder() (string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", loci.Errorf(loci.Unavailable, "cannot tell the current folder: %w", err).WithHint("change to a folder that is there")
	}
	return folder, nil
}

// notPaused refuses an agent's call while a pause is on where this process works.
func (a *app) notPaused() error {
	all, err := hook.Pauses(a.pausesDir())
	if err != nil {
		return err
	}
	for _, p := range all {
		if p.Holds(a.sys.Now()) {
			return loci.Errorf(loci.Denied, "loci is %s: nothing may be kept or shown", pause(p).line()).
				WithHint("go on without memory; only the user ends a pause, with `loci pause --end`")
		}
	}
	return nil
}

func (a *app) printPauses() error {
	all, err := hook.Pauses(a.pausesDir())
	if err != nil {
		return err
	}
	report := pauseReport{Pauses: []pause{}}
	for _, one := range all {
		report.Pauses = append(report.Pauses, pause(one))
	}
	return a.print(report, func(p *page) { p.pauses(report.Pauses) })
}

func (p *page) pauses(all []pause) {
	if len(all) == 0 {
		p.line("listening")
	}
	for _, one := range all {
		p.line("%s", one.line())
	}
}

// line says where and how long a pause holds.
func (p pause) line() string {
	where, until := "everywhere", "until `loci pause --end`"
	if p.Folder != "" {
		where = "in " + printable(p.Folder)
	}
	if !p.Until.IsZero() {
		until = "until " + p.Until.In(time.Local).Format("2006-01-02 15:04")
	}
	return "paused " + where + ", " + until
}
