package cli

import (
	"github.com/spf13/cobra"

	"github.com/locimem/loci"
)

func newCompletion(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print a completion script for a shell",
		Long: "Print a completion script for bash, zsh, fish or powershell, to be loaded by the\n" +
			"shell's own start-up file.",
		Example: "  source <(loci completion bash)\n" +
			"  loci completion zsh > \"${fpath[1]}/_loci\"\n" +
			"  loci completion fish > ~/.config/fish/completions/loci.fish\n" +
			"  loci completion powershell | Out-String | Invoke-Expression",
		Args:      exactly("a shell: bash, zsh, fish or powershell"),
		ValidArgs: []string{"bash", "zsh", "fish", "powershell"},
		RunE: func(cmd *cobra.Command, args []string) error {
			root, out := cmd.Root(), a.sys.Stdout
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(out, true)
			case "zsh":
				return root.GenZshCompletion(out)
			case "fish":
				return root.GenFishCompletion(out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(out)
			}
			return loci.Errorf(loci.Invalid, "no completion for %q", args[0]).WithHint("one of bash, zsh, fish, powershell")
		},
	}
}
