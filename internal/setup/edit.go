package setup

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/locimem/loci"
)

// entry is one thing that setup puts into a file.
type entry struct {
	path  []string
	list  bool   // the value is an element of the list at path
	value string // JSON
	own   programs
}

// nested returns the value with the last keys of its path around it, which the
// file does not have yet.
func (e entry) nested(keys []string) string {
	value := e.value
	if e.list {
		value = "[" + value + "]"
	}
	for _, key := range slices.Backward(keys) {
		value = "{" + quote(key) + ": " + value + "}"
	}
	return value
}

// in reports whether the file has the entry, with whatever value: a server of
// that name, a hook that calls loci.
func (e entry) in(root *node) bool {
	if root == nil {
		return false
	}
	n := root.at(e.path)
	if n == nil || !e.list {
		return n != nil
	}
	return e.own.any(n.plain())
}

// ours reports whether the file has the entry and it starts loci; a server of
// that name may be somebody else's.
func (e entry) ours(root *node) bool {
	return e.in(root) && (e.list || e.own.serves(root.at(e.path).plain()))
}

// format edits one sort of file: as text, so that what setup does not know of
// stays as it is, down to the byte.
type format interface {
	// parse returns the tree of a text, nil if it says nothing.
	parse(text string) (*node, error)
	// add puts an entry at the end of the container in, to which its path
	// leads but for the keys in rest.
	add(text string, in *node, rest []string, e entry) (string, error)
	// cut takes an item out of its container.
	cut(text string, in *node, i int) string
}

func formats() map[string]format {
	return map[string]format{"json": jsonFormat{jsonc}, "json5": jsonFormat{json5}, "toml": tomlFormat{}, "yaml": yamlFormat{}}
}

// add puts an entry into a text that does not have it. What comes out is read
// again, and must say what the text said before and the entry.
func add(f format, text string, e entry) (string, error) {
	root, err := f.parse(text)
	if err != nil {
		return "", err
	}
	in, rest := root, e.path
	for in != nil && len(rest) > 0 {
		it, ok := in.member(rest[0])
		if !ok {
			break
		}
		in, rest = it.node, rest[1:]
	}
	want := object
	if len(rest) == 0 {
		want = list
	}
	if in != nil && in.kind != want && !(in.block && in.isNull()) {
		return "", loci.Errorf(loci.Invalid, "%s is not what it should be", strings.Join(e.path[:len(e.path)-len(rest)], "."))
	}
	out, err := f.add(text, in, rest, e)
	if err != nil {
		return "", err
	}
	after, err := f.parse(out)
	if err != nil || !e.in(after) || !same(root, after, e) {
		return "", unsafeToChange()
	}
	return out, nil
}

// cut takes an entry out of a text, and the containers that it leaves empty.
func cut(f format, text string, e entry) (string, error) {
	root, err := f.parse(text)
	if err != nil || !e.in(root) {
		return text, err
	}
	for {
		in, i, ok := e.next(root)
		if !ok {
			return text, nil
		}
		out := f.cut(text, in, i)
		after, err := f.parse(out)
		if err != nil || len(out) >= len(text) || !same(root, after, e) {
			return "", unsafeToChange()
		}
		text, root = out, after
	}
}

func unsafeToChange() error {
	return loci.Errorf(loci.Invalid, "it is written in a way that loci cannot change safely").WithHint("change it by hand")
}

// next finds what has to go next: the entry, else a container on its path that
// is empty.
func (e entry) next(root *node) (in *node, i int, ok bool) {
	if root == nil {
		return nil, 0, false
	}
	n, depth := root, 0
	for ; depth < len(e.path); depth++ {
		j := n.index(e.path[depth])
		if j < 0 {
			break
		}
		in, i, n = n, j, n.items[j].node
	}
	switch found := depth == len(e.path); {
	case found && !e.list:
		return in, i, true
	case found:
		if list, j, ok := e.own.find(n); ok {
			return list, j, true
		}
	}
	return in, i, in != nil && len(n.items) == 0 && (n.kind != scalar || n.isNull())
}

// find finds an element of a list, or of a list within, that is a hook of ours
// and nothing else.
func (p programs) find(n *node) (in *node, i int, ok bool) {
	for i, it := range n.items {
		v := it.plain()
		if n.kind == list && p.only(v) {
			return n, i, true
		}
		if p.any(v) {
			if in, i, ok := p.find(it.node); ok {
				return in, i, true
			}
		}
	}
	return nil, 0, false
}

// plainOf returns the value of a file; one that says nothing is an empty object.
func plainOf(root *node) any {
	if root == nil || root.isNull() {
		return map[string]any{}
	}
	return root.plain()
}

// without returns a value without an entry, and without the containers on its
// path that hold nothing else.
func without(v any, path []string, e entry) any {
	if len(path) == 0 {
		return e.own.foreign(v)
	}
	in, ok := v.(map[string]any)
	if !ok {
		return v
	}
	out := maps.Clone(in)
	child, ok := out[path[0]]
	switch {
	case !ok:
	case len(path) == 1 && !e.list:
		delete(out, path[0])
	default:
		out[path[0]] = without(child, path[1:], e)
		switch kept := out[path[0]].(type) {
		case nil:
			delete(out, path[0])
		case map[string]any:
			if len(kept) == 0 {
				delete(out, path[0])
			}
		case []any:
			if len(kept) == 0 {
				delete(out, path[0])
			}
		}
	}
	return out
}

// same reports whether two texts say the same but for an entry.
func same(before, after *node, e entry) bool {
	return reflect.DeepEqual(without(plainOf(before), e.path, e), without(plainOf(after), e.path, e))
}
