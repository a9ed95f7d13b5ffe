package checkpoint

import (
	"context"
	"encoding/binary"
	"strconv"

	"github.com/locimem/loci"
)

// The first byte of every body says what follows.
const (
	formatPlain  byte = 1
	formatSealed byte = 2
)

// seal frames a body. place is where it belongs: a sealed body opens nowhere
// else.
func (s *Saver) seal(ctx context.Context, t Thread, plain, place []byte) ([]byte, error) {
	if s.cipher == nil {
		return append([]byte{formatPlain}, plain...), nil
	}
	sealed, err := s.cipher.Seal(ctx, t, plain, append(place, formatSealed))
	if err != nil {
		return nil, err
	}
	return append([]byte{formatSealed}, sealed...), nil
}

// open is the inverse of seal. A saver with a cipher takes nothing that is not
// sealed, or whoever can write the file could put plain bodies in place of
// sealed ones.
func (s *Saver) open(ctx context.Context, t Thread, body, place []byte) ([]byte, error) {
	switch {
	case len(body) == 0:
		return nil, loci.Errorf(loci.Internal, "a body of thread %s is missing", t.ID)
	case body[0] == formatPlain && s.cipher != nil && !s.acceptPlain:
		return nil, loci.Errorf(loci.Denied, "thread %s is not encrypted, and a key is set", t.ID).
			WithHint("encrypt it with Saver.Rekey, or open it without a key")
	case body[0] == formatPlain:
		return body[1:], nil
	case body[0] != formatSealed:
		return nil, loci.Errorf(loci.Internal, "a body of thread %s has the unknown format %d", t.ID, body[0])
	case s.cipher == nil:
		return nil, loci.Errorf(loci.Denied, "thread %s is encrypted", t.ID).
			WithHint("set LOCI_ENCRYPTION_KEY")
	}
	return s.cipher.Open(ctx, t, body[1:], append(place, formatSealed))
}

// fields joins strings so that no two lists of them give the same bytes.
func fields(all ...string) []byte {
	var b []byte
	for _, f := range all {
		b = binary.AppendUvarint(b, uint64(len(f)))
		b = append(b, f...)
	}
	return b
}

func (r Row) place() []byte {
	return fields("checkpoint", r.Thread.Org, r.Thread.User, r.Thread.ID, r.Namespace, string(r.ID), string(r.Parent),
		strconv.Itoa(r.Step), string(r.Source), r.Run, string(r.Clear))
}

func (b Blob) place(t Thread) []byte {
	return fields("blob", t.Org, t.User, t.ID, b.Namespace, b.Channel, string(b.Version), string(b.Base), b.Codec)
}

func (w WriteRow) place(t Thread) []byte {
	return fields("write", t.Org, t.User, t.ID, w.Namespace, string(w.Checkpoint), w.Task, strconv.Itoa(w.Index),
		w.Node, w.Channel, w.Codec)
}
