package local

import "github.com/locimem/loci/checkpoint"

// Saver returns a saver that keeps threads in the memory file.
func (m *Memory) Saver(o checkpoint.Options) (*checkpoint.Saver, error) {
	return checkpoint.NewSaver(m.store, o)
}
