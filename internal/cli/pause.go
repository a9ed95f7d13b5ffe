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
	Pauses []hook.Pause `json:"pauses"`
}

func newPause(a *app) *cobra.Command {
	var here, end, show bool
	var length time.Duration
	cmd := &cobra.Command{
		Use:   "pause",
		Short: "Stop listening for a while",
		Long: "Stop listening: hooks keep nothing and show nothing until --end, or for a time.\n" +
			"--here is for this folder and what is below it. In a conversation, \"don't\n" +
			"remember this\" takes one message off the record.",
		Example: "  loci pause\n  loci pause --for 2h\n  loci pause --here\n  loci pause --show\n  loci pause --end",
		Args:    none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := notBoth(cmd, "end", "for"); err != nil {
				return err
			}
			folder := ""
			if here {
				var err error
				if folder, err = os.Getwd(); err != nil {
					return loci.Errorf(loci.Unavailable, "cannot tell the current folder: %w", err)
				}
			}
			if err := a.pause(folder, length, here, end, show); err != nil {
				return err
			}
			all, err := hook.Pauses(a.pausesPath())
			if err != nil {
				return err
			}
			report := pauseReport{orEmpty(all)}
			return a.print(report, func(p *page) { p.pauses(report.Pauses) })
		},
	}
	f := cmd.Flags()
	f.BoolVar(&here, "here", false, "in this folder and below it only")
	f.BoolVar(&end, "end", false, "listen again: everywhere, or with --here in this folder")
	f.BoolVar(&show, "show", false, "only show what is paused")
	f.DurationVar(&length, "for", 0, "end by itself after this `time`: 30m, 2h")
	return cmd
}

func (a *app) pause(folder string, length time.Duration, here, end, show bool) error {
	switch {
	case show:
		return nil
	case end:
		return hook.EndPause(a.pausesPath(), folder, !here)
	case length < 0:
		return loci.Errorf(loci.Invalid, "a pause cannot last %s", length).WithHint("write it like 30m or 2h")
	}
	p := hook.Pause{Folder: folder}
	if length > 0 {
		p.Until = a.sys.Now().Add(length).UTC()
	}
	return hook.SetPause(a.pausesPath(), p)
}

func (p *page) pauses(all []hook.Pause) {
	if len(all) == 0 {
		p.line("listening")
	}
	for _, one := range all {
		where, until := "everywhere", "until `loci pause --end`"
		if one.Folder != "" {
			where = "in " + printable(one.Folder)
		}
		if !one.Until.IsZero() {
			until = "until " + one.Until.In(time.Local).Format("2006-01-02 15:04")
		}
		p.line("paused %s, %s", where, until)
	}
}
