// Command loci is a memory for AI agents; see `loci help`.
package main

import (
	"context"
	"os"

	"github.com/locimem/loci/internal/cli"
)

func main() {
	os.Exit(cli.Main(context.Background(), os.Args[1:], cli.OS()))
}
