package service_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/guard"
	"github.com/locimem/loci/service"
)

// What came in before the filter was turned on stayed. It stores identity numbers
// under a policy that allows them, then scans under one that does not.
func TestFieldBug_H2_mem0_6817(t *testing.T) {
	const iban = "DE89370400440532013000"
	b := open(t, func(o *service.Options) { o.Guard = guard.New(guard.Options{AllowIdentity: true}) })
	person := as(loci.ViaTerminal)
	kept := remember(t, b, person, loci.RememberRequest{Text: "I live in Porto"})
	remember(t, b, person, loci.RememberRequest{Text: "My account is " + iban})
	b.turn(loci.Turn{Role: loci.RoleAssistant, Text: "So your account is " + iban + ", noted.", Conversation: "c"})

	strict, err := service.New(b.store, service.Options{Now: b.now})
	if err != nil {
		t.Fatal(err)
	}
	found, err := strict.Scan(person, loci.ScanRequest{})
	if err != nil || len(found.Found) != 2 || found.State != loci.ForgetPreview || found.Memories != 2 || found.Turns != 1 {
		t.Fatalf("%+v %v", found, err)
	}
	if _, err := strict.Scan(as(loci.ViaAgent), loci.ScanRequest{Redact: true}); !errors.Is(err, loci.Denied) {
		t.Errorf("an agent redacts: %v", err)
	}
	if r, err := strict.Scan(person, loci.ScanRequest{Redact: true}); err != nil || r.State == loci.ForgetPreview {
		t.Fatalf("%+v %v", r, err)
	}
	if again, err := strict.Scan(person, loci.ScanRequest{}); err != nil || len(again.Found) != 0 || again.Memories != 1 {
		t.Errorf("after redacting: %+v %v", again, err)
	}
	if m, err := strict.Get(person, loci.GetRequest{Ref: string(kept.Memory.ID)}); err != nil || m.Text != "I live in Porto" {
		t.Errorf("%v %v", m, err)
	}
	turns, err := b.store.Turns(person, loci.TurnQuery{AllScopes: true})
	for _, turn := range turns {
		if strings.Contains(turn.Text, iban) {
			t.Errorf("%q %v", turn.Text, err)
		}
	}
}
