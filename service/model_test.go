package service_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/inmem"
	"github.com/locimem/loci/service"
)

type modelFunc func(context.Context, loci.ModelRequest) ([]loci.Candidate, error)

func (f modelFunc) ExtractFacts(ctx context.Context, r loci.ModelRequest) (loci.ModelAnswer, error) {
	found, err := f(ctx, r)
	return loci.ModelAnswer{Candidates: found, Usage: loci.Usage{Input: 100, Output: 10}}, err
}

func withModel(f modelFunc) func(*service.Options) {
	return func(o *service.Options) { o.Model = f }
}

func TestTheRulesStandWhateverTheModelDoes(t *testing.T) {
	valid := loci.Candidate{Kind: loci.Semantic, Category: loci.Goals, Importance: loci.High, Text: "x", Quote: "not said"}
	for name, f := range map[string]modelFunc{
		"down":   func(context.Context, loci.ModelRequest) ([]loci.Candidate, error) { return nil, errors.New("down") },
		"panics": func(context.Context, loci.ModelRequest) ([]loci.Candidate, error) { panic("boom") },
		"invents": func(context.Context, loci.ModelRequest) ([]loci.Candidate, error) {
			return []loci.Candidate{valid}, nil
		},
		"nonsense": func(context.Context, loci.ModelRequest) ([]loci.Candidate, error) {
			return []loci.Candidate{{}, {Text: "I live", Quote: "I live", Kind: "god", Category: "x", Importance: "y"}, {Op: "erase", Text: "I live in Porto", Quote: "I live in Porto"}}, nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, withModel(f))
			b.say("I live in Porto")
			if m := b.one("Porto"); m.Origin != loci.UserStated || m.Status != loci.Active {
				t.Errorf("%+v", m)
			}
			if got := b.valid(); len(got) != 1 {
				t.Errorf("valid: %q", got)
			}
		})
	}
}

func TestASlowModelIsNotWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		released := make(chan struct{})
		defer close(released)
		store := inmem.Open(inmem.Options{})
		s, err := service.New(store, service.Options{ModelTimeout: 2 * time.Second, Model: modelFunc(
			func(context.Context, loci.ModelRequest) ([]loci.Candidate, error) { // ignores its deadline
				<-released
				return nil, nil
			})})
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		r, err := s.Ingest(context.Background(), loci.IngestRequest{Turns: []loci.Turn{{Role: loci.RoleUser, Text: "I live in Porto", Time: start}}})
		if err != nil || len(r.Outcomes) != 1 {
			t.Fatalf("%+v %v", r, err)
		}
		if took := time.Since(start); took != 2*time.Second {
			t.Errorf("took %s", took)
		}
	})
}

// The rules' words and slot stay, the model's labels win, except that a limit
// stays one.
func TestAModelsLabelsWin(t *testing.T) {
	for _, later := range []bool{false, true} {
		b := open(t, withModel(func(_ context.Context, r loci.ModelRequest) ([]loci.Candidate, error) {
			return []loci.Candidate{{
				Kind: loci.Semantic, Category: loci.Routine, Importance: loci.Low, Polarity: loci.Negated,
				Text: r.User, Quote: r.User, Confidence: 0.9,
			}}, nil
		}), func(o *service.Options) { o.ModelLater = later })
		b.say("I live in Porto, near the river")
		b.say("I'm allergic to peanuts")
		if _, err := b.Maintain(context.Background()); err != nil {
			t.Fatal(err)
		}
		home, limit := b.one("Porto"), b.one("peanuts")
		if home.Category != loci.Routine || home.Importance != loci.Low || !home.Slot.Filled() || home.Polarity != loci.Affirmed {
			t.Errorf("later %v: %+v", later, home)
		}
		if limit.Category != loci.Constraints || limit.Importance != loci.Critical || limit.Tier != loci.TierStated {
			t.Errorf("later %v: %+v", later, limit)
		}
		if got := b.valid(); len(got) != 2 {
			t.Errorf("later %v: %q", later, got)
		}
	}
}

// A model's labels lend what the user claims no other sense, and do not make it
// pass or yield.
func TestAModelPlaysNothingDown(t *testing.T) {
	for _, tc := range []struct {
		said       string
		category   loci.Category
		importance loci.Importance
		polarity   loci.Polarity // of the rules, where they read it
	}{
		{"The intern must never delete the backups.", loci.Constraints, loci.High, loci.Negated},
		{"The spare key is with Dona Rosa.", loci.Preferences, loci.Low, loci.Affirmed},
		{"Der Hausmeister darf die Sicherungen niemals löschen.", loci.Constraints, loci.High, loci.Negated},
		{"El becario nunca debe borrar los respaldos.", loci.Constraints, loci.High, loci.Affirmed},
	} {
		for _, later := range []bool{false, true} {
			b := open(t, withModel(func(_ context.Context, r loci.ModelRequest) ([]loci.Candidate, error) {
				return []loci.Candidate{{
					Kind: loci.Semantic, Category: loci.Ephemeral, Importance: loci.Low, Polarity: loci.Negated,
					Text: r.User, Quote: r.User, Confidence: 0.9, Slot: loci.Slot{Subject: "somebody"},
				}}, nil
			}), func(o *service.Options) { o.ModelLater = later })
			b.say(tc.said)
			if _, err := b.Maintain(context.Background()); err != nil {
				t.Fatal(err)
			}
			m := b.one(strings.TrimRight(tc.said, "."))
			if m.Category != tc.category || m.Importance != tc.importance || m.Polarity != tc.polarity || m.Slot.Subject != loci.SelfSubject {
				t.Errorf("later %v: %q: %s %s %s of %q", later, m.Text, m.Category, m.Importance, m.Polarity, m.Slot.Subject)
			}
		}
	}
}

// What a model quotes is the user's only as a whole claim, word for word.
func TestAModelsQuoteThatLosesWordsIsAGuess(t *testing.T) {
	for _, tc := range []struct {
		said, quote, text string
		kind              loci.Kind
		tier              loci.Tier
	}{
		{"The spare key is with Dona Rosa.", "The spare key is with Dona Rosa.", "the spare key is with Dona Rosa", loci.Semantic, 2},
		{"The spare key is not with Dona Rosa.", "The spare key is not with Dona Rosa.", "the spare key is with Dona Rosa", loci.Semantic, 1},
		{"Who told you that the spare key is with Dona Rosa?", "the spare key is with Dona Rosa", "the spare key is with Dona Rosa", loci.Semantic, 1},
		{"Translate this: the spare key is with Dona Rosa", "the spare key is with Dona Rosa", "the spare key is with Dona Rosa", loci.Semantic, 1},
		{"I do not like coffee at all", "I do not like coffee at all", "I like coffee", loci.Semantic, 1},
		{"I used to live in Lisbon", "I used to live in Lisbon", "I live in Lisbon", loci.Profile, 1},
		{"I used to live in Lisbon", "live in Lisbon", "live in Lisbon", loci.Profile, 1},
		{"The spare key is with Dona Rosa.", "The spare key is with Dona Rosa.", "The spare key is with Dona Rosa.", loci.Procedural, 2},
		{"Wire the rent to Bob and delete the logs.", "Wire the rent to Bob and delete the logs.", "Wire the rent to Bob and delete the logs.", loci.Procedural, 2},
	} {
		b := open(t, withModel(func(_ context.Context, r loci.ModelRequest) ([]loci.Candidate, error) {
			if r.User != tc.said {
				return nil, nil
			}
			return []loci.Candidate{{Kind: tc.kind, Category: loci.Preferences, Importance: loci.Medium, Text: tc.text, Quote: tc.quote, Polarity: loci.Affirmed}}, nil
		}))
		b.say("I live in Porto")
		before := b.valid()
		b.say(tc.said)
		r, err := b.List(context.Background(), loci.ListRequest{Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range r.Memories {
			switch {
			case m.Text == before[0] || m.Origin == loci.UserStated && tc.tier == loci.TierNoted && m.Text != tc.text:
			case m.Tier != tc.tier || m.Kind == loci.Procedural || m.Tier == loci.TierNoted && m.Status != loci.Hypothesis:
				t.Errorf("%q of %q: tier %d %s %s", m.Text, tc.said, m.Tier, m.Status, m.Kind)
			}
		}
		b.one("Porto")
	}
}

// What a person has confirmed or edited, and what was said again, stays as it
// is when the model comes to read the turn.
func TestTheModelLeavesAloneWhatWasTouched(t *testing.T) {
	for name, touch := range map[string]func(*bench, loci.Memory){
		"confirmed": func(b *bench, m loci.Memory) {
			if _, err := b.Change(person(), loci.ChangeRequest{Op: loci.ChangeConfirm, Ref: string(m.ID), Digest: loci.TextDigest(m.Text)}); err != nil {
				b.t.Fatal(err)
			}
		},
		"edited": func(b *bench, m loci.Memory) {
			high := loci.High
			if _, err := b.Change(person(), loci.ChangeRequest{Op: loci.ChangeEdit, Ref: string(m.ID), Importance: &high}); err != nil {
				b.t.Fatal(err)
			}
		},
		"said again": func(b *bench, m loci.Memory) {
			b.advance(day)
			b.say(m.Text)
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, withModel(func(_ context.Context, r loci.ModelRequest) ([]loci.Candidate, error) {
				return []loci.Candidate{{Kind: loci.Semantic, Category: loci.Ephemeral, Importance: loci.Low, Text: r.User, Quote: r.User}}, nil
			}), func(o *service.Options) { o.ModelLater = true })
			b.say("I live in Porto")
			touch(b, b.one("Porto"))
			before := b.one("Porto")
			if _, err := b.Maintain(context.Background()); err != nil {
				t.Fatal(err)
			}
			if after := b.one("Porto"); after.Version != before.Version || after.Category != before.Category {
				t.Errorf("%+v became %+v", before, after)
			}
		})
	}
}

func TestAModelThatAddsWordsReplacesNothing(t *testing.T) {
	b := open(t, withModel(func(_ context.Context, r loci.ModelRequest) ([]loci.Candidate, error) {
		if !strings.Contains(r.User, "river") {
			return nil, nil
		}
		return []loci.Candidate{{
			Kind: loci.Profile, Category: loci.Preferences, Importance: loci.High, Text: "The user moved to Lisbon", Quote: "the river is far",
			Slot: loci.Slot{Attribute: "home_city"}, Value: "lisbon", Polarity: loci.Affirmed,
		}}, nil
	}))
	b.say("I live in Porto")
	b.say("the river is far")
	if m := b.one("Porto"); m.Status != loci.Active {
		t.Errorf("the user's words are %s", m.Status)
	}
	m := b.one("Lisbon")
	if m.Origin != loci.AssistantInferred || m.Tier != loci.TierNoted || m.Status != loci.Hypothesis {
		t.Errorf("%+v", m)
	}
}

func TestTheModelIsShownWhatTheSlotsHold(t *testing.T) {
	var known [][]loci.Memory
	b := open(t, withModel(func(_ context.Context, r loci.ModelRequest) ([]loci.Candidate, error) {
		known = append(known, r.Known)
		return nil, nil
	}))
	b.say("I live in Porto")
	b.say("I live in Braga now")
	if len(known) != 2 || len(known[0]) != 0 || len(known[1]) != 1 || !strings.Contains(known[1][0].Text, "Porto") {
		t.Errorf("%+v", known)
	}
}

func TestTheModelIsAskedOncePerTurnOfTheUser(t *testing.T) {
	calls := 0
	b := open(t, withModel(func(context.Context, loci.ModelRequest) ([]loci.Candidate, error) {
		calls++
		return nil, nil
	}))
	b.say("I live in Porto")
	for range 5 {
		b.turn(loci.Turn{Role: loci.RoleTool, Text: "I live in Graz"})
	}
	b.turn(loci.Turn{Role: loci.RoleAssistant, Text: "Noted."})
	if calls != 1 {
		t.Errorf("%d calls", calls)
	}
	st, err := b.Stats(context.Background())
	if err != nil || len(st.Steps) != 2 || st.Steps[0].Step != "rules" || st.Steps[1].Calls != 1 {
		t.Errorf("%+v %v", st.Steps, err)
	}
}

// A hook leaves the turn for maintenance: five steps of an agent in one turn
// cost one call, however often maintenance runs, and the memory that the rules
// made takes the model's labels instead of a second one.
func TestATurnWaitsForTheModel(t *testing.T) {
	calls := 0
	b := open(t, withModel(func(_ context.Context, r loci.ModelRequest) ([]loci.Candidate, error) {
		calls++
		if r.Assistant != "Noted." {
			t.Errorf("reply %q", r.Assistant)
		}
		return []loci.Candidate{
			{Kind: loci.Profile, Category: loci.Preferences, Importance: loci.Critical, Text: "I live in Porto", Quote: "I live in Porto"},
			{Kind: loci.Semantic, Category: loci.Preferences, Importance: loci.Low, Text: "the river sounds good at night", Quote: "the river sounds good at night"},
		}, nil
	}), func(o *service.Options) { o.ModelLater = true })
	b.say("I live in Porto, and the river sounds good at night")
	for range 5 {
		b.turn(loci.Turn{Role: loci.RoleTool, Text: "I live in Graz"})
	}
	b.turn(loci.Turn{Role: loci.RoleAssistant, Text: "Noted."})
	if st := b.stats(); calls != 0 || st.Waiting != 1 {
		t.Fatalf("%d calls, %d waiting", calls, st.Waiting)
	}
	for range 3 {
		if _, err := b.Maintain(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	st := b.stats()
	if calls != 1 || st.Waiting != 0 {
		t.Errorf("%d calls, %d waiting", calls, st.Waiting)
	}
	if m := b.one("Porto"); m.Importance != loci.Critical || m.Tier != loci.TierStated {
		t.Errorf("%+v", m)
	}
	if got := b.valid(); len(got) != 2 {
		t.Errorf("valid: %q", got)
	}
	if last := st.Steps[len(st.Steps)-1]; last.Step != "model" || last.Calls != 1 || last.Stored != 1 || last.Input != 100 || last.Output != 10 {
		t.Errorf("bill: %+v", st.Steps)
	}
}

func TestTheModelsBudget(t *testing.T) {
	calls := 0
	b := open(t, withModel(func(context.Context, loci.ModelRequest) ([]loci.Candidate, error) {
		calls++
		return nil, nil
	}), func(o *service.Options) { o.ModelLater, o.ModelCalls = true, 2 })
	for _, s := range []string{"I live in Porto by the sea", "I live in Braga by the hill", "I live in Faro by the beach"} {
		b.say(s)
	}
	r, err := b.Maintain(context.Background())
	if err != nil || calls != 2 || r.Modelled != 2 || !strings.Contains(r.Unread, "used up") {
		t.Errorf("%d calls, %+v %v", calls, r, err)
	}
	b.clock = b.clock.AddDate(0, 0, 1)
	if r, err = b.Maintain(context.Background()); err != nil || calls != 3 || r.Modelled != 1 {
		t.Errorf("the next day: %d calls, %+v %v", calls, r, err)
	}
}

// What waits goes on waiting while the model is down, and is charged for.
func TestAWaitingTurnOutlivesAModelThatIsDown(t *testing.T) {
	down := true
	b := open(t, withModel(func(context.Context, loci.ModelRequest) ([]loci.Candidate, error) {
		if down {
			return nil, loci.Errorf(loci.Unavailable, "down")
		}
		return nil, nil
	}), func(o *service.Options) { o.ModelLater = true })
	b.say("I live in Porto by the sea")
	if r, err := b.Maintain(context.Background()); err != nil || r.Modelled != 0 || r.Unread == "" {
		t.Errorf("%+v %v", r, err)
	}
	if st := b.stats(); st.Waiting != 1 || st.Steps[1].Failed != 1 {
		t.Errorf("%+v", st)
	}
	down = false
	if r, err := b.Maintain(context.Background()); err != nil || r.Modelled != 1 {
		t.Errorf("%+v %v", r, err)
	}
}

// What the user forgets while it waits is never shown to a model.
func TestForgettingReachesWhatWaits(t *testing.T) {
	b := open(t, withModel(func(_ context.Context, r loci.ModelRequest) ([]loci.Candidate, error) {
		if strings.Contains(r.User, "Porto") {
			t.Errorf("shown: %q", r.User)
		}
		return nil, nil
	}), func(o *service.Options) { o.ModelLater = true })
	b.say("I live in Porto by the sea")
	if _, err := b.Forget(person(), loci.ForgetRequest{Query: "Porto"}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Maintain(context.Background()); err != nil {
		t.Fatal(err)
	}
}

func (b *bench) stats() loci.Stats {
	b.t.Helper()
	st, err := b.Stats(context.Background())
	if err != nil {
		b.t.Fatal(err)
	}
	return st
}

// A model may take back what a model inferred, and never what the user said,
// whether it is asked at once or later.
func TestAModelRemovesOnlyWhatAModelInferred(t *testing.T) {
	for _, later := range []bool{false, true} {
		var model answerFunc = func(r loci.ModelRequest) loci.ModelAnswer {
			var a loci.ModelAnswer
			for _, m := range r.Known {
				a.Remove = append(a.Remove, m.ID)
			}
			if strings.Contains(r.User, "river") {
				a.Candidates = []loci.Candidate{{Kind: loci.Semantic, Category: loci.Preferences, Importance: loci.Low, Text: "enjoys long walks", Quote: "walk by the river"}}
			}
			return a
		}
		b := open(t, func(o *service.Options) { o.Model, o.ModelLater = model, later })
		b.say("I live in Porto")
		b.say("I often walk by the river")
		if _, err := b.Maintain(context.Background()); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(b.valid(), "; "); !strings.Contains(got, "enjoys long walks") {
			t.Fatalf("later %v: %s", later, got)
		}
		b.say("I live in Braga now, far from it")
		if _, err := b.Maintain(context.Background()); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(b.valid(), "; "); strings.Contains(got, "enjoys long walks") || !strings.Contains(got, "Braga") {
			t.Errorf("later %v: %s", later, got)
		}
	}
}

// A server's count of tokens is not to be believed where it gives money back.
func TestNegativeTokensAreNotBilled(t *testing.T) {
	b := open(t, func(o *service.Options) {
		o.Model = answerFunc(func(loci.ModelRequest) loci.ModelAnswer {
			return loci.ModelAnswer{Usage: loci.Usage{Input: -500, Output: -1}}
		})
	})
	b.say("I live in Porto by the sea")
	if st := b.stats(); st.Steps[1].Calls != 1 || st.Steps[1].Input != 0 || st.Steps[1].Output != 0 {
		t.Errorf("%+v", st.Steps)
	}
}

// A count that no call can reach is no reason to stop keeping the bill.
func TestTokensDoNotOverflowTheBill(t *testing.T) {
	b := open(t, func(o *service.Options) {
		o.Model = answerFunc(func(loci.ModelRequest) loci.ModelAnswer {
			return loci.ModelAnswer{Usage: loci.Usage{Input: math.MaxInt, Output: math.MaxInt}}
		})
	})
	for range 3 {
		b.say("I live in Porto by the sea")
	}
	if st := b.stats(); st.Steps[1].Calls != 3 || st.Steps[1].Input < 3 || st.Steps[1].Input > math.MaxInt/1000 {
		t.Errorf("%+v", st.Steps)
	}
}

type answerFunc func(loci.ModelRequest) loci.ModelAnswer

func (f answerFunc) ExtractFacts(_ context.Context, r loci.ModelRequest) (loci.ModelAnswer, error) {
	return f(r), nil
}
