package service_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/service"
)

func TestWriteBudget(t *testing.T) {
	for name, tc := range map[string]struct {
		via    loci.Via
		origin loci.Origin
		most   int           // that are taken at once; 0: all of them
		wait   time.Duration // until the next
	}{
		"an agent's notes":        {loci.ViaAgent, "", 60, time.Minute},
		"a page through an agent": {loci.ViaAgent, loci.FromWeb, 10, time.Minute},
		"a person":                {loci.ViaTerminal, "", 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t)
			store := func(i int) error {
				_, err := b.Remember(as(tc.via), loci.RememberRequest{Text: fmt.Sprintf("The warehouse number %d stands in town %d", i, i), Origin: tc.origin})
				return err
			}
			const all = 70
			var err error
			n := 0
			for ; n < all && err == nil; n++ {
				err = store(n)
			}
			if tc.most == 0 {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			if n != tc.most+1 || !errors.Is(err, loci.Unavailable) || !strings.Contains(loci.HintOf(err), "wait 1m") {
				t.Fatalf("after %d: %v; %s", n, err, loci.HintOf(err))
			}
			// Another process has the same budget, since it is read from the store.
			other, err := service.New(b.store, service.Options{Now: b.now})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := other.Remember(as(tc.via), loci.RememberRequest{Text: "One more warehouse", Origin: tc.origin}); !errors.Is(err, loci.Unavailable) {
				t.Errorf("another process: %v", err)
			}
			b.advance(tc.wait)
			if err := store(all); err != nil {
				t.Errorf("after %s: %v", tc.wait, err)
			}
		})
	}
}

// Processes that write in turns see what the others have added soon enough.
func TestWriteBudgetOfProcesses(t *testing.T) {
	b := open(t)
	processes := []*service.Service{b.Service}
	for range 3 {
		other, err := service.New(b.store, service.Options{Now: b.now})
		if err != nil {
			t.Fatal(err)
		}
		processes = append(processes, other)
	}
	stored := 0
	for i := range 200 {
		_, err := processes[i%4].Remember(as(loci.ViaAgent), loci.RememberRequest{Text: fmt.Sprintf("The warehouse number %d stands in town %d", i, i)})
		switch {
		case err == nil:
			stored++
		case !errors.Is(err, loci.Unavailable):
			t.Fatal(err)
		}
	}
	if stored < 60 || stored > 60+3*10 {
		t.Errorf("four processes stored %d within a minute", stored)
	}
}

// TestWriteBudgetOfADay: slow writers are bounded too.
func TestWriteBudgetOfADay(t *testing.T) {
	b := open(t)
	page := func(i int) error {
		_, err := b.Remember(as(loci.ViaAgent), loci.RememberRequest{Text: fmt.Sprintf("The warehouse number %d stands in town %d", i, i), Origin: loci.FromWeb})
		return err
	}
	for i := range 50 {
		if err := page(i); err != nil {
			t.Fatalf("%d: %v", i, err)
		}
		b.advance(10 * time.Minute)
		for _, item := range b.review() { // else they would wait, and no more may come
			if _, err := b.Answer(person(), loci.AnswerRequest{ID: item.ID, Answer: loci.AnswerConfirm, Digest: item.Digest}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := page(50); !errors.Is(err, loci.Unavailable) {
		t.Errorf("the fifty-first of a day: %v", err)
	}
	b.advance(16 * time.Hour)
	if err := page(51); err != nil {
		t.Errorf("a day later: %v", err)
	}
}

// TestQuarantineHoldsFew: of each source only as many texts wait for a person as
// one will look through, until some are answered or their time is up.
func TestQuarantineHoldsFew(t *testing.T) {
	b := open(t)
	n := 0
	bring := func(from loci.Origin) error {
		n++
		b.advance(10 * time.Minute)
		_, err := b.Remember(as(loci.ViaAgent), loci.RememberRequest{Text: fmt.Sprintf("The warehouse number %d stands in town %d", n, n), Origin: from})
		return err
	}
	fill := func(from loci.Origin, want int) {
		t.Helper()
		for got := range want + 1 {
			err := bring(from)
			if got < want && err != nil {
				t.Fatalf("%s, %d of %d: %v", from, got+1, want, err)
			}
			if got == want && (!errors.Is(err, loci.Unavailable) || !strings.Contains(loci.HintOf(err), "loci review")) {
				t.Fatalf("%s, one more than %d: %v; %s", from, want, err, loci.HintOf(err))
			}
		}
	}
	fill(loci.FromWeb, 20)
	fill(loci.FromTool, 20) // a source of its own
	items := b.review()
	if _, err := b.Answer(person(), loci.AnswerRequest{ID: items[0].ID, Answer: loci.AnswerReject}); err != nil {
		t.Fatal(err)
	}
	fill(items[0].Memory.Origin, 1)
	b.advance(loci.QuarantineLife)
	fill(loci.FromWeb, 20)
	_, err := b.ApplyUpdates(as(loci.ViaAgent), loci.ApplyRequest{Facts: []loci.NewFact{{Content: "The harbour stands in town 7"}}})
	if err != nil { // an agent's own notes do not wait
		t.Error(err)
	}
}

// Writers side by side share one allowance, and a batch is taken whole or not.
func TestWriteBudgetOfManyAtOnce(t *testing.T) {
	b := open(t)
	agent := as(loci.ViaAgent)
	var stored atomic.Int32
	var group sync.WaitGroup
	for i := range 150 {
		group.Go(func() {
			_, err := b.Remember(agent, loci.RememberRequest{Text: fmt.Sprintf("The warehouse number %d stands in town %d", i, i)})
			switch {
			case err == nil:
				stored.Add(1)
			case !errors.Is(err, loci.Unavailable) && !errors.Is(err, loci.Conflict):
				t.Error(err)
			}
		})
	}
	group.Wait()
	if n := stored.Load(); n > 60 || n < 40 {
		t.Errorf("%d of 150 stored", n)
	}
}

func TestWriteBudgetOfABatch(t *testing.T) {
	batch := func(from, n int) loci.ApplyRequest {
		r := loci.ApplyRequest{Cap: 5000, Threshold: 0.1}
		for i := range n {
			r.Facts = append(r.Facts, loci.NewFact{Content: fmt.Sprintf("The warehouse number %d stands in town %d", from+i, from+i)})
		}
		return r
	}
	b := open(t)
	agent := as(loci.ViaAgent)
	for _, tc := range []struct {
		ctx  context.Context
		n    int
		want error
		hint string
	}{
		{agent, 40, nil, ""},
		{agent, 21, loci.Unavailable, "wait 1m"},
		{agent, 61, loci.Invalid, "in parts"},
		{agent, 20, nil, ""},
		{agent, 1, loci.Unavailable, "wait 1m"},
		{person(), loci.ApplyMost, nil, ""},
		{person(), loci.ApplyMost + 1, loci.Invalid, "in parts"},
	} {
		before := len(b.valid())
		_, err := b.ApplyUpdates(tc.ctx, batch(before, tc.n))
		if !errors.Is(err, tc.want) || !strings.Contains(loci.HintOf(err), tc.hint) {
			t.Errorf("%d more: %v; %s", tc.n, err, loci.HintOf(err))
		}
		if added := len(b.valid()) - before; err != nil && added != 0 {
			t.Errorf("%d of a refused batch of %d are stored", added, tc.n)
		}
	}
}
