package checkpoint

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"time"

	"github.com/locimem/loci"
)

// ID identifies a checkpoint: a UUIDv7 whose text sorts by age. Empty means
// none.
type ID string

// ticks per millisecond: the 12 bits after the milliseconds of a UUIDv7 hold
// its fraction.
const ticks = 1 << 12

// NewID returns an id for a checkpoint made at the given time. It is greater
// than after, whatever the clocks say.
func NewID(at time.Time, after ID) ID {
	tick := at.UnixMilli()*ticks + int64(at.Nanosecond()%1e6)*ticks/1e6
	if last := after.tick(); after != "" && tick <= last {
		tick = last + 1
	}
	var b [16]byte
	rand.Read(b[8:]) // never fails
	binary.BigEndian.PutUint64(b[:], uint64(tick/ticks)<<16|7<<12|uint64(tick%ticks))
	b[8] = b[8]&0x3f | 0x80
	return IDFrom(b)
}

// IDFrom returns the id with the given bytes.
func IDFrom(b [16]byte) ID {
	var s [36]byte
	hex.Encode(s[:], b[:4])
	hex.Encode(s[9:], b[4:6])
	hex.Encode(s[14:], b[6:8])
	hex.Encode(s[19:], b[8:10])
	hex.Encode(s[24:], b[10:])
	s[8], s[13], s[18], s[23] = '-', '-', '-', '-'
	return ID(s[:])
}

// Bytes returns the 16 bytes of the id; false if it is not one.
func (id ID) Bytes() (b [16]byte, ok bool) {
	if len(id) != 36 || id[8] != '-' || id[13] != '-' || id[18] != '-' || id[23] != '-' {
		return b, false
	}
	_, err := hex.Decode(b[:], []byte(id[:8]+id[9:13]+id[14:18]+id[19:23]+id[24:]))
	return b, err == nil && IDFrom(b) == id // in lower case
}

// ParseID returns the id that s spells.
func ParseID(s string) (ID, error) {
	if _, ok := ID(s).Bytes(); !ok {
		return "", loci.Errorf(loci.Invalid, "%q is no checkpoint id", s)
	}
	return ID(s), nil
}

func (id ID) tick() int64 {
	b, _ := id.Bytes()
	high := binary.BigEndian.Uint64(b[:])
	return int64(high>>16)*ticks + int64(high&(ticks-1))
}

// Time returns when the checkpoint was made.
func (id ID) Time() time.Time {
	tick := id.tick()
	return time.UnixMilli(tick / ticks).Add(time.Duration(tick%ticks) * time.Millisecond / ticks).UTC()
}

// Floor returns the smallest id of a time: every checkpoint made before it has
// a smaller one.
func Floor(at time.Time) ID {
	var b [16]byte
	binary.BigEndian.PutUint64(b[:], uint64(max(at.UnixMilli(), 0))<<16)
	return IDFrom(b)
}

// Short returns the last eight characters, by which people name a checkpoint.
func (id ID) Short() string { return string(id[max(0, len(id)-8):]) }
