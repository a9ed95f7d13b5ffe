package graph

import (
	"reflect"
	"slices"
	"strings"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
)

// Channel is a field of a state S together with the rule by which writes change
// it. Fields without a channel are not kept.
type Channel[S any] interface {
	Name() string
	types() (value, update reflect.Type)
	// load puts a stored value into the field.
	load(s *S, value any) error
	// reduce turns the updates of one step, in the order of the nodes' names,
	// into a change of the stored value, nil if there is none.
	reduce(old any, updates []any) (checkpoint.Change, error)
}

// Write is a change that a node makes to a channel of S.
type Write[S any] struct {
	channel string
	update  any
}

// Update is all that a node changes.
type Update[S any] []Write[S]

// field is a channel whose value is a T, changed by updates of type U.
type field[S, T, U any] struct {
	name string
	at   func(*S) *T
}

// Name returns the channel's name.
func (f field[S, T, U]) Name() string { return f.name }

func (f field[S, T, U]) types() (value, update reflect.Type) {
	return reflect.TypeFor[T](), reflect.TypeFor[U]()
}

func (f field[S, T, U]) load(s *S, value any) error {
	v, err := typed[T](f.name, value)
	*f.at(s) = v
	return err
}

func (f field[S, T, U]) write(u U) Write[S] { return Write[S]{f.name, u} }

// typed returns a stored value as a T; nothing stored is the zero T.
func typed[T any](channel string, v any) (T, error) {
	t, ok := v.(T)
	if !ok && v != nil {
		return t, loci.Errorf(loci.Invalid, "channel %s holds a %T, not a %T", channel, v, t)
	}
	return t, nil
}

// Replaced is a channel that holds what was written last.
type Replaced[S, T any] struct{ field[S, T, T] }

// Replace declares a channel for the field that at points to. It holds what
// was written last; two writes in one step are an error.
func Replace[S, T any](name string, at func(*S) *T) Replaced[S, T] {
	return Replaced[S, T]{field[S, T, T]{name, at}}
}

// Set writes the value.
func (c Replaced[S, T]) Set(v T) Write[S] { return c.write(v) }

func (c Replaced[S, T]) reduce(_ any, updates []any) (checkpoint.Change, error) {
	if len(updates) > 1 {
		return checkpoint.Change{}, loci.Errorf(loci.Invalid, "channel %s is written %d times in one step", c.name, len(updates)).
			WithHint("declare it with Append or Reduce, or let one node write it")
	}
	v, err := typed[T](c.name, updates[0])
	return checkpoint.Set(v), err
}

// Appended is a channel that holds a list to which writes add.
type Appended[S, E any] struct{ field[S, []E, []E] }

// Append declares a channel for the list that at points to. Writes add to it;
// only what is added is stored.
func Append[S, E any](name string, at func(*S) *[]E) Appended[S, E] {
	return Appended[S, E]{field[S, []E, []E]{name, at}}
}

// Add writes elements to the end of the list.
func (c Appended[S, E]) Add(elements ...E) Write[S] { return c.write(elements) }

func (c Appended[S, E]) reduce(_ any, updates []any) (checkpoint.Change, error) {
	var all []E
	for _, u := range updates {
		elements, err := typed[[]E](c.name, u)
		if err != nil {
			return checkpoint.Change{}, err
		}
		all = append(all, elements...)
	}
	return checkpoint.Append(all), nil
}

// Reduced is a channel with a rule of its own.
type Reduced[S, T, U any] struct {
	field[S, T, U]
	reducer func(T, U) (T, error)
}

// Reduce declares a channel whose value follows from its old value and an
// update, for each update in turn. The first old value is the zero T. The
// reducer must not change what the old value refers to.
func Reduce[S, T, U any](name string, at func(*S) *T, reducer func(old T, update U) (T, error)) Reduced[S, T, U] {
	return Reduced[S, T, U]{field[S, T, U]{name, at}, reducer}
}

// Put writes an update.
func (c Reduced[S, T, U]) Put(u U) Write[S] { return c.write(u) }

func (c Reduced[S, T, U]) reduce(old any, updates []any) (checkpoint.Change, error) {
	v, err := typed[T](c.name, old)
	for _, u := range updates {
		update, bad := typed[U](c.name, u)
		if err != nil || bad != nil {
			return checkpoint.Change{}, loci.Errorf(loci.Invalid, "channel %s cannot be reduced: %w", c.name, firstOf(err, bad))
		}
		v, err = c.reducer(v, update)
	}
	return checkpoint.Set(v), err
}

func firstOf(errs ...error) error {
	i := slices.IndexFunc(errs, func(err error) bool { return err != nil })
	if i < 0 {
		return nil
	}
	return errs[i]
}

// schema is the set of channels of a state.
type schema[S any] map[string]Channel[S]

// storable reports whether the types of all channels are registered.
func (m schema[S]) storable(types *checkpoint.Registry) error {
	for name, c := range m {
		if value, update := c.types(); !types.Has(value) || !types.Has(update) {
			return loci.Errorf(loci.Invalid, "the saver cannot store channel %s: %s or %s is not registered", name, value, update).
				WithHint("give its registry the type, and graph.Types() for messages")
		}
	}
	return nil
}

// state builds S from stored values.
func (m schema[S]) state(values map[string]any) (S, error) {
	var s S
	for name, v := range values {
		if c, ok := m[name]; ok {
			if err := c.load(&s, v); err != nil {
				return s, err
			}
		}
	}
	return s, nil
}

// changes merges writes, given in the order in which they count.
func (m schema[S]) changes(values map[string]any, writes []checkpoint.Write) (map[string]checkpoint.Change, error) {
	updates := map[string][]any{}
	out := map[string]checkpoint.Change{}
	for _, w := range writes {
		if isTrigger(w.Channel) {
			out[w.Channel] = checkpoint.Touch()
			continue
		}
		if _, ok := m[w.Channel]; ok {
			updates[w.Channel] = append(updates[w.Channel], w.Value)
		}
	}
	for name, us := range updates {
		change, err := m[name].reduce(values[name], us)
		if err != nil {
			return nil, err
		}
		out[name] = change
	}
	return out, nil
}

// writes turns an update into what is stored of it.
func (r *Runner[S]) writes(task, node string, u Update[S]) ([]checkpoint.Write, error) {
	var out []checkpoint.Write
	for _, w := range u {
		if _, ok := r.graph.schema[w.channel]; !ok {
			return nil, loci.Errorf(loci.Invalid, "the graph has no channel %q", w.channel)
		}
		value := w.update
		if r.options.Redact != nil {
			value = redacted(value, r.options.Redact)
		}
		out = append(out, checkpoint.Write{Task: task, Node: node, Channel: w.channel, Value: value})
	}
	return out, nil
}

// redacted returns an update whose texts went through redact.
func redacted(update any, redact func(string) string) any {
	switch u := update.(type) {
	case string:
		return redact(u)
	case []string:
		out := make([]string, len(u))
		for i, text := range u {
			out[i] = redact(text)
		}
		return out
	case []MessageOp:
		out := slices.Clone(u)
		for i := range out {
			out[i].Message.Text = redact(out[i].Message.Text)
		}
		return out
	}
	return update
}

// Triggers are channels without values; their versions say which node is due.
const (
	triggerPrefix = "to:"
	joinPrefix    = "join:"
	doneChannel   = "__done__"
)

func isTrigger(channel string) bool {
	return strings.HasPrefix(channel, triggerPrefix) || strings.HasPrefix(channel, joinPrefix)
}

func validName(what, name string) error {
	if name == "" || strings.HasPrefix(name, "__") || strings.ContainsAny(name, ":|\x00") {
		return loci.Errorf(loci.Invalid, "%s %q: a name is not empty, has no : or |, and does not begin with __", what, name)
	}
	return nil
}
