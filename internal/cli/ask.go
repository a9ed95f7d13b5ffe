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
func errDeclined() error {
	return loci.Errorf(loci.Denied, "nothing was changed").WithHint("repeat the command when you are sure")
}

// ask shows memories and asks a question about them. It returns nil for yes.
// Without a terminal nobody could answer: that is an error, and the script has
// to say --yes.
func (a *app) ask(ctx context.Context, question string, about []loci.Memory) error {
	p := a.page(&bytes.Buffer{}, a.sys.StderrTTY)
	for _, m := range about {
		p.line("  %s  %s", m.ID.Short(), gist(&m))
	}
	if !a.sys.StdinTTY {
		fmt.Fprint(a.sys.Stderr, p.out.String())
		err := loci.Errorf(loci.Invalid, "this needs a yes, and there is no terminal to ask at")
		if len(about) == 0 {
			return err.WithHint("repeat the command with --yes")
		}
		return err.WithHint("look at what is listed above and repeat the command with --yes")
	}
	fmt.Fprint(a.sys.Stderr, p.out.String(), p.bold(question), " [y/N] ")
	line, err := typed(ctx, func() (string, error) {
		line, _ := bufio.NewReader(a.sys.Stdin).ReadString('\n') // what ends in the middle of a line is an answer too
		return line, nil
	})
	if err != nil {
		return err
	}
	if got := strings.ToLower(strings.TrimSpace(line)); got == "y" || got == "yes" {
		return nil
	}
	return errDeclined()
}

// typed returns what read does, unless an interrupt comes first. A read cannot
// be broken off: it is left behind and ends with the process.
func typed[T any](ctx context.Context, read func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := read()
		done <- result{value, err}
	}()
	select {
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	case r := <-done:
		return r.value, r.err
	}
}
