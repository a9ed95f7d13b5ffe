package local

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"github.com/locimem/loci"
)

// A key.command that waits for ever must not hold its caller up, nor one that
// leaves something behind which keeps its output open.
func TestCommandIsNotWaitedForForEver(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("sleep and sh are not there")
	}
	for _, command := range [][]string{{"sleep", "60"}, {"sh", "-c", "sleep 15 2>&- & wait"}} {
		start := time.Now()
		_, err := output(t.Context(), command, 50*time.Millisecond)
		if !errors.Is(err, loci.Denied) || loci.HintOf(err) == "" {
			t.Errorf("%v: %v", command, err)
		}
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%v: it took %s", command, took)
		}
	}
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	if _, err := output(ctx, []string{"sleep", "60"}, time.Minute); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

// A hook in what loci has started knows that, and does not ask for the key again.
func TestCommandIsMarked(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("sh is not there")
	}
	out, err := output(t.Context(), []string{"sh", "-c", "echo $LOCI_HOOK"}, time.Minute)
	if err != nil || string(out) != "1\n" {
		t.Errorf("%q, %v", out, err)
	}
}
