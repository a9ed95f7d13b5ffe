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
	schedulers, err := schedulersFor(ctx, m, name, mode.remove)
	if err != nil {
		return err
	}
	plan := m.Unschedule
	if !mode.remove {
		w, err := a.wiring("db")
		if err != nil {
			return err
		}
		plan = func(ctx context.Context, s setup.Scheduler) (setup.Plan, error) { return m.Schedule(ctx, s, w) }
	}
	var targets []target
	for _, s := range schedulers {
		targets = append(targets, target{s.Name, s.Title, s.After, func() (setup.Plan, error) { return plan(ctx, s) }})
	}
	report, err := a.wire(ctx, m, targets, mode)
	if err != nil {
		return err
	}
	return a.printSetup(report, mode)
}

// schedulersFor returns the scheduler that is meant: the one that is named, or
// what the machine has; to be removed, those that run loci.
func schedulersFor(ctx context.Context, m setup.Machine, name string, remove bool) ([]setup.Scheduler, error) {
	if remove && name == "" {
		return m.Scheduled(ctx), nil
	}
	s, err := m.Scheduler(name)
	return []setup.Scheduler{s}, err
}
