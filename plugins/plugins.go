// Package plugins holds what hosts install; `loci setup` writes those of its
// files that go into a host's own folder.
package plugins

import "embed"

// Hermes installs a folder by itself, so that each of its plugins has to hold
// all that it needs.
//
//go:generate cp hermes/program.py hermes-memory/program.py

// Files are the plugins that are one file.
//
//go:embed opencode/loci.js
var Files embed.FS
