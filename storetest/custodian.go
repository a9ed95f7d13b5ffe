package storetest

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/locimem/loci"
)

func testCustodian(t *testing.T, h Harness) {
	t.Run("MAC", func(t *testing.T) {
		p, q := open(t, h), open(t, h)
		mac := p.MAC([]byte("text"))
		if len(mac) < 16 {
			t.Errorf("a MAC of %d bytes", len(mac))
		}
		if !bytes.Equal(mac, p.MAC([]byte("text"))) {
			t.Error("two MACs of one text differ")
		}
		if bytes.Equal(mac, p.MAC([]byte("texts"))) || bytes.Equal(p.MAC(nil), mac) {
			t.Error("MACs of different texts are equal")
		}
		if bytes.Equal(mac, q.MAC([]byte("text"))) {
			t.Error("two stores have one key")
		}
		if h.Reopen != nil {
			if p = probeOf(t, h.Reopen(t, p.Store)); !bytes.Equal(mac, p.MAC([]byte("text"))) {
				t.Error("the key is lost with the process")
			}
		}
	})
	t.Run("Counts", func(t *testing.T) {
		p := open(t, h)
		p.write(population()...)
		p.apply(loci.Changeset{Turns: []loci.TurnWrite{turnInsertion(turn(1))}})
		got := p.counts(home)
		for status, want := range map[loci.Status]int{
			loci.Active: 4, loci.Hypothesis: 1, loci.Superseded: 1, loci.Quarantined: 1, loci.Completed: 0, loci.Expired: 0,
		} {
			p.same(string(status), want, got.Memories[status])
		}
		p.same("turns", 1, got.Turns)
		p.same("both scopes", 5, p.counts(home, other).Memories[loci.Active])
	})
	t.Run("Verify", func(t *testing.T) {
		p := open(t, h)
		p.same("an empty store", loci.VerifyReport{}, p.verify())
		p.furnish()
		p.same("a furnished one", loci.VerifyReport{Memories: 3, Turns: 1, History: 3, Postings: 12}, p.verify())
		for name, damage := range h.Damage {
			t.Run(name, func(t *testing.T) {
				p := open(t, h)
				p.furnish()
				damage(t, p.Store)
				if len(p.verify().Problems) == 0 {
					t.Error("nothing is found wrong")
				}
			})
		}
	})
	t.Run("Reopen", func(t *testing.T) {
		if h.Reopen == nil {
			t.Skip("this store cannot be reopened")
		}
		p := open(t, h)
		p.furnish()
		p.apply(everything())
		before := p.look()
		p = probeOf(t, h.Reopen(t, p.Store))
		p.same("the store", before, p.look())
		p.clean()
	})
	t.Run("Backup", func(t *testing.T) { testBackup(t, h) })
	t.Run("Close", func(t *testing.T) {
		p := open(t, h)
		for range 2 {
			if err := p.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}

func testBackup(t *testing.T, h Harness) {
	p := open(t, h)
	p.furnish()
	p.apply(everything())
	path := filepath.Join(t.TempDir(), "copy")
	if h.OpenBackup == nil {
		p.wantCode(loci.Invalid, p.Backup(p.ctx, path))
		p.noFile(path)
		return
	}
	if err := p.Backup(p.ctx, path); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if must(p, info, err).Mode().Perm() != 0o600 {
		t.Errorf("mode is %v, want 0600", info.Mode())
	}
	want := p.look()
	p.insert(memory(50)) // the copy does not follow
	backup := probeOf(t, h.OpenBackup(t, path))
	p.same("the copy", want, backup.look())
	if !bytes.Equal(p.MAC([]byte("text")), backup.MAC([]byte("text"))) {
		t.Error("the copy has another key")
	}
	backup.clean()
	backup.Close()

	taken := filepath.Join(t.TempDir(), "taken")
	if err := os.WriteFile(taken, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.wantCode(loci.Conflict, p.Backup(p.ctx, taken))
	kept, err := os.ReadFile(taken)
	if string(must(p, kept, err)) != "precious" {
		t.Error("the file that was there is overwritten")
	}
}

func (p probe) noFile(path string) {
	p.t.Helper()
	if _, err := os.Lstat(path); err == nil {
		p.t.Errorf("a file was left at %s", path)
	}
}
