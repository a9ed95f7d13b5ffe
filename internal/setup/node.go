package setup

import "slices"

// node is a value of a configuration file and where it stands in the text.
type node struct {
	kind       kind
	start, end int
	items      []item      // of an object or a list
	value      any         // of a scalar
	block      bool        // YAML by indentation, not between brackets
	tables     []tomlTable // of TOML: those of it and below it
}

type kind int

const (
	scalar kind = iota
	object
	list
)

// item is a member of an object, or an element of a list, which has no key.
type item struct {
	key   string
	start int // of the key or the dash, else of the value
	*node
}

// index returns which member has that name, the last if several do, since that
// is the one that counts; -1 if none does.
func (n *node) index(key string) int {
	if n.kind != object {
		return -1
	}
	for i, it := range slices.Backward(n.items) {
		if it.key == key {
			return i
		}
	}
	return -1
}

// member returns the member of that name.
func (n *node) member(key string) (item, bool) {
	i := n.index(key)
	if i < 0 {
		return item{}, false
	}
	return n.items[i], true
}

// at returns what stands at a path of keys, nil if nothing does.
func (n *node) at(path []string) *node {
	for _, key := range path {
		it, ok := n.member(key)
		if !ok {
			return nil
		}
		n = it.node
	}
	return n
}

// isNull reports whether nothing has been said yet, as in "hooks:" alone.
func (n *node) isNull() bool { return n.kind == scalar && n.value == nil }

// plain returns the value as encoding/json would.
func (n *node) plain() any {
	switch n.kind {
	case object:
		out := map[string]any{}
		for _, it := range n.items {
			out[it.key] = it.plain()
		}
		return out
	case list:
		out := []any{}
		for _, it := range n.items {
			out = append(out, it.plain())
		}
		return out
	}
	return n.value
}
