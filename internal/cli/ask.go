package cli

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/locimem/loci"
)

// errDeclined ends a command that the user did not agree to.
func errDeclined() error { return loci.Errorf(loci.Denied, "nothing was changed") }

// ask shows memories and asks a question about them. It returns nil for yes.
// Without a terminal nobody could answer: that is an error, and the script has
// to say --yes.
func (a *app) ask(ctx context.Context, question string, about []loci.Memory) error {
	p := a.page(&bytes.Buffer{}, a.sys.StderrTTY)
	for _, m := range about {
		p.line("  %s  %s", m.ID.Short(), printable(m.Text))
	}
	if !a.sys.StdinTTY {
		fmt.Fprint(a.sys.Stderr, p.out.String())
		return loci.Errorf(loci.Invalid, "this needs a yes, and there is no terminal to ask at").
			WithHint("look at what is listed above and repeat the command with --yes")
	}
	fmt.Fprint(a.sys.Stderr, p.out.String(), p.bold(question), " [y/N] ")
	answer := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(a.sys.Stdin).ReadString('\n')
		answer <- strings.ToLower(strings.TrimSpace(line))
	}()
	select {
	case <-ctx.Done(): // the read cannot be broken off; the process ends with it
		return ctx.Err()
	case got := <-answer:
		if got == "y" || got == "yes" {
			return nil
		}
		return errDeclined()
	}
}
