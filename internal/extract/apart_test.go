package extract

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What changes at different times is told apart, also in one clause.
func TestApart(t *testing.T) {
	e := newEngine(t)
	for turn, want := range map[string][]string{
		"en I'm a developer at Siemens":            {"employer siemens: I'm at Siemens", "job developer: I'm a developer"},
		"de ich arbeite nachts bei Bosch":          {"employer bosch: ich arbeite bei Bosch", "work_shift night: ich arbeite nachts"},
		"tr Getir'de kurye olarak çalışıyorum":     {"employer getir: Getir'de çalışıyorum", "job kurye: kurye olarak çalışıyorum"},
		"en I don't work nights at the hospital":   nil,
		"de Ich arbeite bei Bosch seit dem Abitur": {"employer bosch: Ich arbeite bei Bosch seit dem Abitur"},
	} {
		var got []string
		for _, c := range candidates(e, turn) {
			got = append(got, c.Slot.Attribute+" "+c.Value+": "+c.Text)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", turn, diff)
		}
	}
}
