package checkpoint

import (
	"maps"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/locimem/loci"
)

// Thread names a run of an agent's graph. Threads of different orgs or users
// have nothing in common, whatever their ids.
type Thread struct {
	Org  string `json:"org"`
	User string `json:"user"`
	ID   string `json:"id"`
}

const maxName = 512

// Validate reports what is wrong with the name.
func (t Thread) Validate() error {
	for label, s := range map[string]string{"org": t.Org, "user": t.User, "id": t.ID} {
		if s == "" {
			return loci.Errorf(loci.Invalid, "the thread has no %s", label)
		}
		if err := ValidName("the thread's "+label, s); err != nil {
			return err
		}
	}
	return nil
}

// ValidName reports whether s may name something in a store.
func ValidName(what, s string) error {
	if len(s) > maxName || !utf8.ValidString(s) || strings.ContainsRune(s, 0) {
		return loci.Errorf(loci.Invalid, "%s must be UTF-8 without NUL, at most %d bytes", what, maxName)
	}
	return nil
}

// Source says what made a checkpoint.
type Source string

// The sources.
const (
	Input  Source = "input"  // a run was given something
	Loop   Source = "loop"   // a step of a run
	Update Source = "update" // somebody changed the state
	Fork   Source = "fork"   // a copy to go on from
)

// ParentsKey is the metadata in which a sub-graph's checkpoints name those of
// the graphs that invoked it, by namespace. A namespace with a colon in it is
// that of one invocation.
const ParentsKey = "parents"

// Checkpoint is the state of a graph after a step. It is a value: nothing that
// it refers to may be changed, since checkpoints share what they have in
// common.
type Checkpoint struct {
	Thread    Thread `json:"thread"`
	Namespace string `json:"namespace"` // empty for the root graph
	ID        ID     `json:"id"`
	Parent    ID     `json:"parent,omitempty"`
	Step      int    `json:"step"` // -1 for the first
	Source    Source `json:"source"`
	Run       string `json:"run,omitempty"`
	// Metadata is a JSON object, read with whole numbers as int64.
	Metadata map[string]any `json:"metadata,omitempty"`
	// Versions holds for each channel the checkpoint that last wrote it.
	Versions map[string]ID `json:"versions,omitempty"`
	// Seen holds for each node the versions it last ran on.
	Seen map[string]map[string]ID `json:"seen,omitempty"`
	// Values of the channels that have one.
	Values map[string]any `json:"values,omitempty"`
	// Pending are the writes of tasks that ran on this checkpoint, by task and
	// index.
	Pending []Write `json:"pending,omitempty"`

	chains map[string]chain // how the saved lists are kept
	dirty  map[string]dirty // what is not saved yet
	tails  map[string]*tail // where lists may grow
	saved  ID               // the newest ancestor, or itself, that a saver has
	head   ID               // what must be the head when this is saved
}

// Created returns when the checkpoint was made.
func (c Checkpoint) Created() time.Time { return c.ID.Time() }

// dirty is an unsaved change of a channel: the value from an index on, or
// whole if it is negative, or none.
type dirty struct {
	from int
	base ID // the version of the elements before from
}

// Step describes the successor of a checkpoint.
type Step struct {
	At       time.Time // zero: now
	Source   Source
	Run      string
	Metadata map[string]any
	Changes  map[string]Change
	Seen     map[string]map[string]ID // replaces; nil inherits
	// Head is the head of the namespace if that is not the checkpoint whose
	// successor this is: the successor starts a branch.
	Head ID
}

// Change is what a step does to a channel.
type Change struct {
	kind  changeKind
	value any
}

type changeKind uint8

const (
	touch changeKind = iota
	set
	add
	drop
)

// Set gives a channel a value.
func Set(v any) Change { return Change{set, v} }

// Append adds the elements of a slice to a channel that holds none or a slice
// of the same type. Only they are stored.
func Append(slice any) Change { return Change{add, slice} }

// Touch gives a channel a new version and no value.
func Touch() Change { return Change{kind: touch} }

// Drop removes a channel.
func Drop() Change { return Change{kind: drop} }

// Next returns the successor of c. It stores nothing; several steps may be
// taken before one is saved, whose parent is then the last saved one.
func (c Checkpoint) Next(s Step) (Checkpoint, error) {
	n := Checkpoint{
		Thread: c.Thread, Namespace: c.Namespace, Parent: c.saved,
		Step: -1, Source: s.Source, Run: s.Run, Metadata: s.Metadata,
		Versions: orEmpty(maps.Clone(c.Versions)), Values: orEmpty(maps.Clone(c.Values)), Seen: c.Seen,
		chains: c.chains, dirty: orEmpty(maps.Clone(c.dirty)), tails: orEmpty(maps.Clone(c.tails)), saved: c.saved, head: c.head,
	}
	if c.ID != "" {
		n.Step = c.Step + 1
	}
	if !c.Unsaved() {
		n.head = c.ID
	}
	if s.Head != "" {
		n.head = s.Head
	}
	if s.At.IsZero() {
		s.At = time.Now()
	}
	n.ID = NewID(s.At, max(c.ID, s.Head))
	if s.Seen != nil {
		n.Seen = s.Seen
	}
	for channel, change := range s.Changes {
		if err := n.apply(channel, change); err != nil {
			return Checkpoint{}, err
		}
	}
	return n, nil
}

func orEmpty[K comparable, V any](m map[K]V) map[K]V {
	if m == nil {
		return map[K]V{}
	}
	return m
}

func (c *Checkpoint) apply(channel string, change Change) error {
	d := dirty{from: -1}
	switch change.kind {
	case drop:
		delete(c.Versions, channel)
		delete(c.Values, channel)
		c.dirty[channel] = d
		return nil
	case touch:
		delete(c.Values, channel)
	case set:
		c.Values[channel] = change.value
	case add:
		old, pending := c.dirty[channel]
		if !pending {
			old = dirty{from: length(c.Values[channel]), base: c.Versions[channel]}
		}
		value, tail, err := c.tails[channel].extend(c.Values[channel], change.value)
		if err != nil {
			return loci.Errorf(loci.Invalid, "channel %s: %w", channel, err)
		}
		c.Values[channel], c.tails[channel] = value, tail
		d = old
	}
	c.Versions[channel] = c.ID
	c.dirty[channel] = d
	return nil
}

func length(list any) int {
	if list == nil {
		return 0
	}
	if v := reflect.ValueOf(list); v.Kind() == reflect.Slice {
		return v.Len()
	}
	return 0
}

// Unsaved reports whether no saver has the checkpoint.
func (c Checkpoint) Unsaved() bool { return c.ID != c.saved }

// Anchor returns the newest checkpoint that a saver has: c itself, or the
// ancestor that the unsaved steps began with.
func (c Checkpoint) Anchor() ID { return c.saved }
