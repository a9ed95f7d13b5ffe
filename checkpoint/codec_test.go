package checkpoint_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
)

type pointV1 struct{ X, Y int }

type pointV3 struct{ Across, Down int }

// migratePoint leads from the two older shapes to the present one.
func migratePoint(from int, data []byte) ([]byte, error) {
	if from == 1 {
		var old pointV1
		if err := json.Unmarshal(data, &old); err != nil {
			return nil, err
		}
		return json.Marshal(pointV3{old.X, old.Y})
	}
	return nil, errors.New("version 2 was never released")
}

func registry(t *testing.T, types ...checkpoint.Type) *checkpoint.Registry {
	t.Helper()
	r, err := checkpoint.NewRegistry(types...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestMigration(t *testing.T) {
	old := registry(t, checkpoint.JSON[pointV1]("point", 1, nil))
	present := registry(t, checkpoint.JSON[pointV3]("point", 3, migratePoint))
	for _, tt := range []struct{ stored, want any }{
		{pointV1{1, 2}, pointV3{1, 2}},
		{[]pointV1{{1, 2}, {3, 4}}, []pointV3{{1, 2}, {3, 4}}},
		{[]pointV1{}, []pointV3{}},
	} {
		tag, data, err := old.Encode(tt.stored)
		if err != nil {
			t.Fatal(err)
		}
		got, err := present.Decode(tag, data)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", tag, d)
		}
	}
	tag, data, err := present.Encode([]pointV3{{1, 2}})
	if err != nil || tag != "[]point/3" {
		t.Fatal(tag, err)
	}
	if _, err := old.Decode(tag, data); loci.CodeOf(err) != loci.Invalid || !strings.Contains(err.Error(), "version 3") {
		t.Errorf("a newer version: got %v", err)
	}
	if _, err := present.Decode("point/2", data); err == nil {
		t.Error("a migration's error is lost")
	}
	unmigrated := registry(t, checkpoint.JSON[pointV3]("point", 3, nil))
	if _, err := unmigrated.Decode("point/1", []byte(`{}`)); loci.CodeOf(err) != loci.Invalid {
		t.Errorf("without a migration: got %v", err)
	}
}

// TestFieldBug_GHSA_g48c_2wqr_h844: data chooses among the types of the program
// and adds none.
func TestFieldBug_GHSA_g48c_2wqr_h844(t *testing.T) {
	r := registry(t)
	for _, tag := range []string{"", "/", "point/1", "[]point/1", "[][]int/1", "os/exec.Cmd", "os/exec.Cmd/1", "int", "int/", "int/x", "int/-1", "int/0", "int/99", "INT/1", "pickle/1"} {
		if v, err := r.Decode(tag, []byte(`1`)); err == nil {
			t.Errorf("%q became %#v", tag, v)
		}
	}
	for name, types := range map[string][]checkpoint.Type{
		"a name twice":     {checkpoint.JSON[pointV1]("point", 1, nil), checkpoint.JSON[pointV3]("point", 1, nil)},
		"a type twice":     {checkpoint.JSON[pointV1]("a", 1, nil), checkpoint.JSON[pointV1]("b", 1, nil)},
		"a basic name":     {checkpoint.JSON[pointV1]("int", 1, nil)},
		"a basic type":     {checkpoint.JSON[int]("number", 1, nil)},
		"no name":          {checkpoint.JSON[pointV1]("", 1, nil)},
		"a name like tags": {checkpoint.JSON[pointV1]("[]x/1", 1, nil)},
		"no version":       {checkpoint.JSON[pointV1]("point", 0, nil)},
		"no type":          {{}},
	} {
		if _, err := checkpoint.NewRegistry(types...); loci.CodeOf(err) != loci.Invalid {
			t.Errorf("%s: got %v, want invalid", name, err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	r, err := checkpoint.NewRegistry(checkpoint.JSON[pointV3]("point", 3, migratePoint))
	if err != nil {
		f.Fatal(err)
	}
	for _, v := range []any{nil, true, 1, int64(1 << 60), 1.5, "x", []byte{1}, time.Unix(0, 0).UTC(), map[string]any{"a": []any{int64(1)}}, []any{nil}, []pointV3{{1, 2}}, []float64{1}} {
		tag, data, err := r.Encode(v)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(tag, data)
	}
	f.Add("point/1", []byte(`{"X":1}`))
	f.Fuzz(func(t *testing.T, tag string, data []byte) {
		v, err := r.Decode(tag, data)
		if err != nil {
			return
		}
		again, encoded, err := r.Encode(v)
		if err != nil {
			t.Skip() // such as JSON whose strings are not UTF-8
		}
		back, err := r.Decode(again, encoded)
		if err != nil {
			t.Fatalf("%s %q: %v", again, encoded, err)
		}
		if d := cmp.Diff(v, back, cmp.Comparer(func(a, b float64) bool { return a == b || a != a && b != b })); d != "" {
			t.Errorf("%s %q does not survive:\n%s", tag, data, d)
		}
	})
}

func TestUntyped(t *testing.T) {
	r := registry(t, checkpoint.JSON[pointV3]("point", 3, nil))
	for _, v := range []any{pointV3{1, 2}, []pointV3{{1, 2}}, 7, "x", nil} {
		tag, data, err := r.Encode(v)
		if err != nil {
			t.Fatal(err)
		}
		got, err := checkpoint.Untyped().Decode(tag, data)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := json.Marshal(v)
		have, _ := json.Marshal(got)
		if string(want) != string(have) {
			t.Errorf("%s: got %s, want %s", tag, have, want)
		}
	}
	if _, _, err := checkpoint.Untyped().Encode(1); err == nil {
		t.Error("it encodes")
	}
}

func TestID(t *testing.T) {
	at := time.Date(2026, 10, 1, 9, 0, 0, 123_456_789, time.UTC)
	last := checkpoint.ID("")
	for range 1000 {
		id := checkpoint.NewID(at, last)
		if id <= last {
			t.Fatalf("%s follows %s", id, last)
		}
		if _, err := checkpoint.ParseID(string(id)); err != nil {
			t.Fatal(err)
		}
		if d := id.Time().Sub(at); d < -time.Microsecond || d > time.Millisecond {
			t.Fatalf("%s is of %s", id, id.Time())
		}
		if id <= checkpoint.Floor(at) || id >= checkpoint.Floor(at.Add(2*time.Millisecond)) {
			t.Fatalf("%s does not sort by its time", id)
		}
		last = id
	}
	if last[14] != '7' || !strings.ContainsRune("89ab", rune(last[19])) {
		t.Errorf("%s is no UUIDv7", last)
	}
	if id := checkpoint.NewID(at.Add(-time.Hour), last); id <= last {
		t.Errorf("%s of an earlier time follows %s", id, last)
	}
	for _, s := range []string{"", "x", string(last)[1:], strings.ToUpper(string(last)), string(last) + "0", strings.ReplaceAll(string(last), "-", "_"), string(last[:35]) + "g"} {
		if _, err := checkpoint.ParseID(s); loci.CodeOf(err) != loci.Invalid {
			t.Errorf("%q: got %v", s, err)
		}
	}
	if got := fmt.Sprint(last.Short()); len(got) != 8 {
		t.Errorf("short: %q", got)
	}
}
