package eval

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A file of each corpus in its own format: right, wrong, uncounted.
const (
	recognizersSample = "\ufeff" + `[
 {"Input": "see you tomorrow", "Context": {"ReferenceDateTime": "2016-11-07T00:00:00"},
  "Results": [{"Text": "tomorrow", "Start": 8, "TypeName": "datetimeV2.date", "Resolution": {"values": [{"value": "2016-11-08"}]}}]},
 {"Input": "from 3 to 5 May 2017", "Context": {"ReferenceDateTime": "2016-11-07T00:00:00"},
  "Results": [{"Text": "from 3 to 5 May 2017", "Start": 0, "TypeName": "datetimeV2.daterange", "Resolution": {"values": [{"start": "2017-05-03", "end": "2017-05-05"}]}}]},
 {"Input": "tonight", "Context": {"ReferenceDateTime": "2016-11-07T16:12:00"},
  "Results": [{"Text": "tonight", "Start": 0, "TypeName": "datetimeV2.datetimerange", "Resolution": {"values": [{"start": "2016-11-07 20:00:00", "end": "2016-11-07 23:59:59"}]}}]},
 {"Input": "30 February", "Context": {"ReferenceDateTime": "2016-11-07T00:00:00"},
  "Results": [{"Text": "30 February", "Start": 0, "TypeName": "datetimeV2.date", "Resolution": {"values": [{"value": "not resolved"}]}}]},
 {"Input": "see you yesterday", "Context": {"ReferenceDateTime": "2016-11-07T00:00:00"},
  "Results": [{"Text": "yesterday", "Start": 8, "TypeName": "datetimeV2.date", "Resolution": {"values": [{"value": "2001-01-01"}]}}]},
 {"Input": "tomorrow, without a reference time",
  "Results": [{"Text": "tomorrow", "Start": 0, "TypeName": "datetimeV2.date", "Resolution": {"values": [{"value": "2016-11-08"}]}}]},
 {"Input": "for 3 days", "Context": {"ReferenceDateTime": "2016-11-07T00:00:00"},
  "Results": [{"Text": "3 days", "Start": 4, "TypeName": "datetimeV2.duration", "Resolution": {"values": [{"value": "259200"}]}}]}
]`
	ducklingSample = `{"FR": [
 {"kind": "datetime", "value": "(2013, 2, 13, 0, 0, 0) Day)", "examples": ["demain"]},
 {"kind": "datetime", "value": "(2013, 3, 0, 0, 0, 0) Month)", "examples": ["mars"]},
 {"kind": "datetimeInterval", "value": "((2013, 2, 14, 9, 30, 0), (2013, 2, 14, 11, 1, 0)) Minute)", "examples": ["jeudi de 9h30 à 11h00"]},
 {"kind": "datetimeOpenInterval", "value": "Before (2013, 2, 12, 14, 0, 0) Hour)", "examples": ["avant 14h"]},
 {"kind": "datetimeHoliday", "value": "(2013, 12, 25, 0, 0, 0) Day \"Noël\")", "examples": ["noël"]}
], "XX": [{"kind": "datetime", "value": "(2013, 2, 13, 0, 0, 0) Day)", "examples": ["?"]}]}`
)

func TestTimex(t *testing.T) {
	dir := t.TempDir()
	for name, data := range map[string]string{"English.json": recognizersSample, "time_corpora.json": ducklingSample, "LICENSE": "not JSON"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	figures, details, err := Timex([]string{dir}, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for _, name := range []string{"en.accuracy", "fr.accuracy", "fr.holidays.accuracy"} {
		got[name] = figures[name]
	}
	want := map[string]float64{"en.accuracy": 0.8, "fr.accuracy": 1, "fr.holidays.accuracy": 1}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff, details)
	}
	counted := details.(TimexDetails).Counted
	if counted["en.accuracy"] != 5 || counted["fr.accuracy"] != 4 || counted["en.half1.accuracy"]+counted["en.half2.accuracy"] != 5 {
		t.Errorf("counted %v", counted)
	}
	if only, _, err := Timex([]string{dir}, []string{"fr"}); err != nil || only["en.accuracy"] != 0 || only["fr.accuracy"] != 1 {
		t.Errorf("narrowed to French: %v %v", only, err)
	}
}

// TestTimexHiddenHalf: the misses of the hidden half are not shown.
func TestTimexHiddenHalf(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "English.json"), []byte(recognizersSample), 0o600); err != nil {
		t.Fatal(err)
	}
	_, details, err := Timex([]string{dir}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, miss := range details.(TimexDetails).Misses {
		if inputHalf(miss.Input) != 1 {
			t.Errorf("shows %q", miss.Input)
		}
	}
}

func TestTimexErrors(t *testing.T) {
	dir := t.TempDir()
	if _, _, err := Timex([]string{filepath.Join(dir, "absent")}, nil); err == nil {
		t.Error("a missing folder is no error")
	}
	if err := os.WriteFile(filepath.Join(dir, "English.json"), []byte("[{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Timex([]string{dir}, nil); err == nil {
		t.Error("broken JSON is no error")
	}
}
