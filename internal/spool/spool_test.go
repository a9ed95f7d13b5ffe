package spool_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/spool"
)

// flip is a sealer of tests: it turns every bit, and knows its own by a mark.
type flip byte

func (f flip) Seal(_ context.Context, data []byte) ([]byte, error) {
	out := []byte{byte(f)}
	for _, b := range data {
		out = append(out, b^0xff)
	}
	return out, nil
}

func (f flip) Open(_ context.Context, data []byte) ([]byte, error) {
	if len(data) > 0 && data[0] == '{' {
		return data, nil
	}
	if len(data) == 0 || data[0] != byte(f) {
		return nil, errors.New("another key")
	}
	out, _ := f.Seal(context.Background(), data[1:])
	return out[1:], nil
}

func (f flip) Fits(data []byte) bool { return data[0] == byte(f) }

type plain struct{}

func (plain) Seal(_ context.Context, data []byte) ([]byte, error) { return data, nil }
func (plain) Open(_ context.Context, data []byte) ([]byte, error) { return data, nil }
func (plain) Fits([]byte) bool                                    { return true }

func turn(user, text string) loci.SpooledTurn {
	return loci.SpooledTurn{
		Principal: loci.Principal{Scope: loci.Scope{Org: "local", User: user, Project: "p"}, Client: "codex", Roles: []loci.Role{loci.RoleMember}, Via: loci.ViaHook, Zone: time.UTC},
		Turn: loci.Turn{ID: loci.TurnID("c/" + text), Conversation: "c", Role: loci.RoleUser, Text: text,
			Time: time.Date(2026, 10, 7, 9, 0, 0, 123000, time.FixedZone("", 7200)), Zone: "Europe/Lisbon"},
		Findings: []loci.Finding{{Class: loci.ClassSecret, Kind: "password", Start: 3, End: 9}},
	}
}

func add(t *testing.T, s *spool.Spool, turns ...loci.SpooledTurn) {
	t.Helper()
	for _, w := range turns {
		if err := s.Add(t.Context(), w); err != nil {
			t.Fatal(err)
		}
	}
}

func drain(t *testing.T, s *spool.Spool) []loci.SpooledTurn {
	t.Helper()
	var out []loci.SpooledTurn
	if err := s.Drain(t.Context(), func(w loci.SpooledTurn) error {
		out = append(out, w)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return out
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func TestDrainReturnsWhatWasAddedInOrder(t *testing.T) {
	for name, sealer := range map[string]spool.Sealer{"plain": plain{}, "sealed": flip('1')} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "memory.db-spool")
			s := spool.New(dir, sealer)
			want := []loci.SpooledTurn{turn("ana", "first"), turn("bob", "second"), turn("ana", "third")}
			add(t, s, want...)
			for _, file := range names(t, dir) {
				info, err := os.Stat(filepath.Join(dir, file))
				if err != nil || info.Mode().Perm() != 0o600 {
					t.Errorf("%s: %v %v", file, info.Mode(), err)
				}
				data, _ := os.ReadFile(filepath.Join(dir, file))
				if name == "sealed" && bytes.Contains(data, []byte("first")) {
					t.Error("the text can be read")
				}
			}
			if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
				t.Errorf("folder: %v %v", info.Mode(), err)
			}
			sameTime := cmp.Comparer(func(a, b time.Time) bool { return a.Equal(b) && a.Format(time.RFC3339) == b.Format(time.RFC3339) })
			sameZone := cmp.Comparer(func(a, b *time.Location) bool { return a.String() == b.String() })
			if diff := cmp.Diff(want, drain(t, s), sameTime, sameZone); diff != "" {
				t.Error(diff)
			}
			if again := drain(t, s); len(again) > 0 || len(names(t, dir)) > 0 {
				t.Errorf("still there: %v %v", again, names(t, dir))
			}
		})
	}
}

// A turn that cannot be taken stays; one that the store is too busy for ends the
// draining, any other does not stand in the way.
func TestDrainKeepsWhatIsNotTaken(t *testing.T) {
	s := spool.New(t.TempDir(), plain{})
	add(t, s, turn("ana", "first"), turn("ana", "second"), turn("ana", "third"))
	var seen []string
	refuse := func(code loci.Code) error {
		seen = nil
		return s.Drain(t.Context(), func(w loci.SpooledTurn) error {
			seen = append(seen, w.Turn.Text)
			if w.Turn.Text == "second" {
				return loci.Errorf(code, "no")
			}
			return nil
		})
	}
	if err := refuse(loci.Unavailable); loci.CodeOf(err) != loci.Unavailable || strings.Join(seen, " ") != "first second" {
		t.Errorf("%v %v", seen, err)
	}
	if err := refuse(loci.Conflict); loci.CodeOf(err) != loci.Conflict || strings.Join(seen, " ") != "second third" {
		t.Errorf("%v %v", seen, err)
	}
	if got := drain(t, s); len(got) != 1 || got[0].Turn.Text != "second" {
		t.Errorf("%v", got)
	}
	add(t, s, turn("ana", "fourth"))
	ended, end := context.WithCancel(t.Context())
	end()
	if err := s.Drain(ended, nil); loci.CodeOf(err) != loci.Unavailable {
		t.Errorf("%v", err)
	}
}

func TestHolder(t *testing.T) {
	dir := t.TempDir()
	s := spool.New(dir, flip('1'))
	add(t, s, turn("ana", "I live in Porto"), turn("bob", "I live in Porto too"), turn("ana", "I like tea"))
	ana := loci.Scope{Org: "local", User: "ana"}
	tests := []struct {
		user  string
		texts []string
		want  bool
	}{
		{"ana", []string{"Braga", "live in Porto"}, true},
		{"ana", []string{"too"}, false},
		{"ana", nil, true},
		{"eve", nil, false},
	}
	for _, tt := range tests {
		if held, err := s.Holds(t.Context(), loci.Scope{Org: "local", User: tt.user}, tt.texts); held != tt.want || err != nil {
			t.Errorf("%s %q: %v %v", tt.user, tt.texts, held, err)
		}
	}
	if err := s.Erase(t.Context(), ana, []string{"live in Porto"}); err != nil {
		t.Fatal(err)
	}
	if held, err := s.Holds(t.Context(), ana, []string{"Porto"}); held || err != nil {
		t.Errorf("%v %v", held, err)
	}
	if got := drain(t, s); len(got) != 2 {
		t.Errorf("%v", got)
	}
}

func TestReseal(t *testing.T) {
	dir := t.TempDir()
	s := spool.New(dir, plain{})
	add(t, s, turn("ana", "first"), turn("ana", "second"))
	if err := s.Reseal(t.Context(), flip('2')); err != nil {
		t.Fatal(err)
	}
	for _, name := range names(t, dir) {
		if data, err := os.ReadFile(filepath.Join(dir, name)); err != nil || bytes.Contains(data, []byte("text")) {
			t.Errorf("%s is plain: %v", name, err)
		}
	}
	if got := drain(t, spool.New(dir, flip('2'))); len(got) != 2 || got[0].Turn.Text != "first" {
		t.Errorf("%v", got)
	}
}

// late is a sealer whose file is encrypted while the first turn is being placed.
type late struct {
	flip
	converted *bool
}

func (l late) Seal(ctx context.Context, data []byte) ([]byte, error) {
	if *l.converted {
		return l.flip.Seal(ctx, data)
	}
	return data, nil
}

func (l late) Fits(data []byte) bool {
	defer func() { *l.converted = true }()
	return *l.converted == l.flip.Fits(data) && *l.converted
}

func TestATurnIsSealedAsTheFileHasBecome(t *testing.T) {
	dir := t.TempDir()
	add(t, spool.New(dir, late{flip('1'), new(bool)}), turn("ana", "first"))
	files := names(t, dir)
	if data, err := os.ReadFile(filepath.Join(dir, files[0])); len(files) != 1 || err != nil || bytes.Contains(data, []byte("first")) {
		t.Errorf("%q %s %v", files, data, err)
	}
	if got := drain(t, spool.New(dir, flip('1'))); len(got) != 1 {
		t.Errorf("%v", got)
	}
}

// What nobody can read does not keep the rest from being sealed.
func TestResealPassesTheUnreadableBy(t *testing.T) {
	dir := t.TempDir()
	s := spool.New(dir, flip('1'))
	if err := os.WriteFile(filepath.Join(dir, "00000000000000000001-x.turn"), []byte("2 other key"), 0o600); err != nil {
		t.Fatal(err)
	}
	add(t, s, turn("ana", "first"))
	if err := s.Reseal(t.Context(), flip('3')); err != nil {
		t.Error(err)
	}
	if waiting, unreadable, err := s.Waiting(t.Context()); waiting != 2 || unreadable != 1 || err != nil {
		t.Errorf("%d waiting, %d unreadable, %v", waiting, unreadable, err)
	}
}

// What a killed process leaves is no turn, and what nobody can read is said so
// and stands in nobody's way.
func TestLeftovers(t *testing.T) {
	dir := t.TempDir()
	s := spool.New(dir, flip('1'))
	add(t, s, turn("ana", "first"))
	write := func(name, content string, age time.Duration) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, time.Time{}, time.Now().Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	write("new-old", "cut o", time.Hour)
	write("new-young", "cut o", 0)
	write("00000000000000000000-wiped.turn", "\x00\x00\x00", 0)
	write("00000000000000000001-empty.turn", "", 0)
	write("00000000000000000002-foreign.turn", "2 other key", 0)
	waiting, unreadable, err := s.Waiting(t.Context())
	if waiting != 2 || unreadable != 1 || err != nil {
		t.Errorf("%d waiting, %d unreadable, %v", waiting, unreadable, err)
	}
	if held, err := s.Holds(t.Context(), loci.Scope{Org: "local", User: "eve"}, nil); held || err == nil {
		t.Errorf("what cannot be read may hold anything: %v %v", held, err)
	}
	var got []string
	err = s.Drain(t.Context(), func(w loci.SpooledTurn) error {
		got = append(got, w.Turn.Text)
		return nil
	})
	if err == nil || len(got) != 1 || got[0] != "first" {
		t.Errorf("%q %v", got, err)
	}
	if left := names(t, dir); strings.Join(left, " ") != "00000000000000000002-foreign.turn new-young" {
		t.Errorf("left: %q", left)
	}
}

// Only files of the folder are turns: a link is not followed, and a pipe is not
// waited for.
func TestOnlyRegularFilesOfTheFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "memory.db-spool")
	s := spool.New(dir, plain{})
	add(t, s, turn("ana", "first"))
	foreign := filepath.Join(t.TempDir(), "foreign")
	if err := os.WriteFile(foreign, []byte("not a turn"), 0o600); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(foreign, old, old); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"00000000000000000000-x.turn", "new-x"} {
		if err := os.Symlink(foreign, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	if mkfifo, err := exec.LookPath("mkfifo"); err == nil {
		if err := exec.Command(mkfifo, filepath.Join(dir, "00000000000000000001-x.turn")).Run(); err != nil {
			t.Fatal(err)
		}
	}
	if waiting, unreadable, err := s.Waiting(t.Context()); waiting != 1 || unreadable != 0 || err != nil {
		t.Errorf("%d waiting, %d unreadable, %v", waiting, unreadable, err)
	}
	if err := s.Erase(t.Context(), loci.Scope{Org: "local", User: "eve"}, nil); err != nil {
		t.Error(err)
	}
	if got := drain(t, s); len(got) != 1 {
		t.Errorf("%v", got)
	}
	if data, err := os.ReadFile(foreign); err != nil || string(data) != "not a turn" {
		t.Errorf("a foreign file was overwritten: %q %v", data, err)
	}
}

// Where others may put files, nothing is taken in and nothing kept.
func TestAFolderOfOthers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a folder has the rights of the one above")
	}
	own, open := filepath.Join(t.TempDir(), "own"), filepath.Join(t.TempDir(), "open")
	add(t, spool.New(own, plain{}), turn("ana", "first"))
	add(t, spool.New(open, plain{}), turn("ana", "first"))
	if err := os.Chmod(open, 0o777); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(own, link); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{open, link} {
		s := spool.New(dir, plain{})
		err := s.Drain(t.Context(), func(loci.SpooledTurn) error {
			t.Errorf("%s: a turn was taken in", dir)
			return nil
		})
		if loci.CodeOf(err) != loci.Denied || s.Add(t.Context(), turn("ana", "second")) == nil {
			t.Errorf("%s: %v", dir, err)
		}
	}
}

func TestFull(t *testing.T) {
	dir := t.TempDir()
	for i := range spool.MaxWaiting {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%020d-x.turn", i)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := spool.New(dir, plain{})
	if err := s.Add(t.Context(), turn("ana", "one too many")); loci.CodeOf(err) != loci.Unavailable {
		t.Errorf("%v", err)
	}
}

func FuzzFiles(f *testing.F) {
	f.Add([]byte(`{"scope":{"org":"local","user":"me"},"via":"hook","turn":{"role":"user","text":"hi","time":"2026-10-07T09:00:00Z"}}`))
	f.Add([]byte(`{"turn":7}`))
	f.Add([]byte("\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "1-x.turn"), data, 0o600); err != nil {
			t.Fatal(err)
		}
		s := spool.New(dir, plain{})
		taken := 0
		err := s.Drain(context.Background(), func(loci.SpooledTurn) error { taken++; return nil })
		if left := len(names(t, dir)); (err != nil) != (left == 1) || taken+left > 1 {
			t.Errorf("taken %d, left %d, %v", taken, left, err)
		}
	})
}

// Who drains has the folder alone: others wait, as long as they may, and then
// find nothing left to do.
func TestOneDrainsAtATime(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("folders cannot be locked")
	}
	dir := filepath.Join(t.TempDir(), "spool")
	first, second := spool.New(dir, plain{}), spool.New(dir, plain{})
	add(t, first, turn("ana", "one"))
	taking, release := make(chan struct{}), make(chan struct{})
	done := make(chan error)
	go func() {
		done <- first.Drain(t.Context(), func(loci.SpooledTurn) error {
			close(taking)
			<-release
			return nil
		})
	}()
	<-taking
	hasty, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if err := second.Drain(hasty, func(loci.SpooledTurn) error { return errors.New("taken twice") }); loci.CodeOf(err) != loci.Unavailable || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("draining in a hurry: %v", err)
	}
	close(release)
	if got := drain(t, second); len(got) > 0 {
		t.Errorf("%d turns were taken twice", len(got))
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}
