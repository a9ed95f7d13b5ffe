package checkpoint_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"log"
	"strings"
	"testing"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
	"github.com/locimem/loci/inmem"
)

var (
	hexA = strings.Repeat("0a", 32)
	hexB = strings.Repeat("0b", 32)
	th   = checkpoint.Thread{Org: "local", User: "me", ID: "t"}
)

func TestParseKeys(t *testing.T) {
	for s, want := range map[string]int{
		hexA: 1, strings.ToUpper(hexA): 1, hexA + "," + hexB: 2, hexA + ", " + hexB: 2,
		strings.Repeat("r", 32): 1, strings.Repeat(",", 32): 1, "0a,0b,0c,0d,0e,0f,00,01,02,03,04": 1, // 32 raw bytes
		"": 0, "0a": 0, strings.Repeat("r", 31): 0, strings.Repeat("r", 33): 0, strings.Repeat("r", 64): 0, hexA + ",": 0,
		hexA + hexB: 0, strings.Repeat("r", 16): 0, strings.Repeat("r", 24): 0,
	} {
		keys, err := checkpoint.ParseKeys(s)
		if len(keys) != want || (err != nil) != (want == 0) {
			t.Errorf("%q: %d keys, %v; want %d", s, len(keys), err, want)
		}
		if err != nil && (loci.CodeOf(err) != loci.Invalid || s != "" && strings.Contains(err.Error(), s)) {
			t.Errorf("%q: got %v, want invalid and not the key", s, err)
		}
	}
}

func FuzzParseKeys(f *testing.F) {
	f.Add(hexA)
	f.Add(hexA + "," + hexB)
	f.Fuzz(func(t *testing.T, s string) {
		keys, err := checkpoint.ParseKeys(s)
		if err == nil && len(s) != 32 {
			var parts []string
			for _, k := range keys {
				parts = append(parts, hex.EncodeToString(k[:]))
			}
			if got := strings.Join(parts, ","); !strings.EqualFold(got, strings.Join(strings.Fields(strings.ReplaceAll(s, ",", " , ")), "")) && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' }) {
				t.Errorf("%q became %q", s, got)
			}
		}
	})
}

func TestEnvKeys(t *testing.T) {
	for _, tt := range []struct {
		ours, theirs string
		want         string
		code         loci.Code
	}{
		{"", "", "", loci.Internal},
		{hexA, "", hexA, loci.Internal},
		{"", hexB, hexB, loci.Internal},
		{hexA, hexB, hexA, loci.Internal},
		{"", strings.Repeat("r", 32), hex.EncodeToString([]byte(strings.Repeat("r", 32))), loci.Internal},
		{"short", hexB, "", loci.Invalid}, // a bad key is never passed over
		{"", "short", "", loci.Invalid},
	} {
		t.Setenv("LOCI_ENCRYPTION_KEY", tt.ours)
		t.Setenv("LANGGRAPH_AES_KEY", tt.theirs)
		keys, err := checkpoint.EnvKeys{}.Keys(t.Context())
		got := ""
		if len(keys) > 0 {
			got = hex.EncodeToString(keys[0][:])
		}
		if got != tt.want || loci.CodeOf(err) != tt.code {
			t.Errorf("%q, %q: got %q, %v", tt.ours, tt.theirs, got, err)
		}
		_, err = checkpoint.NewCipher(t.Context(), checkpoint.EnvKeys{})
		if loci.CodeOf(err) != tt.code {
			t.Errorf("a cipher of %q, %q: %v", tt.ours, tt.theirs, err)
		}
	}
	if _, err := checkpoint.NewCipher(t.Context(), checkpoint.Keys{{}}); loci.CodeOf(err) != loci.Invalid {
		t.Errorf("a key of zeros: got %v", err)
	}
	if c, err := checkpoint.NewCipher(t.Context(), checkpoint.Keys{}); c != nil || err != nil {
		t.Errorf("without keys: %v, %v", c, err)
	}
}

// TestCipherBinds: what is sealed opens for its thread and its place alone, and
// any flipped bit is noticed.
func TestCipherBinds(t *testing.T) {
	ctx := t.Context()
	c, err := checkpoint.NewCipher(ctx, checkpoint.Keys{{1}})
	if err != nil {
		t.Fatal(err)
	}
	plain, place := []byte("a secret"), []byte("here")
	sealed, err := c.Seal(ctx, th, plain, place)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := c.Open(ctx, th, sealed, place); err != nil || !bytes.Equal(got, plain) {
		t.Fatalf("got %q, %v", got, err)
	}
	again, _ := c.Seal(ctx, th, plain, place)
	if bytes.Equal(sealed, again) {
		t.Error("the same text is sealed to the same bytes")
	}
	refuse := func(what string, t2 checkpoint.Thread, sealed, place []byte) {
		t.Helper()
		if got, err := c.Open(ctx, t2, sealed, place); loci.CodeOf(err) != loci.Denied {
			t.Errorf("%s: got %q, %v", what, got, err)
		}
	}
	for i := range sealed {
		for bit := range 8 {
			flipped := bytes.Clone(sealed)
			flipped[i] ^= 1 << bit
			refuse(fmt.Sprintf("bit %d of byte %d", bit, i), th, flipped, place)
		}
		refuse(fmt.Sprint("the first bytes: ", i), th, sealed[:i], place)
	}
	refuse("another place", th, sealed, []byte("there"))
	for _, other := range []checkpoint.Thread{{Org: "local", User: "me", ID: "u"}, {Org: "local", User: "you", ID: "t"}, {Org: "acme", User: "me", ID: "t"}, {Org: "localm", User: "e", ID: "t"}} {
		refuse(fmt.Sprint("thread ", other), other, sealed, place)
	}
}

// A saver with a cipher stores nothing that can be read or moved.
func ExampleNewCipher() {
	ctx := context.Background()
	keys, err := checkpoint.ParseKeys("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f") // or checkpoint.EnvKeys{}
	if err != nil {
		log.Fatal(err)
	}
	cipher, err := checkpoint.NewCipher(ctx, checkpoint.Keys(keys))
	if err != nil {
		log.Fatal(err)
	}
	store := inmem.Open(inmem.Options{})
	saver, err := checkpoint.NewSaver(store, checkpoint.Options{Cipher: cipher})
	if err != nil {
		log.Fatal(err)
	}
	thread := checkpoint.Thread{Org: "local", User: "me", ID: "demo"}
	c, err := checkpoint.Checkpoint{Thread: thread}.Next(checkpoint.Step{
		Source: checkpoint.Input, Changes: map[string]checkpoint.Change{"answer": checkpoint.Set("42 is the secret")},
	})
	if err != nil {
		log.Fatal(err)
	}
	if _, err = saver.Put(ctx, c); err != nil {
		log.Fatal(err)
	}
	got, err := saver.Get(ctx, thread, "", "")
	fmt.Println(got.Values["answer"], err)

	blobs, err := store.Blobs(ctx, thread, checkpoint.BlobQuery{})
	fmt.Println(bytes.Contains(blobs[0].Body, []byte("secret")), err)

	without, err := checkpoint.NewSaver(store, checkpoint.Options{})
	if err != nil {
		log.Fatal(err)
	}
	_, err = without.Get(ctx, thread, "", "")
	fmt.Println(err)
	// Output:
	// 42 is the secret <nil>
	// false <nil>
	// thread demo is encrypted
}
