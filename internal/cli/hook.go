package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/hook"
)

func newHook(a *app) *cobra.Command {
	var host string
	cmd := &cobra.Command{
		Use:   "hook",
		Short: "Handle one event of an agent's host",
		Long: "Handle one event of an agent's host: it is read from stdin as JSON, what the\n" +
			"agent should know is printed as JSON, and what you said is kept. Hosts call it\n" +
			"(plugins/ wires it). It never fails towards the host; what went wrong is on\n" +
			"stderr.\n\n",
		Example: "  loci hook\n  loci hook --host hermes",
		Args:    none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.hook(cmd.Context(), host); err != nil {
				told := describe(err)
				fmt.Fprintf(a.sys.Stderr, "loci: hook: %s\n", told.Message)
				a.hint(told.Hint)
			}
			return nil
		},
	}
	closing(cmd, func() string { return fold(append([]string{"Hosts:"}, hook.Hosts()...), 80) + "." })
	cmd.Flags().StringVar(&host, "host", "", "the `host`, where the event does not show it")
	return cmd
}

// hookPatience is how long a hook waits for other processes. Then what the user
// has said goes to the disk beside the memory file.
const hookPatience = 40 * time.Millisecond

// hookMemory is from where on a hook takes the time to collect its garbage.
const hookMemory = 256 << 20

func (a *app) hook(ctx context.Context, host string) error {
	a.patience = hookPatience
	debug.SetGCPercent(-1) // a process that lives for a moment, up to
	debug.SetMemoryLimit(hookMemory)
	mem := &lazyMemory{app: a}
	defer mem.close()
	return hook.Run(ctx, a.sys.Stdin, a.sys.Stdout, hook.Options{
		Host: host, Principal: a.heard, Service: mem.service, MAC: mem.mac, Getenv: a.sys.Getenv, Now: a.sys.Now,
		Yield: yield, Dir: filepath.Join(a.stateDir(), "hook"), Pauses: a.pausesDir(),
	})
}

// heard is who acts through a hook: a member, never a person. The project is
// that of the folder in which the host works, not of the one it was started in.
func (a *app) heard(folder string) (loci.Principal, error) {
	if folder != "" {
		_ = os.Chdir(folder) // one that is gone has no project
	}
	return a.acting(loci.ViaHook)
}

// stateDir is where loci keeps what is no memory and no setting.
func (a *app) stateDir() string { return filepath.Dir(a.configPath()) }

func (a *app) pausesDir() string { return filepath.Join(a.stateDir(), "paused") }
