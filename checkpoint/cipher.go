package checkpoint

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"strings"
	"sync"

	"github.com/locimem/loci"
)

// Cipher seals bodies. Implementations are safe for concurrent use.
type Cipher interface {
	// Seal encrypts plain for a thread and binds it to context, which Open
	// must be given unchanged.
	Seal(ctx context.Context, t Thread, plain, context []byte) ([]byte, error)
	// Open decrypts what Seal returned. Denied: the key is not there, or the
	// bytes are not what was sealed for this thread and context.
	Open(ctx context.Context, t Thread, sealed, context []byte) ([]byte, error)
}

// Key is 32 bytes.
type Key [32]byte

// KeySource gives the keys of a cipher: the first seals, all of them open.
type KeySource interface {
	Keys(ctx context.Context) ([]Key, error)
}

// Keys is a [KeySource] with fixed keys.
type Keys []Key

// Keys implements [KeySource].
func (k Keys) Keys(context.Context) ([]Key, error) { return k, nil }

// EnvKeys is the [KeySource] that reads LOCI_ENCRYPTION_KEY and, if that is not
// set, LANGGRAPH_AES_KEY: one key, or several in hex with commas between them
// while a key is being replaced.
type EnvKeys struct {
	Getenv func(string) string // nil: os.Getenv
}

// Keys implements [KeySource]. Without the variables there are none.
func (e EnvKeys) Keys(context.Context) ([]Key, error) {
	getenv := e.Getenv
	if getenv == nil {
		getenv = os.Getenv
	}
	for _, name := range []string{"LOCI_ENCRYPTION_KEY", "LANGGRAPH_AES_KEY"} {
		if s := getenv(name); s != "" {
			keys, err := ParseKeys(s)
			if err != nil {
				return nil, loci.Errorf(loci.Invalid, "%s: %w", name, err).WithHint("%s", loci.HintOf(err))
			}
			return keys, nil
		}
	}
	return nil, nil
}

// ParseKeys reads 32 raw bytes, or 64 hex characters, or several of the latter
// with commas between them.
func ParseKeys(s string) ([]Key, error) {
	if len(s) == len(Key{}) {
		return []Key{Key([]byte(s))}, nil
	}
	var keys []Key
	for part := range strings.SplitSeq(s, ",") {
		b, err := hex.DecodeString(strings.TrimSpace(part))
		if err != nil || len(b) != len(Key{}) {
			return nil, loci.Errorf(loci.Invalid, "a key is 64 hex characters or 32 raw bytes").
				WithHint("make one with: openssl rand -hex 32")
		}
		keys = append(keys, Key(b))
	}
	return keys, nil
}

const (
	keyIDSize = 8
	nonceSize = 12
)

// aesGCM is AES-256-GCM under a key per thread, so that random nonces suffice
// for 2^32 bodies of each thread. A sealed body is key id, nonce, ciphertext.
type aesGCM struct {
	keys  []Key
	ids   [][keyIDSize]byte
	mu    sync.Mutex
	ready map[derived]cipher.AEAD
}

type derived struct {
	key    int
	thread Thread
}

// maxReady bounds the derived keys that are kept.
const maxReady = 256

// NewCipher returns the AES-256-GCM cipher of a source's keys. A source without
// keys gives none, and no error.
func NewCipher(ctx context.Context, source KeySource) (Cipher, error) {
	keys, err := source.Keys(ctx)
	if err != nil || len(keys) == 0 {
		return nil, err
	}
	c := &aesGCM{keys: keys, ready: map[derived]cipher.AEAD{}}
	for _, key := range keys {
		if key == (Key{}) {
			return nil, loci.Errorf(loci.Invalid, "a key is all zeros").WithHint("make one with: openssl rand -hex 32")
		}
		id, err := hkdf.Key(sha256.New, key[:], nil, "loci checkpoint key id", keyIDSize)
		if err != nil {
			return nil, err
		}
		c.ids = append(c.ids, [keyIDSize]byte(id))
	}
	return c, nil
}

func (c *aesGCM) aead(key int, t Thread) (cipher.AEAD, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	d := derived{key, t}
	if a, ok := c.ready[d]; ok {
		return a, nil
	}
	info := string(fields("loci checkpoint thread", t.Org, t.User, t.ID))
	k, err := hkdf.Key(sha256.New, c.keys[key][:], nil, info, len(Key{}))
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(k)
	if err != nil {
		return nil, err
	}
	a, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	if len(c.ready) >= maxReady {
		clear(c.ready)
	}
	c.ready[d] = a
	return a, nil
}

// Seal implements [Cipher].
func (c *aesGCM) Seal(_ context.Context, t Thread, plain, context []byte) ([]byte, error) {
	a, err := c.aead(0, t)
	if err != nil {
		return nil, err
	}
	out := make([]byte, keyIDSize+nonceSize, keyIDSize+nonceSize+len(plain)+a.Overhead())
	copy(out, c.ids[0][:])
	rand.Read(out[keyIDSize:]) // never fails
	return a.Seal(out, out[keyIDSize:], plain, bound(c.ids[0], context)), nil
}

// Open implements [Cipher].
func (c *aesGCM) Open(_ context.Context, t Thread, sealed, context []byte) ([]byte, error) {
	if len(sealed) < keyIDSize+nonceSize {
		return nil, loci.Errorf(loci.Denied, "a sealed body of thread %s is cut off", t.ID)
	}
	id := [keyIDSize]byte(sealed)
	for i := range c.ids {
		if c.ids[i] != id {
			continue
		}
		a, err := c.aead(i, t)
		if err != nil {
			return nil, err
		}
		plain, err := a.Open(nil, sealed[keyIDSize:][:nonceSize], sealed[keyIDSize+nonceSize:], bound(id, context))
		if err != nil {
			return nil, loci.Errorf(loci.Denied, "a sealed body of thread %s was changed or moved", t.ID)
		}
		return plain, nil
	}
	return nil, loci.Errorf(loci.Denied, "thread %s is encrypted with another key (%x)", t.ID, id).
		WithHint("set LOCI_ENCRYPTION_KEY to the key it was written with")
}

// bound adds the key's id to what a body is bound to.
func bound(id [keyIDSize]byte, context []byte) []byte {
	return append(append(make([]byte, 0, len(id)+len(context)), id[:]...), context...)
}
