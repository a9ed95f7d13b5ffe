package checkpoint

import (
	"bytes"
	"context"
	"maps"
	"reflect"
	"slices"

	"github.com/locimem/loci"
)

// loader reads the values of a thread's checkpoints. What checkpoints share is
// fetched and decoded once, and lists share their memory.
type loader struct {
	saver  *Saver
	thread Thread
	blobs  map[BlobKey]Blob // fetched and not decoded yet
	values map[BlobKey]any
	single bool // one checkpoint is all that is asked for: nothing is remembered
}

func (s *Saver) loader(t Thread, single bool) *loader {
	return &loader{s, t, map[BlobKey]Blob{}, map[BlobKey]any{}, single}
}

// pending is a checkpoint that waits for its values.
type pending struct {
	checkpoint Checkpoint
	bare       []string
}

// fill gives the checkpoints their values and pending writes.
func (l *loader) fill(ctx context.Context, all []pending) error {
	if err := l.fetch(ctx, all); err != nil {
		return err
	}
	for i := range all {
		c := &all[i].checkpoint
		c.Values = map[string]any{}
		for channel, version := range c.Versions {
			if slices.Contains(all[i].bare, channel) {
				continue
			}
			v, err := l.value(ctx, BlobKey{c.Namespace, channel, version})
			if err != nil {
				return err
			}
			c.Values[channel] = v
		}
	}
	return l.writes(ctx, all)
}

// fetch gets the missing blobs, one range of versions per channel.
func (l *loader) fetch(ctx context.Context, all []pending) error {
	spans := l.missing(all)
	if len(spans) == 0 {
		return nil
	}
	blobs, err := l.saver.store.Blobs(ctx, l.thread, BlobQuery{Spans: spans})
	if err != nil {
		return err
	}
	for _, b := range blobs {
		if _, decoded := l.values[b.BlobKey]; !decoded {
			l.blobs[b.BlobKey] = b
		}
	}
	return nil
}

// missing returns the versions of each channel that are not there yet, those
// that lists build on included.
func (l *loader) missing(all []pending) []Span {
	type channelKey struct{ namespace, channel string }
	missing := map[channelKey]Span{}
	for _, p := range all {
		c := p.checkpoint
		for channel, version := range c.Versions {
			key := BlobKey{c.Namespace, channel, version}
			_, fetched := l.blobs[key]
			_, decoded := l.values[key]
			if fetched || decoded || slices.Contains(p.bare, channel) {
				continue
			}
			from := version
			if ch, ok := c.chains[channel]; ok {
				from = ch.Root
			}
			k := channelKey{c.Namespace, channel}
			span, seen := missing[k]
			if !seen {
				span = Span{c.Namespace, channel, from, version}
			}
			span.From, span.To = min(span.From, from), max(span.To, version)
			missing[k] = span
		}
	}
	return slices.Collect(maps.Values(missing))
}

// value returns a version of a channel. For a list that was kept in pieces the
// versions on the way are remembered too, as parts of the same memory.
func (l *loader) value(ctx context.Context, key BlobKey) (any, error) {
	var path []Blob // youngest first
	var start any
	for at := key; ; at.Version = path[len(path)-1].Base {
		v, ok := l.values[at]
		if ok && len(path) == 0 {
			return v, nil
		}
		if ok {
			start = v
			break
		}
		b, ok := l.blobs[at]
		if !ok || len(path) > 0 && at.Version >= path[len(path)-1].Version {
			return nil, loci.Errorf(loci.Internal, "version %s of channel %s is missing", at.Version, at.Channel)
		}
		path = append(path, b)
		if b.Base == "" {
			break
		}
	}
	slices.Reverse(path)
	if l.single {
		return l.joined(ctx, path)
	}
	return l.join(ctx, start, path)
}

func (l *loader) join(ctx context.Context, start any, path []Blob) (any, error) {
	whole := start
	var grown *tail
	lengths := make([]int, len(path))
	for i, b := range path {
		v, err := l.decode(ctx, b)
		if err != nil {
			return nil, err
		}
		if whole == nil {
			whole = v
		} else if whole, grown, err = grown.extend(whole, v); err != nil {
			return nil, loci.Errorf(loci.Internal, "channel %s: %w", b.Channel, err)
		}
		lengths[i] = length(whole)
	}
	list := reflect.ValueOf(whole)
	for i, b := range path {
		delete(l.blobs, b.BlobKey)
		v := whole
		if i < len(path)-1 {
			v = list.Slice3(0, lengths[i], lengths[i]).Interface()
		}
		l.values[b.BlobKey] = v
	}
	return whole, nil
}

func (l *loader) decode(ctx context.Context, b Blob) (any, error) {
	data, err := l.saver.open(ctx, l.thread, b.Body, b.place(l.thread))
	if err != nil {
		return nil, err
	}
	return l.saver.registry.Decode(b.Codec, data)
}

// joined is join for a value that nobody shares: pieces of one type are put
// together before they are decoded, which takes half as long.
func (l *loader) joined(ctx context.Context, path []Blob) (any, error) {
	codec := path[0].Codec
	if len(path) == 1 || slices.ContainsFunc(path, func(b Blob) bool { return b.Codec != codec }) {
		return l.join(ctx, nil, path)
	}
	list := []byte{'['}
	for _, b := range path {
		data, err := l.saver.open(ctx, l.thread, b.Body, b.place(l.thread))
		if err != nil {
			return nil, err
		}
		inner := bytes.TrimSuffix(bytes.TrimPrefix(data, []byte("[")), []byte("]"))
		if len(inner) == 0 || len(inner) != len(data)-2 { // [] or null
			continue
		}
		if len(list) > 1 {
			list = append(list, ',')
		}
		list = append(list, inner...)
	}
	return l.saver.registry.Decode(codec, append(list, ']'))
}

func (l *loader) writes(ctx context.Context, all []pending) error {
	ids := make([]ID, len(all))
	for i := range all {
		ids[i] = all[i].checkpoint.ID
	}
	rows, err := l.saver.store.PendingWrites(ctx, l.thread, ids)
	if err != nil {
		return err
	}
	byAddress := map[Address][]Write{}
	for _, row := range rows {
		data, err := l.saver.open(ctx, l.thread, row.Body, row.place(l.thread))
		if err != nil {
			return err
		}
		v, err := l.saver.registry.Decode(row.Codec, data)
		if err != nil {
			return err
		}
		a := Address{row.Namespace, row.Checkpoint}
		byAddress[a] = append(byAddress[a], Write{row.Task, row.Node, row.Channel, v})
	}
	for i := range all {
		c := &all[i].checkpoint
		c.Pending = byAddress[Address{c.Namespace, c.ID}]
	}
	return nil
}
