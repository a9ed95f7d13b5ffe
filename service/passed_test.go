package service_test

import (
	"testing"

	"github.com/locimem/loci"
)

func TestPassedExamIsCompleted(t *testing.T) {
	for exam, passed := range map[string]string{
		"I've got my driving test on 14 January":   "Passed my driving test!",
		"Ich habe am 14. Januar meine Fahrprüfung": "Ich habe meine Fahrprüfung bestanden",
	} {
		b := open(t)
		b.say(exam)
		m := b.one()
		b.advance(day)
		b.say(passed)
		if got, err := b.Get(person(), loci.GetRequest{Ref: string(m.ID)}); err != nil || got.Status != loci.Completed {
			t.Errorf("%s: the exam is %q, %v", passed, got.Status, err)
		}
	}
}
