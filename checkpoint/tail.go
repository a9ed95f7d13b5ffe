package checkpoint

import (
	"reflect"
	"sync"

	"github.com/locimem/loci"
)

// tail is the memory behind a list that grows from checkpoint to checkpoint.
// The first successor of a checkpoint grows the list in place; a second one, on
// a branch, finds the place taken and gets a copy.
type tail struct {
	mu   sync.Mutex
	list reflect.Value // as long as the longest list in this memory
}

// extend returns old with the elements of more behind it, and the tail of the
// result. It writes nothing that old or another list can see. A nil tail is one
// that does not have the list.
func (t *tail) extend(old, more any) (any, *tail, error) {
	m := reflect.ValueOf(more)
	if m.Kind() != reflect.Slice {
		return nil, nil, loci.Errorf(loci.Invalid, "a %T cannot be appended", more)
	}
	o := reflect.Zero(m.Type())
	if old != nil {
		o = reflect.ValueOf(old)
	}
	if o.Type() != m.Type() {
		return nil, nil, loci.Errorf(loci.Invalid, "a %T cannot be appended to a %T", more, old)
	}
	if t == nil {
		t = &tail{list: clip(o)}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.list.Len() != o.Len() || t.list.UnsafePointer() != o.UnsafePointer() {
		t = &tail{list: clip(o)} // the lock of the old one is released by the defer
	}
	t.list = reflect.AppendSlice(t.list, m)
	if m.Len() == 0 && t.list.IsNil() {
		t.list = reflect.MakeSlice(m.Type(), 0, 0)
	}
	return clip(t.list).Interface(), t, nil
}

// clip takes the capacity of a list away, so that nobody can append to it in
// place.
func clip(list reflect.Value) reflect.Value { return list.Slice3(0, list.Len(), list.Len()) }
