package loci

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Limits of a record, in bytes. A longer value is refused with the limit
// named, never cut.
const (
	MaxText     = 1000
	MaxProfile  = 8 << 10 // a compacted profile in Markdown
	MaxKey      = 128
	MaxLabel    = 256 // org, user, agent, project
	MaxMetadata = 4 << 10
	MaxDepth    = 4 // of metadata
)

// ID identifies a memory: a UUIDv7 in its canonical form.
type ID string

// Short returns the eight characters of the random tail by which people name a
// memory.
func (id ID) Short() string {
	if len(id) < 8 {
		return string(id)
	}
	return string(id[len(id)-8:])
}

// Kind is what sort of knowledge a memory is.
type Kind string

// The kinds.
const (
	Semantic   Kind = "semantic"   // a fact
	Profile    Kind = "profile"    // an identity fact: name, home, job, birthday
	Episodic   Kind = "episodic"   // a past event: task and outcome
	Procedural Kind = "procedural" // how the agent must behave
)

// Kinds lists every kind.
func Kinds() []Kind { return []Kind{Semantic, Profile, Episodic, Procedural} }

// ParseKind returns the kind named s.
func ParseKind(s string) (Kind, error) { return parseEnum("kind", s, Kinds()) }

// Field is the part of the agent's behaviour that a procedural memory governs.
type Field string

// The fields.
const (
	Style        Field = "style"
	Workflow     Field = "workflow"
	Safety       Field = "safety"
	TaskPolicies Field = "task_policies"
)

// Fields lists every procedural field.
func Fields() []Field { return []Field{Style, Workflow, Safety, TaskPolicies} }

// ParseField returns the field named s.
func ParseField(s string) (Field, error) { return parseEnum("field", s, Fields()) }

// Category is the part of life a memory belongs to.
type Category string

// The categories.
const (
	Routine       Category = "routine"
	Study         Category = "study"
	Preferences   Category = "preferences"
	Finance       Category = "finance"
	Goals         Category = "goals"
	Relationships Category = "relationships"
	Constraints   Category = "constraints"
	Ephemeral     Category = "ephemeral" // true for a day
)

// Categories lists every category.
func Categories() []Category {
	return []Category{Routine, Study, Preferences, Finance, Goals, Relationships, Constraints, Ephemeral}
}

// ParseCategory returns the category named s.
func ParseCategory(s string) (Category, error) { return parseEnum("category", s, Categories()) }

// Importance ranks memories.
type Importance string

// The levels.
const (
	Critical Importance = "critical"
	High     Importance = "high"
	Medium   Importance = "medium"
	Low      Importance = "low"
)

// Importances lists every level, the highest first.
func Importances() []Importance { return []Importance{Critical, High, Medium, Low} }

// ParseImportance returns the level named s.
func ParseImportance(s string) (Importance, error) {
	return parseEnum("importance", s, Importances())
}

// Rank orders importances: 0 is critical, 3 is low.
func (i Importance) Rank() int {
	if n := slices.Index(Importances(), i); n >= 0 {
		return n
	}
	return len(Importances())
}

// Polarity says whether a statement affirms or denies: "+" likes, does, has;
// "-" dislikes, must not, no more.
type Polarity string

// The polarities.
const (
	Affirmed Polarity = "+"
	Negated  Polarity = "-"
)

// Ref says where a statement was made.
type Ref struct {
	Conversation string `json:"conversation,omitempty"`
	Turn         TurnID `json:"turn,omitempty"`
	Tool         string `json:"tool,omitempty"`
	URL          string `json:"url,omitempty"`
}

// Memory is one durable statement.
type Memory struct {
	ID    ID     `json:"id"`
	Key   string `json:"key,omitempty"` // the caller's handle, unique per scope and kind
	Scope Scope  `json:"scope"`

	Kind       Kind       `json:"kind"`
	Field      Field      `json:"field,omitempty"` // procedural only
	Category   Category   `json:"category"`
	Importance Importance `json:"importance"`
	Status     Status     `json:"status"` // as stored; ask StatusAt for the truth at a time

	Text     string   `json:"text"`              // one line, NFC; of an episode: EpisodeText(Task, Outcome)
	Task     string   `json:"task,omitempty"`    // episodic only
	Outcome  string   `json:"outcome,omitempty"` // episodic only
	Lang     string   `json:"lang,omitempty"`    // BCP 47
	Slot     Slot     `json:"slot,omitzero"`
	Value    string   `json:"value,omitempty"` // what fills the slot, or the object of a like; folded for comparison
	Polarity Polarity `json:"polarity,omitempty"`

	Origin     Origin   `json:"origin"`
	Ref        Ref      `json:"origin_ref,omitzero"`
	Quote      string   `json:"quote,omitempty"` // the user's words
	Tier       Tier     `json:"tier"`
	Confidence float64  `json:"confidence"`
	Evidence   int      `json:"evidence"`                // distinct days on which it was said
	Days       []string `json:"evidence_days,omitempty"` // the latest of them, at most MaxDays, YYYY-MM-DD in the turn's zone

	Due   *When `json:"due,omitempty"`
	Event *When `json:"event,omitempty"`

	ValidFrom time.Time `json:"valid_from,omitzero"`
	ValidTo   time.Time `json:"valid_to,omitzero"`
	Created   time.Time `json:"created"`
	Updated   time.Time `json:"updated"`
	Said      time.Time `json:"said"` // when it was last said
	Confirmed time.Time `json:"confirmed,omitzero"`
	Completed time.Time `json:"completed,omitzero"`
	Expires   time.Time `json:"expires,omitzero"` // as computed by ExpiresAt at the last write

	Version      int64 `json:"version"` // starts at 1; compare-and-swap
	Supersedes   ID    `json:"supersedes,omitempty"`
	SupersededBy ID    `json:"superseded_by,omitempty"`
	DerivedFrom  []ID  `json:"derived_from,omitempty"`
	ProjectionOf ID    `json:"projection_of,omitempty"` // the profile fact that this one mirrors

	Metadata json.RawMessage `json:"metadata,omitempty"` // a JSON object of the host's
}

// TextDigest names exactly the bytes of a text, so that what a person confirms
// is what was shown.
func TextDigest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// MaxDays is how many evidence days a record names; Evidence goes on counting.
const MaxDays = 32

// EpisodeText is the text of an episode: what was done and how it ended.
func EpisodeText(task, outcome string) string {
	if outcome == "" {
		return task
	}
	return task + " → " + outcome
}

// Compacted reports whether the memory is a profile that compaction has
// written. What stands in it is superseded by it; DerivedFrom names that and
// what has stood in it before.
func (m *Memory) Compacted() bool { return m.Kind == Profile && m.Origin == FromSummary }

// Statements returns what the memory says, one by one: the points of a
// compacted profile, else its text.
func (m *Memory) Statements() []string {
	if !m.Compacted() {
		return []string{m.Text}
	}
	var out []string
	for line := range strings.Lines(m.Text) {
		if point, ok := strings.CutPrefix(strings.TrimSpace(line), "- "); ok {
			out = append(out, point)
		}
	}
	return out
}

// AddEvidence records that the memory was said again on a day (YYYY-MM-DD),
// and reports whether that day is new.
func (m *Memory) AddEvidence(day string, said time.Time) bool {
	if said.After(m.Said) {
		m.Said = said
	}
	i, found := slices.BinarySearch(m.Days, day)
	if found {
		return false
	}
	m.Days = slices.Insert(slices.Clone(m.Days), i, day)
	if len(m.Days) > MaxDays {
		m.Days = m.Days[len(m.Days)-MaxDays:]
	}
	m.Evidence++
	return true
}

// Clone returns a deep copy.
func (m Memory) Clone() Memory {
	m.Days = slices.Clone(m.Days)
	m.DerivedFrom = slices.Clone(m.DerivedFrom)
	m.Metadata = slices.Clone(m.Metadata)
	m.Due, m.Event = m.Due.clone(), m.Event.clone()
	return m
}

// Validate checks the shape of a record: enumerations, limits, and what a kind
// requires. Stores call it, so that a malformed record never reaches a file.
func (m *Memory) Validate() error {
	for _, check := range []error{
		oneOf("kind", m.Kind, Kinds()),
		oneOf("category", m.Category, Categories()),
		oneOf("importance", m.Importance, Importances()),
		oneOf("status", m.Status, Statuses()),
		oneOf("origin", m.Origin, Origins()),
		oneOf("polarity", m.Polarity, []Polarity{"", Affirmed, Negated}),
		m.Due.Validate(),
		m.Event.Validate(),
	} {
		if check != nil {
			return check
		}
	}
	limit := MaxText
	if m.Compacted() {
		limit = MaxProfile
	}
	switch {
	case m.ID == "":
		return Errorf(Invalid, "a memory needs an id")
	case m.Scope.Org == "" || m.Scope.User == "":
		return Errorf(Invalid, "a memory needs an org and a user")
	case m.Text == "":
		return Errorf(Invalid, "a memory needs a text")
	case len(m.Text) > limit:
		return Errorf(Invalid, "text is %d bytes; the limit is %d", len(m.Text), limit)
	case len(m.Key) > MaxKey:
		return Errorf(Invalid, "key is %d bytes; the limit is %d", len(m.Key), MaxKey)
	case len(m.Metadata) > MaxMetadata:
		return Errorf(Invalid, "metadata is %d bytes; the limit is %d", len(m.Metadata), MaxMetadata)
	case m.Tier < TierExternal || m.Tier > TierConfirmed:
		return Errorf(Invalid, "there is no tier %d", m.Tier)
	case m.Kind == Procedural && oneOf("field", m.Field, Fields()) != nil:
		return oneOf("field", m.Field, Fields())
	case m.Kind == Episodic && m.Text != EpisodeText(m.Task, m.Outcome):
		return Errorf(Invalid, "an episode's text must be its task and outcome")
	}
	return nil
}

func oneOf[T ~string](what string, v T, all []T) error {
	if slices.Contains(all, v) {
		return nil
	}
	names := make([]string, len(all))
	for i, a := range all {
		names[i] = string(a)
	}
	return Errorf(Invalid, "unknown %s %q", what, string(v)).
		WithHint("one of: %s", strings.Join(names, ", "))
}

func parseEnum[T ~string](what, s string, all []T) (T, error) {
	v := T(strings.ToLower(strings.TrimSpace(s)))
	if err := oneOf(what, v, all); err != nil {
		return "", err
	}
	return v, nil
}

var _ fmt.Stringer = Slot{}
