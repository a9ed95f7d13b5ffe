package cli

import (
	"context"
	"errors"
	"io"
	"strings"
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

// Where a terminal gives whole lines, what ends them is no key.
func TestReviewPassesOverLineEnds(t *testing.T) {
	a := &app{sys: System{Stdin: strings.NewReader("K\r\n\ns\n")}}
	next := a.keys()
	var got []byte
	for range 3 {
		key, err := next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, key)
	}
	if string(got) != "ksq" {
		t.Errorf("keys %q, want k, s, and q at the end", got)
	}
}
