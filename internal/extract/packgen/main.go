// Command packgen compiles the packs of a folder, each into a file beside it.
package main

import (
	"log"
	"os"
	"path/filepath"

	"github.com/locimem/loci/internal/extract"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: packgen FOLDER")
	}
	compiled, err := extract.CompilePacks(os.DirFS(os.Args[1]))
	if err != nil {
		log.Fatal(err)
	}
	for name, data := range compiled {
		if err := os.WriteFile(filepath.Join(os.Args[1], name), data, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}
