// Package plugins holds what hosts install; `loci setup` writes those of its
// files that go into a host's own folder.
package plugins

import "embed"

// Files are the plugins that are one file.
//
//go:embed opencode/loci.js
var Files embed.FS
