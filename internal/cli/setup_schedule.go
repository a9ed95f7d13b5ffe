package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/locimem/loci/internal/setup"
)

func newSetupSchedule(a *app) *cobra.Command {
	var mode setupMode
	cmd := &cobra.Command{
		Use:   "schedule [SCHEDULER]",
		Short: "Run `loci maintain` every hour",
		Long: "Run `loci maintain` every hour: by what this machine has, or by the one that is\n" +
			"named. You see what is written and run, and are asked; --remove undoes it.\n\n" +
			"Schedulers: " + strings.Join(setup.Schedulers(), " ") + ".",
		Example: "  loci setup schedule\n  loci setup schedule cron --dry-run\n  loci setup schedule --remove",
		Args:    atMostOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := notBoth(cmd, "yes", "dry-run"); err != nil {
				return err
			}
			return a.schedule(cmd.Context(), strings.Join(args, ""), mode)
		},
	}
	mode.flags(cmd)
	return cmd
}

func (a *app) schedule(ctx context.Context, name string, mode setupMode) error {
	m := a.machine()
	w, err := a.wiring("db")
	if err != nil {
		return err
	}
	schedulers := []setup.Scheduler{}
	if mode.remove && name == "" {
		schedulers = m.Scheduled(ctx)
	} else {
		s, err := m.Scheduler(name)
		if err != nil {
			return err
		}
		schedulers = append(schedulers, s)
	}
	report := setupReport{Hosts: []hostReport{}}
	for _, s := range schedulers {
		var plan setup.Plan
		if mode.remove {
			plan, err = m.Unschedule(ctx, s)
		} else {
			plan, err = m.Schedule(ctx, s, w)
		}
		r := hostReport{Host: s.Name, Title: s.Title, Changes: []changeReport{}}
		if err == nil {
			err = a.carryOut(ctx, m, &r, plan, mode)
		}
		if err != nil {
			return err
		}
		if r.State == setupDone {
			r.Next = s.After
		}
		report.Hosts = append(report.Hosts, r)
	}
	return a.printSetup(report, mode)
}
