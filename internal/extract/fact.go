package extract

import (
	"bytes"
	"fmt"
	"slices"
	"sync"

	"github.com/pelletier/go-toml/v2"

	"github.com/locimem/loci"
)

const factsName = "facts"

// fact is a sort of statement loci can learn, the same in every language; the
// frames of a pack say how it is worded there (packs/facts.toml).
type fact struct {
	Name       string          `toml:"name"`
	Op         loci.Op         `toml:"op"`
	Kind       loci.Kind       `toml:"kind"`
	Field      loci.Field      `toml:"field"`
	Category   loci.Category   `toml:"category"`
	Importance loci.Importance `toml:"importance"`
	Polarity   loci.Polarity   `toml:"polarity"`
	Slot       string          `toml:"slot"`   // attribute, with {captures}
	Value      string          `toml:"value"`  // capture that fills the slot
	Time       timeUse         `toml:"time"`   // what a date in the clause means
	Target     loci.Target     `toml:"target"` // of a retraction without a slot
	Adds       bool            `toml:"adds"`
	Replaces   string          `toml:"replaces"`   // beside what fills its slot, unless its clause has a member of this class
	Reach      reach           `toml:"reach"`      // how far apart the parts of a frame may stand
	Allow      []condition     `toml:"allow"`      // circumstances it is taken in all the same
	Strict     bool            `toml:"strict"`     // its capture must name something: not "it", "that one"
	Unlike     string          `toml:"unlike"`     // the class that its capture is no member of
	Refuse     []condition     `toml:"refuse"`     // circumstances it is not taken in, beside the usual
	Proviso    bool            `toml:"proviso"`    // its text holds the condition or exception behind it
	Alone      bool            `toml:"alone"`      // yields to any other fact of the clause
	Merge      string          `toml:"merge"`      // neighbours of the same name in a sentence are one statement
	Trim       bool            `toml:"trim"`       // its text begins where the match begins
	Phrase     bool            `toml:"phrase"`     // its capture is a phrase: the text has what leads up to it, and the list it begins
	From       []string        `toml:"from"`       // facts that, before it in a sentence, it only draws a conclusion from
	Dated      bool            `toml:"dated"`      // only with a date that lies ahead
	Ends       bool            `toml:"ends"`       // what an event put an end to: the event is a memory beside it
	Event      string          `toml:"event"`      // the fact as which that event is remembered
	Over       string          `toml:"over"`       // verbs that, beside a known name, put an end to it
	Sorts      []sort          `toml:"sorts"`      // classes of which a member among its words fills a slot
	Sole       bool            `toml:"sole"`       // only as a sentence of its own in a turn that asks for nothing
	List       bool            `toml:"list"`       // its capture may be a list, each item a statement
	Items      string          `toml:"items"`      // the class that each further item of such a list begins with
	Begins     bool            `toml:"begins"`     // what begins on a day to come is a goal until then
	Deniable   bool            `toml:"deniable"`   // its plain denial ends the memory that says just this
	Stem       bool            `toml:"stem"`       // inflected forms of the capture make the same slot
	Topic      bool            `toml:"topic"`      // what it is about is what its frame does not spell
	Bars       string          `toml:"bars"`       // the class none of which stands in its sentence before its end
	Without    string          `toml:"without"`    // the class that makes the opposite of it
	Idle       bool            `toml:"idle"`       // beside an instruction it only gives the reason
	Introduces bool            `toml:"introduces"` // only as part of an introduction: its frames go by shape
	rank       int
	event      *fact
}

// sort is a class whose labels are the values of a slot: night and day of
// work_shift.
type sort struct {
	Class string `toml:"class"`
	Slot  string `toml:"slot"`
}

type timeUse string

const (
	noTime    timeUse = ""
	dueTime   timeUse = "due"
	eventTime timeUse = "event"
	dayTime   timeUse = "day" // due, if it names the day
)

type reach string

const (
	reachClause   reach = ""
	reachSentence reach = "sentence" // and a short sentence after it
)

// condition is a circumstance of a clause in which facts are normally not
// taken from it.
type condition string

const (
	inQuestion    condition = "question"
	inConditional condition = "conditional"
	inTask        condition = "task"      // an order to the assistant
	ofOther       condition = "other"     // somebody else is the subject
	ofKin         condition = "kin"       // or a relative, whose plans may be the speaker's too
	whenNegated   condition = "negated"   // a negation stands inside the match
	ofWork        condition = "work"      // a remark about the work at hand
	inPassing     condition = "passing"   // what is over soon
	ofElsewhose   condition = "elsewhose" // money of others
)

// allows reports whether a fact is taken in a circumstance; a remark about the
// work at hand stands in the way of tastes only, what is over soon in that of
// limits, others' money in that of what the speaker has and pays.
func (f *fact) allows(c condition) bool {
	if c == ofWork || c == inPassing || c == ofElsewhose {
		return !slices.Contains(f.Refuse, c)
	}
	return slices.Contains(f.Allow, c)
}

var readFacts = sync.OnceValues(func() ([]*fact, error) {
	data, err := packFiles.ReadFile("packs/" + factsName + ".toml")
	if err != nil {
		return nil, err
	}
	var file struct {
		Fact []*fact `toml:"fact"`
	}
	if err := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields().Decode(&file); err != nil {
		return nil, fmt.Errorf("facts: %w", err)
	}
	for i, f := range file.Fact {
		f.rank = i
		if f.Op == "" {
			f.Op = loci.OpAssert
		}
		if f.Polarity == "" && f.Op == loci.OpAssert {
			f.Polarity = loci.Affirmed
		}
		if err := f.check(); err != nil {
			return nil, fmt.Errorf("fact %s: %w", f.Name, err)
		}
	}
	for _, f := range file.Fact {
		if f.Event == "" {
			continue
		}
		at := slices.IndexFunc(file.Fact, func(o *fact) bool { return o.Name == f.Event })
		if at < 0 {
			return nil, fmt.Errorf("fact %s: no such fact as %s", f.Name, f.Event)
		}
		f.event = file.Fact[at]
	}
	return file.Fact, nil
})

// check refuses what the domain does not know.
func (f *fact) check() error {
	if f.Op != loci.OpAssert {
		return nil
	}
	_, kindErr := loci.ParseKind(string(f.Kind))
	_, catErr := loci.ParseCategory(string(f.Category))
	_, impErr := loci.ParseImportance(string(f.Importance))
	var fieldErr error
	if f.Kind == loci.Procedural {
		_, fieldErr = loci.ParseField(string(f.Field))
	}
	for _, err := range []error{kindErr, catErr, impErr, fieldErr} {
		if err != nil {
			return err
		}
	}
	return nil
}
