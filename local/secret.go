package local

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
)

// Secrets says where the secret of a memory file is kept. The first place that
// has one counts: the variables LOCI_ENCRYPTION_KEY (keys, with commas between
// them while one is being replaced) and LOCI_PASSPHRASE, then File, Command and
// Ask.
type Secrets struct {
	Getenv  func(string) string // nil: os.Getenv
	File    string              // holds a key or a passphrase
	Command string              // prints one, such as "pass show loci", within 10 s; no shell reads it
	// Ask asks the user for the passphrase or key of a file that is encrypted;
	// nil: nobody is there.
	Ask func(ctx context.Context, prompt string) (string, error)
}

// Source returns the secrets of a file.
func (s Secrets) Source(path string) loci.SecretSource {
	return func(ctx context.Context) ([]loci.Secret, error) {
		found, err := s.Configured(ctx)
		if err != nil || len(found) > 0 || s.Ask == nil {
			return found, err
		}
		if sealed, err := Encrypted(path); err != nil || !sealed {
			return nil, err
		}
		text, err := s.Ask(ctx, "passphrase or key of "+path+": ")
		if err != nil {
			return nil, err
		}
		secret, err := loci.ParseSecret([]byte(text))
		return []loci.Secret{secret}, err
	}
}

// Configured returns the secrets that are found without asking anybody.
func (s Secrets) Configured(ctx context.Context) ([]loci.Secret, error) {
	getenv := s.Getenv
	if getenv == nil {
		getenv = os.Getenv
	}
	if v := getenv("LOCI_ENCRYPTION_KEY"); v != "" {
		keys, err := checkpoint.ParseKeys(v)
		if err != nil {
			return nil, loci.Errorf(loci.Invalid, "LOCI_ENCRYPTION_KEY: %w", err).WithHint("%s", loci.HintOf(err))
		}
		var out []loci.Secret
		for _, k := range keys {
			out = append(out, loci.Secret{Key: k})
		}
		return out, nil
	}
	text, from := []byte(getenv("LOCI_PASSPHRASE")), "LOCI_PASSPHRASE"
	var err error
	switch {
	case len(text) > 0:
		return []loci.Secret{{Passphrase: string(text)}}, nil
	case s.File != "":
		from = s.File
		if text, err = os.ReadFile(s.File); err != nil {
			return nil, loci.Errorf(loci.Invalid, "cannot read the key: %w", err).WithHint("`loci config` shows where key.file comes from")
		}
	case strings.TrimSpace(s.Command) != "":
		from = s.Command
		if text, err = output(ctx, strings.Fields(s.Command), commandTime); err != nil {
			return nil, err
		}
	default:
		return nil, nil
	}
	secret, err := loci.ParseSecret(text)
	if err != nil {
		return nil, loci.Errorf(loci.Invalid, "%s: %w", from, err).WithHint("%s", loci.HintOf(err))
	}
	return []loci.Secret{secret}, nil
}

// commandTime is how long the command may take to print the secret. Whoever
// waits for it holds a hook or an agent up.
const commandTime = 10 * time.Second

// output runs a command. What it says to the terminal, such as a question, is
// between it and the user.
func output(ctx context.Context, command []string, limit time.Duration) ([]byte, error) {
	running, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	c := exec.CommandContext(running, command[0], command[1:]...)
	c.Env = append(os.Environ(), "LOCI_HOOK=1") // a hook that it comes to would ask for the key again
	c.WaitDelay = time.Second                   // for what the command has started and left behind
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, os.Stderr
	switch err := c.Run(); {
	case err != nil && ctx.Err() == nil && running.Err() != nil:
		return nil, loci.Errorf(loci.Denied, "key.command %q has not ended within %s", command[0], limit).
			WithHint("run it by hand and see what it waits for")
	case err != nil:
		return nil, errors.Join(loci.Errorf(loci.Denied, "key.command %q failed: %w", command[0], err).WithHint("run it by hand and see what it says"), ctx.Err())
	}
	return out.Bytes(), nil
}
