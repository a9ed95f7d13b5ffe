package extract

import (
	"testing"
	"time"
)

func TestSmoke(t *testing.T) {
	e, err := New()
	if err != nil {
		t.Fatal(err)
	}
	for f := range e.shelf.slots {
		if _, err := e.shelf.get(f); err != nil {
			t.Error(err)
		}
	}
	r := e.Extract(Input{Text: "I live in Lisbon and my name is Ana. I'm allergic to nuts!", Lang: "en", Time: time.Now()})
	for _, c := range r.Candidates {
		t.Logf("%+v", c)
	}
}
func TestDbg(t *testing.T) {
	e, _ := New()
	p, _ := e.shelf.get("en")
	for _, txt := range []string{"I'm allergic to boilerplate lol, got a shorter way"} {
		r := extract(p, Input{Text: txt, Time: time.Now()}, txt)
		for _, c := range r.Candidates {
			t.Logf("%+v", c)
		}
		t.Logf("%+v", r.Skipped)
	}
}
