package cli

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"
)

// A key that nobody presses must not keep an interrupt from being heard.
func TestReviewHearsAnInterrupt(t *testing.T) {
	never, hold := io.Pipe()
	defer hold.Close()
	a := &app{sys: System{Stdin: never}}
	ctx, interrupt := context.WithCancel(t.Context())
	heard := make(chan error, 1)
	go func() {
		_, err := a.keys()(ctx)
		heard <- err
	}()
	interrupt()
	select {
	case err := <-heard:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want %v", err, context.Canceled)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("it still waits for a key")
	}
}
