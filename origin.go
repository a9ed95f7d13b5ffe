package loci

// Origin is where a statement came from. The entry point sets it; nothing
// changes it afterwards.
type Origin string

// The origins.
const (
	UserStated        Origin = "user_stated"        // a span of the user's own turn
	AgentNoted        Origin = "agent_noted"        // an agent's remember
	AssistantInferred Origin = "assistant_inferred" // a model's conclusion
	FromTool          Origin = "tool"
	FromWeb           Origin = "web"
	FromDocument      Origin = "document"
	FromImport        Origin = "import"
	FromSummary       Origin = "summary"
)

// Origins lists every origin, most trusted first.
func Origins() []Origin {
	return []Origin{UserStated, AgentNoted, AssistantInferred, FromImport, FromSummary, FromDocument, FromWeb, FromTool}
}

// ParseOrigin returns the origin named s.
func ParseOrigin(s string) (Origin, error) { return parseEnum("origin", s, Origins()) }

// Tier is what a memory may do. Authority comes from the origin and not from
// the wording: preferences are imperatives too, so no pattern can tell them
// from attacks.
type Tier int

// The tiers.
const (
	TierExternal  Tier = 0 // a stranger's text
	TierNoted     Tier = 1 // noted by an agent or inferred by a model
	TierStated    Tier = 2 // said by the user
	TierConfirmed Tier = 3 // confirmed by a person
)

// Tier returns the tier a fresh statement of this origin has. A person's
// confirmation raises it to TierConfirmed; a compacted profile takes the lowest
// tier of what stands in it.
func (o Origin) Tier() Tier {
	switch o {
	case UserStated:
		return TierStated
	case AgentNoted, AssistantInferred, FromImport, FromSummary:
		return TierNoted
	}
	return TierExternal
}

// FirstStatus returns the status a fresh statement starts with. hedged says
// that the speaker was not sure ("I think I might move").
func (o Origin) FirstStatus(hedged bool) Status {
	switch {
	case o.Tier() == TierExternal:
		return Quarantined
	case o == AssistantInferred, hedged:
		return Hypothesis
	}
	return Active
}

// Verdict is what the trust table says about one memory replacing another.
type Verdict int

// The verdicts.
const (
	Forbidden Verdict = iota
	Allowed
	AllowedWithReview // it happens, and a person is told
)

// MaySupersede says whether a statement of tier by may replace one of tier
// target. A user's own words replace even what they once confirmed, in the
// same slot and outside org scope, but then a review entry is due.
func MaySupersede(by, target Tier, sameSlot, orgScope bool) Verdict {
	switch {
	case by == TierExternal:
		return Forbidden
	case by >= target:
		return Allowed
	case by == TierStated && target == TierConfirmed && sameSlot && !orgScope:
		return AllowedWithReview
	}
	return Forbidden
}

// Unconfirmed reports whether a memory has to wait for a person's word: agents
// are shown no instruction that is only noted, and a limit as unconfirmed.
func (m *Memory) Unconfirmed() bool {
	return m.Kind == Procedural && !m.Tier.MayBeProcedural() || m.Category == Constraints && m.Tier < TierStated
}

// Standing says in a word, for whoever reads the text, why it is not the user's
// own: it is a guess, or a limit that only a program has said ("unconfirmed"), or
// a fact of which that is so ("noted"). Empty: the user's word.
func (m *Memory) Standing() string {
	switch {
	case m.Status == Hypothesis || m.Unconfirmed():
		return "unconfirmed"
	case m.Tier == TierNoted:
		return "noted"
	}
	return ""
}

// Binds reports whether a memory stands until a person ends it: limits and
// instructions of the user's, and what a person has confirmed.
func (m *Memory) Binds() bool {
	return m.Tier >= TierConfirmed || m.Tier == TierStated && (m.Category == Constraints || m.Kind == Procedural)
}

// MayBeProcedural says whether a memory of this tier may tell the agent how to
// work.
func (t Tier) MayBeProcedural() bool { return t >= TierStated }

// MayShare says whether a memory of this tier may go to the whole org.
func (t Tier) MayShare(p Principal) bool { return t >= TierStated && p.Admin() }
