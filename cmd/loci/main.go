// Command loci is a memory for AI agents; see `loci help`.
package main

import (
	"context"
	"os"
	"os/signal"

	"github.com/locimem/loci/internal/cli"
)

func main() {
	ctx, _ := signal.NotifyContext(context.Background(), os.Interrupt)
	os.Exit(cli.Main(ctx, os.Args[1:], cli.OS()))
}
