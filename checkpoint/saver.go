package checkpoint

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"

	"github.com/locimem/loci"
)

// Options configures a saver. The zero value works.
type Options struct {
	// Registry has the types of the values; nil: the basic ones.
	Registry *Registry
	// Cipher seals what is stored; nil: nothing is sealed.
	Cipher Cipher
	// Clear names the keys of the metadata that stay readable.
	Clear []string
}

// Saver stores checkpoints. It is safe for concurrent use and holds no state
// but its configuration, so any number of them may share a store.
type Saver struct {
	store       BlobStore
	registry    *Registry
	cipher      Cipher
	clear       []string
	acceptPlain bool
}

// NewSaver returns a saver over a store.
func NewSaver(store BlobStore, o Options) (*Saver, error) {
	s := &Saver{store: store, registry: o.Registry, cipher: o.Cipher, clear: slices.Clone(o.Clear)}
	if s.registry == nil {
		var err error
		if s.registry, err = NewRegistry(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Registry returns the types that the saver knows.
func (s *Saver) Registry() *Registry { return s.registry }

// body is what a row's body holds.
type body struct {
	Versions map[string]ID            `json:"versions,omitempty"`
	Bare     []string                 `json:"bare,omitempty"` // channels with a version and no value
	Seen     map[string]map[string]ID `json:"seen,omitempty"`
	Chains   map[string]chain         `json:"chains,omitempty"`
	Metadata map[string]any           `json:"metadata,omitempty"`
}

// chain says how a version of a list is kept: whole in Root, and what later
// versions added, each pointing to the one before.
type chain struct {
	Root  ID  `json:"root"`
	Whole int `json:"whole"` // size of the root
	Added int `json:"added"` // size of the additions since
}

// Put stores a checkpoint that [Checkpoint.Next] made, with its pending writes,
// in one transaction, and returns it as saved.
//
// A *ConflictError: the head of the namespace is not the one that the
// checkpoint follows.
func (s *Saver) Put(ctx context.Context, c Checkpoint) (Checkpoint, error) {
	if err := c.check(); err != nil {
		return Checkpoint{}, err
	}
	saved := c
	saved.dirty, saved.saved = nil, c.ID
	blobs, chains, err := s.blobs(ctx, c)
	if err != nil {
		return Checkpoint{}, err
	}
	saved.chains = chains
	row, err := s.row(ctx, saved)
	if err != nil {
		return Checkpoint{}, err
	}
	writes, err := s.writeRows(ctx, saved, c.Pending)
	if err != nil {
		return Checkpoint{}, err
	}
	return saved, s.store.SaveThread(ctx, Batch{
		Thread: c.Thread, Heads: map[string]ID{c.Namespace: c.head},
		Checkpoints: []Row{row}, Blobs: blobs, Writes: writes,
	})
}

func (c Checkpoint) check() error {
	if err := c.Thread.Validate(); err != nil {
		return err
	}
	if !c.Unsaved() {
		return loci.Errorf(loci.Invalid, "the checkpoint is saved already")
	}
	if _, ok := c.ID.Bytes(); !ok {
		return loci.Errorf(loci.Invalid, "the checkpoint has no id; Checkpoint.Next makes one")
	}
	switch c.Source {
	case Input, Loop, Update, Fork:
	default:
		return loci.Errorf(loci.Invalid, "%q is no source", c.Source)
	}
	names := map[string]string{"namespace": c.Namespace, "run": c.Run}
	for channel := range c.Versions {
		names["channel "+channel] = channel
	}
	for what, name := range names {
		if err := ValidName(what, name); err != nil {
			return err
		}
	}
	return nil
}

// blobs returns the blobs of what is new in c, and how all its lists are kept.
func (s *Saver) blobs(ctx context.Context, c Checkpoint) ([]Blob, map[string]chain, error) {
	chains := map[string]chain{}
	for channel, ch := range c.chains {
		if _, changed := c.dirty[channel]; !changed {
			chains[channel] = ch
		}
	}
	var blobs []Blob
	for channel, d := range c.dirty {
		value, ok := c.Values[channel]
		if !ok {
			continue
		}
		blob := Blob{BlobKey: BlobKey{c.Namespace, channel, c.Versions[channel]}}
		data, err := s.encode(&blob, c.chains[channel], chains, d, value)
		if err != nil {
			return nil, nil, err
		}
		if blob.Body, err = s.seal(ctx, c.Thread, data, blob.place(c.Thread)); err != nil {
			return nil, nil, err
		}
		blobs = append(blobs, blob)
	}
	return blobs, chains, nil
}

// encode fills in codec and base. Additions are stored as such until they
// outweigh what they add to, which bounds a thread's size to a few times that
// of its content, and a list's number of pieces to half of its elements.
func (s *Saver) encode(blob *Blob, old chain, chains map[string]chain, d dirty, value any) ([]byte, error) {
	list := reflect.ValueOf(value)
	isList := value != nil && list.Kind() == reflect.Slice
	if isList && d.from >= 0 && old.Root != "" && d.base != "" {
		codec, data, err := s.registry.Encode(list.Slice(d.from, list.Len()).Interface())
		if err != nil {
			return nil, err
		}
		if added := old.Added + len(data); added <= old.Whole {
			blob.Base, blob.Codec = d.base, codec
			chains[blob.Channel] = chain{old.Root, old.Whole, added}
			return data, nil
		}
	}
	codec, data, err := s.registry.Encode(value)
	if err != nil {
		return nil, err
	}
	blob.Codec = codec
	if isList {
		chains[blob.Channel] = chain{Root: blob.Version, Whole: len(data)}
	}
	return data, nil
}

func (s *Saver) row(ctx context.Context, c Checkpoint) (Row, error) {
	row := Row{
		Thread: c.Thread, Namespace: c.Namespace, ID: c.ID, Parent: c.Parent,
		Step: c.Step, Source: c.Source, Run: c.Run,
	}
	b := body{Versions: c.Versions, Seen: c.Seen, Chains: c.chains}
	for channel := range c.Versions {
		if _, ok := c.Values[channel]; !ok {
			b.Bare = append(b.Bare, channel)
		}
	}
	slices.Sort(b.Bare)
	clear := map[string]any{}
	for k, v := range c.Metadata {
		if slices.Contains(s.clear, k) {
			clear[k] = v
			continue
		}
		if b.Metadata == nil {
			b.Metadata = map[string]any{}
		}
		b.Metadata[k] = v
	}
	var err error
	if len(clear) > 0 {
		if row.Clear, err = marshal(clear); err != nil {
			return Row{}, loci.Errorf(loci.Invalid, "metadata cannot be encoded: %w", err)
		}
	}
	plain, err := marshal(b)
	if err != nil {
		return Row{}, loci.Errorf(loci.Invalid, "metadata cannot be encoded: %w", err)
	}
	row.Body, err = s.seal(ctx, c.Thread, plain, row.place())
	return row, err
}

// checkpoint opens a row. The values are missing yet.
func (s *Saver) checkpoint(ctx context.Context, row Row) (Checkpoint, body, error) {
	plain, err := s.open(ctx, row.Thread, row.Body, row.place())
	if err != nil {
		return Checkpoint{}, body{}, err
	}
	var b body
	if err := json.Unmarshal(plain, &b); err != nil {
		return Checkpoint{}, body{}, loci.Errorf(loci.Internal, "checkpoint %s cannot be decoded: %w", row.ID, err)
	}
	c := row.header()
	c.Versions, c.Seen, c.chains = b.Versions, b.Seen, b.Chains
	c.Metadata, err = metadata(plain, row.Clear)
	return c, b, err
}

// header returns what the clear columns of a row say.
func (r Row) header() Checkpoint {
	return Checkpoint{
		Thread: r.Thread, Namespace: r.Namespace, ID: r.ID, Parent: r.Parent,
		Step: r.Step, Source: r.Source, Run: r.Run, saved: r.ID,
	}
}

// metadata reads the sealed and the clear part, with whole numbers exact.
func metadata(plain, clear []byte) (map[string]any, error) {
	all, err := decodeAny[map[string]any](plain)
	if err != nil {
		return nil, err
	}
	m, _ := all["metadata"].(map[string]any)
	if len(clear) == 0 {
		return m, nil
	}
	readable, err := decodeAny[map[string]any](clear)
	if err != nil {
		return nil, err
	}
	for k, v := range m {
		readable[k] = v
	}
	return readable, nil
}

// PutWrites stores what tasks wrote while they ran on a checkpoint. Storing the
// same again changes nothing, except that the last write to a special channel
// stays. NotFound: there is no such checkpoint.
func (s *Saver) PutWrites(ctx context.Context, c Checkpoint, writes ...Write) error {
	if err := c.Thread.Validate(); err != nil {
		return err
	}
	rows, err := s.writeRows(ctx, c, writes)
	if err != nil || len(rows) == 0 {
		return err
	}
	return s.store.SaveThread(ctx, Batch{Thread: c.Thread, Writes: rows})
}

// writeRows numbers the writes of each task.
func (s *Saver) writeRows(ctx context.Context, c Checkpoint, writes []Write) ([]WriteRow, error) {
	var rows []WriteRow
	count := map[string]int{}
	for _, w := range writes {
		for what, name := range map[string]string{"task": w.Task, "node": w.Node, "channel": w.Channel} {
			if err := ValidName(what, name); err != nil {
				return nil, err
			}
		}
		row := WriteRow{
			Namespace: c.Namespace, Checkpoint: c.saved, Task: w.Task, Node: w.Node, Channel: w.Channel, Index: count[w.Task],
		}
		count[w.Task]++
		if index, ok := special(w.Channel); ok {
			row.Index, row.Replace = index, true
		}
		codec, data, err := s.registry.Encode(w.Value)
		if err != nil {
			return nil, err
		}
		row.Codec = codec
		if row.Body, err = s.seal(ctx, c.Thread, data, row.place(c.Thread)); err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}
