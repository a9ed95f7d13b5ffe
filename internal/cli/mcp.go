package cli

import (
	"log/slog"

	"github.com/spf13/cobra"

	"github.com/locimem/loci/mcpserver"
)

func newMCP(a *app) *cobra.Command {
	var addr string
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Serve the memory to an agent over MCP",
		Long: "Serve the memory to an agent over the Model Context Protocol: the tools\n" +
			"remember, recall, forget, list, history and complete. Agents start it themselves\n" +
			"(docs/mcp.md says how); it speaks on stdin and stdout until its input ends.\n" +
			"--http serves many clients at http://ADDR/mcp; each needs the token from the\n" +
			"file that it names at its start.",
		Example: "  loci mcp\n  loci mcp --project auto\n  loci mcp --http 127.0.0.1:7317",
		Args:    none,
		RunE: func(cmd *cobra.Command, _ []string) error {
			mem := &lazyMemory{app: a}
			defer mem.close()
			server, err := mcpserver.New(mcpserver.Options{
				Version: buildVersion().Version, Open: mem.serve, Threads: mem.thread, Now: a.sys.Now,
				Log: slog.New(slog.NewTextHandler(a.sys.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})),
			})
			if err != nil {
				return err
			}
			if addr != "" {
				return a.serveHTTP(cmd.Context(), server, addr)
			}
			return server.Serve(cmd.Context(), a.sys.Stdin, a.sys.Stdout)
		},
	}
	cmd.Flags().StringVar(&addr, "http", "", "serve HTTP on this `address`, such as 127.0.0.1:7317")
	return cmd
}
