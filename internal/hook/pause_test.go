package hook_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/locimem/loci/internal/hook"
)

func TestAPauseEnds(t *testing.T) {
	w := newWorld(t)
	pause(w, hook.Pause{Until: w.now})
	pause(w, hook.Pause{Folder: "/home/me/work-at-home"})
	w.say("I live in Porto")
	if w.memories() == "" {
		t.Error("a pause that has ended, or of another folder, still holds")
	}
}

// A pause of a folder holds however one comes there.
func TestAPauseSeesThroughLinks(t *testing.T) {
	dir := t.TempDir()
	real, link := filepath.Join(dir, "real"), filepath.Join(dir, "link")
	if err := os.Mkdir(real, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	for _, p := range []string{real, link} {
		for _, folder := range []string{real, link, filepath.Join(real, "."), link + "/", filepath.Join(link, "gone", "too")} {
			if !(hook.Pause{Folder: p}).Holds(now, folder) {
				t.Errorf("paused in %s, and %s is heard", p, folder)
			}
		}
		if (hook.Pause{Folder: p}).Holds(now, dir) {
			t.Errorf("paused in %s, and so is %s", p, dir)
		}
	}
	t.Chdir(link)
	for name, folders := range map[string][]string{"none": nil, "here": {"."}, "below": {"sub"}, "the second": {dir, real}} {
		if !(hook.Pause{Folder: real}).Holds(now, folders...) {
			t.Errorf("%s: not paused in %v", name, folders)
		}
	}
	if (hook.Pause{Folder: real}).Holds(now, real+"-other") {
		t.Error("a folder whose name begins so is paused too")
	}
}

func TestPausesSideBySide(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "paused")
	var group sync.WaitGroup
	for i := range 20 {
		group.Go(func() {
			if err := hook.SetPause(dir, hook.Pause{Folder: fmt.Sprint("/w/", i)}); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if all, err := hook.Pauses(dir); err != nil || len(all) != 20 {
		t.Errorf("%d pauses, %v", len(all), err)
	}
}
