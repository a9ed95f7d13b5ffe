package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

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
			"stderr.\n\n" +
			"Hosts: " + strings.Join(hook.Hosts(), ", ") + ".",
		Example: "  loci hook\n  loci hook --host hermes",
		Args:    none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.hook(cmd.Context(), host); err != nil {
				fmt.Fprintf(a.sys.Stderr, "loci: hook: %s\n", describe(err).Message)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&host, "host", "", "the `host`, where the event does not show it")
	return cmd
}

func (a *app) hook(ctx context.Context, host string) error {
	s, err := a.settings()
	if err != nil {
		return err
	}
	p, err := a.principal(s)
	if err != nil {
		return err
	}
	p.Via, p.Roles = loci.ViaHook, []loci.Role{loci.RoleMember}
	a.modelLater = true
	mem := &lazyMemory{app: a}
	defer mem.close()
	return hook.Run(ctx, a.sys.Stdin, a.sys.Stdout, hook.Options{
		Host: host, Principal: p, Service: mem.service, Getenv: a.sys.Getenv, Now: a.sys.Now,
		Dir: filepath.Join(a.stateDir(), "hook"), Pauses: a.pausesPath(),
	})
}

// stateDir is where loci keeps what is no memory and no setting.
func (a *app) stateDir() string { return filepath.Dir(a.configPath()) }

func (a *app) pausesPath() string { return filepath.Join(a.stateDir(), "paused.json") }
