package service_test

import (
	"testing"
)

// A statement fills the slot that its words name, with the pronoun that its
// language could do without; one that says more fills none.
func TestAStatementFindsItsSlot(t *testing.T) {
	for said, want := range map[string]string{
		"Ich wohne in Wien":            "home_city",
		"Eu moro em Lisboa":            "home_city",
		"Я живу в Москве":              "home_city",
		"Io abito a Roma":              "home_city",
		"Ich heiße Markus":             "name",
		"Ben İzmir'de yaşıyorum":       "home_city",
		"Moro em Lisboa e sou vegano":  "",
		"I live in Leeds with my wife": "",
	} {
		b := open(t)
		b.keep(said)
		if got := b.one(said); got.Slot.Attribute != want {
			t.Errorf("%s: %+v", said, got)
		}
	}
}
