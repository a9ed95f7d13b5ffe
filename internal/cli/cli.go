// Package cli is the loci program: commands that call the service and print
// its answers. [Main] is the whole program but for the process around it.
//
// Each command has a file of its own. A command builds one result struct and
// hands it to app.print, which writes it as text for people or, with --json,
// as it is. Errors travel up to Main, which alone writes them and turns them
// into an exit code.
package cli

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
	_ "time/tzdata" // zones are names in conversations; not every machine has them

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/locimem/loci"
)

// System is what the process around the program provides.
type System struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Which of them are terminals.
	StdinTTY, StdoutTTY, StderrTTY bool
	Width                          int // of the terminal; 0 = unknown
	Getenv                         func(string) string
	// AskSecret reads what is typed without showing it; nil = nobody is there.
	AskSecret func(prompt string) (string, error)
	Now       func() time.Time
}

// OS returns the System of this process.
func OS() System {
	width, _, err := term.GetSize(int(os.Stdout.Fd()))
	if err != nil {
		width = 0
	}
	sys := System{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		StdinTTY:  term.IsTerminal(int(os.Stdin.Fd())),
		StdoutTTY: term.IsTerminal(int(os.Stdout.Fd())),
		StderrTTY: term.IsTerminal(int(os.Stderr.Fd())),
		Width:     width,
		Getenv:    os.Getenv,
		Now:       time.Now,
	}
	if sys.StdinTTY {
		sys.AskSecret = func(prompt string) (string, error) {
			fmt.Fprint(os.Stderr, prompt)
			defer fmt.Fprintln(os.Stderr)
			typed, err := term.ReadPassword(int(os.Stdin.Fd()))
			return string(typed), err
		}
	}
	return sys
}

// Main runs the program with its arguments and returns the exit code.
func Main(ctx context.Context, args []string, sys System) int {
	a := &app{sys: sys}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal is not waited for
	root := newRoot(a, args)
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	if slices.Contains(args, "--json") {
		a.flags.json = true // it may stand after a flag that could not be read
	}
	return a.report(err, cmd.CommandPath())
}

// app is one run of the program.
type app struct {
	sys     System
	flags   globalFlags
	globals *pflag.FlagSet // the flags behind flags, to see which were given

	dialog   *dialog       // with the host's model; nil: it is not here
	patience time.Duration // of somebody who waits: a model is asked by `loci maintain`; 0: nobody does
}

// globalFlags are the flags that every command has.
type globalFlags struct {
	json                          bool
	db, org, user, agent, project string
}

//go:embed help.txt
var helpText string

// newRoot returns the program for the given arguments: where they begin with a
// command, with no other beside it. A hook is a process that somebody waits for.
func newRoot(a *app, args []string) *cobra.Command {
	var version bool
	root := &cobra.Command{
		Use:           "loci COMMAND",
		Short:         "A memory for AI agents: typed, durable, private, honest",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) > 0:
				return unknownCommand(cmd, args[0])
			case version:
				return a.version()
			}
			return cmd.Help()
		},
	}
	root.SetIn(a.sys.Stdin)
	root.SetOut(a.sys.Stdout)
	root.SetErr(a.sys.Stderr)
	root.SetFlagErrorFunc(flagError)
	root.CompletionOptions.DisableDefaultCmd = true
	commandHelp := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if cmd == root {
			fmt.Fprint(a.sys.Stdout, helpText)
			return
		}
		commandHelp(cmd, args)
	})

	root.Flags().BoolVar(&version, "version", false, "print the version")
	f := root.PersistentFlags()
	a.globals = f
	f.BoolVar(&a.flags.json, "json", false, "print the result as JSON")
	f.StringVar(&a.flags.db, "db", "", "the memory `file` (default ~/.loci/memory.db)")
	f.StringVar(&a.flags.org, "org", "", "whose memories: the `org`")
	f.StringVar(&a.flags.user, "user", "", "whose memories: the `user`")
	f.StringVar(&a.flags.agent, "agent", "", "whose memories: the `agent`, empty for all")
	f.StringVar(&a.flags.project, "project", "", "whose memories: the `project`, auto for the git root, empty for everywhere")

	root.SetHelpCommand(newHelp(root))
	all := commands()
	if i := slices.IndexFunc(all, func(c constructor) bool { return len(args) > 0 && c.name == args[0] }); i >= 0 {
		all = all[i : i+1]
	}
	for _, c := range all {
		root.AddCommand(c.make(a))
	}
	return root
}

// constructor makes the command of a name.
type constructor struct {
	name string
	make func(*app) *cobra.Command
}

// commands lists the constructors of all commands.
func commands() []constructor {
	return []constructor{
		{"demo", newDemo},
		{"ingest", newIngest}, {"remember", newRemember}, {"edit", newEdit}, {"confirm", newConfirm}, {"reject", newReject},
		{"complete", newComplete}, {"retract", newRetract}, {"forget", newForget}, {"undo", newUndo}, {"review", newReview},
		{"episode", newEpisode}, {"procedure", newProcedure}, {"promote", newPromote}, {"apply", newApply}, {"reconcile", newReconcile},
		{"recall", newRecall}, {"block", newBlock}, {"list", newList}, {"show", newShow}, {"history", newHistory},
		{"export", newExport}, {"import", newImport}, {"backup", newBackup}, {"doctor", newDoctor}, {"maintain", newMaintain},
		{"compact", newCompact}, {"stats", newStats}, {"thread", newThread}, {"eval", newEval},
		{"revoke", newRevoke}, {"scan", newScan}, {"audit", newAudit}, {"encrypt", newEncrypt}, {"decrypt", newDecrypt}, {"rekey", newRekey},
		{"mcp", newMCP}, {"hook", newHook}, {"setup", newSetup}, {"pause", newPause},
		{"config", newConfig}, {"version", newVersion}, {"completion", newCompletion},
	}
}

func newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Explain loci or one of its commands",
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return unknownCommand(root, strings.Join(args, " "))
			}
			cmd.InitDefaultHelpFlag()
			return cmd.Help()
		},
	}
}

// closing ends the help of a command with what is read from tables: only when
// somebody asks for it, since a hook is a process that somebody waits for.
func closing(cmd *cobra.Command, text func() string) {
	cmd.SetHelpFunc(func(asked *cobra.Command, args []string) {
		if asked == cmd {
			cmd.Long += text()
		}
		cmd.Root().HelpFunc()(asked, args)
	})
}

// whichCommand says what a command that only leads to others can do.
func whichCommand(cmd *cobra.Command, args []string) error {
	hint := fmt.Sprintf("`%s --help` lists the commands", cmd.CommandPath())
	if len(args) > 0 {
		return loci.Errorf(loci.Invalid, "unknown command %q", cmd.Name()+" "+args[0]).WithHint("%s", hint)
	}
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	return loci.Errorf(loci.Invalid, "%s what: %s?", cmd.Name(), strings.Join(names, ", ")).WithHint("%s", hint)
}

func unknownCommand(root *cobra.Command, name string) error {
	err := loci.Errorf(loci.Invalid, "unknown command %q", name)
	root.SuggestionsMinimumDistance = 2
	if near := root.SuggestionsFor(name); len(near) > 0 {
		return err.WithHint("did you mean %q? `loci help` lists the commands", near[0])
	}
	return err.WithHint("`loci help` lists the commands")
}

// flagError explains a flag that could not be read. Before an unknown command
// cobra meets its flags first; the command is then what is wrong.
func flagError(cmd *cobra.Command, err error) error {
	if rest := cmd.Flags().Args(); !cmd.HasParent() && len(rest) > 0 {
		return unknownCommand(cmd, rest[0])
	}
	var wrong *pflag.InvalidValueError
	if errors.As(err, &wrong) && wrong.GetFlag().Value.Type() == "int" {
		err = fmt.Errorf("%q is no number that --%s takes", wrong.GetValue(), wrong.GetFlag().Name)
	}
	return loci.Errorf(loci.Invalid, "%w", err).WithHint("`%s --help` lists the flags", cmd.CommandPath())
}

// atLeast and exactly check the number of arguments, and say what is missing
// in the words of the command: exactly("an id or a key").
func atLeast(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return needs(cmd, what)
		}
		return nil
	}
}

func exactly(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return needs(cmd, what)
		case len(args) > 1:
			return tooMany(cmd, args[1])
		}
		return nil
	}
}

// atMostOne allows one argument or none.
func atMostOne(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return tooMany(cmd, args[1])
	}
	return nil
}

func none(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return tooMany(cmd, args[0])
	}
	return nil
}

// notBoth refuses two flags together.
func notBoth(cmd *cobra.Command, one, other string) error {
	if cmd.Flags().Changed(one) && cmd.Flags().Changed(other) {
		return loci.Errorf(loci.Invalid, "--%s and --%s exclude each other", one, other).
			WithHint("`%s --help` shows examples", cmd.CommandPath())
	}
	return nil
}

func needs(cmd *cobra.Command, what string) error {
	return loci.Errorf(loci.Invalid, "%s needs %s", cmd.Name(), what).
		WithHint("`%s --help` shows examples", cmd.CommandPath())
}

func tooMany(cmd *cobra.Command, arg string) error {
	return loci.Errorf(loci.Invalid, "%s does not take %q", cmd.Name(), arg).
		WithHint("`%s --help` shows examples", cmd.CommandPath())
}
