package eval

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
)

// story is one line of a stories file: steps that happen to a store, and what
// must hold of it afterwards.
type story struct {
	ID    string      `json:"id"`
	Lang  string      `json:"lang"`
	Note  string      `json:"note"`
	Steps []storyStep `json:"steps"`
	Final storyFinal  `json:"final"`
}

// storyStep is a turn (Do is empty), or something else that happens.
type storyStep struct {
	Now        time.Time `json:"now"`
	User       string    `json:"user"`
	Assistant  string    `json:"assistant"`
	PasteBlock bool      `json:"paste_block"`

	Do    string `json:"do"`
	Query string `json:"query"`
	Text  string `json:"text"`
	Days  int    `json:"days"`
	Step  int    `json:"step"`
}

// storyFinal holds sets of substrings.
type storyFinal struct {
	Active   [][]string `json:"active"`    // each in one current memory
	Absent   [][]string `json:"absent"`    // in no current memory
	History  [][]string `json:"history"`   // each in one that is no longer current
	CountMax *int       `json:"count_max"` // most current memories
}

// Stories plays each story into a store of its own and reports how many end as
// they must.
func Stories(ctx context.Context, open Factory, files []string, opt Options) (Report, error) {
	all, err := ReadJSONL[story](files)
	if err != nil {
		return Report{}, err
	}
	all = slices.DeleteFunc(all, func(s story) bool { return !opt.Wants(s.Lang) })
	var details []Detail
	passed := 0
	for i, s := range all {
		detail, err := playStory(ctx, open, s, opt.Compact)
		if err != nil {
			return Report{}, fmt.Errorf("eval: story %s: %w", s.ID, err)
		}
		if detail.OK {
			passed++
		}
		details = append(details, detail)
		opt.Step(i+1, len(all))
	}
	return Report{Details: details, Figures: map[string]float64{
		"stories.passed": float64(passed),
		"stories.total":  float64(len(all)),
		"stories.share":  Ratio(passed, len(all)),
	}}, nil
}

func playStory(ctx context.Context, open Factory, s story, compact bool) (Detail, error) {
	p := &player{story: s, said: make([]loci.Turn, len(s.Steps))}
	svc, closeStore, err := open(ctx, func() time.Time { return p.clock })
	if err != nil {
		return Detail{}, err
	}
	defer closeStore()
	p.svc = svc
	for i := range s.Steps {
		if compact && i > 0 && i == len(s.Steps)-1 {
			if err := p.compact(ctx); err != nil {
				return Detail{}, err
			}
		}
		if err := p.step(ctx, i); err != nil {
			return Detail{}, fmt.Errorf("step %d: %w", i, err)
		}
	}
	if compact {
		if err := p.compact(ctx); err != nil {
			return Detail{}, err
		}
	}
	return p.judge(p.person(ctx))
}

func (p *player) compact(ctx context.Context) error {
	_, err := p.svc.Compact(p.person(ctx), loci.CompactRequest{})
	return err
}

// player is a story in progress.
type player struct {
	story story
	svc   loci.Service
	clock time.Time
	said  []loci.Turn // the user's turn of each step that had one
}

func (p *player) person(ctx context.Context) context.Context {
	return AsPerson(ctx, loci.DefaultUser, p.clock.Location())
}

func (p *player) step(ctx context.Context, i int) error {
	s := p.story.Steps[i]
	if s.Now.IsZero() {
		p.clock = p.clock.Add(time.Minute)
	} else {
		p.clock = s.Now
	}
	ctx = p.person(ctx)
	switch s.Do {
	case "":
		return p.say(ctx, i)
	case "advance":
		p.clock = p.clock.AddDate(0, 0, s.Days)
		return nil
	case "replay":
		if s.Step < 0 || s.Step >= i || p.said[s.Step].Role == "" {
			return loci.Errorf(loci.Invalid, "there is no turn in step %d to replay", s.Step)
		}
		return p.ingest(ctx, p.said[s.Step])
	case "tool_output":
		return p.ingest(ctx, p.turn(loci.RoleTool, s.Text))
	case "web":
		return p.ingest(ctx, p.turn(loci.RoleWeb, s.Text))
	case "assistant":
		return p.ingest(ctx, p.turn(loci.RoleAssistant, s.Text))
	case "forget", "confirm":
		return p.act(ctx, s)
	}
	return loci.Errorf(loci.Invalid, "unknown step %q", s.Do)
}

func (p *player) turn(role loci.TurnRole, said string) loci.Turn {
	return loci.Turn{Conversation: p.story.ID, Role: role, Text: said, Time: p.clock}
}

func (p *player) ingest(ctx context.Context, turns ...loci.Turn) error {
	_, err := p.svc.Ingest(ctx, loci.IngestRequest{Turns: turns})
	return err
}

func (p *player) say(ctx context.Context, i int) error {
	s := p.story.Steps[i]
	said := s.User
	if s.PasteBlock {
		block, err := p.svc.ContextBlock(ctx, loci.BlockRequest{})
		if err != nil {
			return err
		}
		said = block.Text + "\n\n" + said
	}
	p.said[i] = p.turn(loci.RoleUser, said)
	turns := []loci.Turn{p.said[i]}
	if s.Assistant != "" {
		turns = append(turns, p.turn(loci.RoleAssistant, s.Assistant))
	}
	return p.ingest(ctx, turns...)
}

// act forgets or confirms, as a person, the best hit for the query. A story in
// which there is nothing to act on goes on: its end is then judged as it is.
func (p *player) act(ctx context.Context, s storyStep) error {
	m, err := p.find(ctx, s)
	if err != nil || m == nil {
		return err
	}
	if s.Do == "forget" {
		_, err = p.svc.Forget(ctx, loci.ForgetRequest{Ref: string(m.ID)})
		return err
	}
	_, err = p.svc.Change(ctx, loci.ChangeRequest{Op: loci.ChangeConfirm, Ref: string(m.ID), Expect: m.Version, Digest: loci.TextDigest(m.Text)})
	return err
}

// find returns the memory that a person would mean. Quarantined memories are
// in no index, so one to confirm is also looked for by its words.
func (p *player) find(ctx context.Context, s storyStep) (*loci.Memory, error) {
	found, err := p.svc.Recall(ctx, loci.RecallRequest{Query: s.Query, Limit: 1, NoTurns: true})
	if err != nil {
		return nil, err
	}
	if len(found.Hits) > 0 && found.Hits[0].Memory.Compacted() {
		return p.part(ctx, found.Hits[0].Memory, s.Query)
	}
	if len(found.Hits) > 0 {
		return found.Hits[0].Memory, nil
	}
	if s.Do != "confirm" {
		return nil, nil
	}
	held, err := p.list(ctx, loci.Quarantined)
	for i := range held {
		if holds(held[i].Text, []string{s.Query}) {
			return &held[i], err
		}
	}
	return nil, err
}

// part returns what in a profile a person would mean.
func (p *player) part(ctx context.Context, profile *loci.Memory, query string) (*loci.Memory, error) {
	found, err := p.svc.Recall(ctx, loci.RecallRequest{Query: query, NoTurns: true, Past: true})
	for _, h := range found.Hits {
		if h.Memory.SupersededBy == profile.ID {
			return h.Memory, err
		}
	}
	return profile, err
}

func (p *player) list(ctx context.Context, statuses ...loci.Status) ([]loci.Memory, error) {
	var all []loci.Memory
	for {
		page, err := p.svc.List(ctx, loci.ListRequest{Statuses: statuses, Limit: 1000, Offset: len(all)})
		if err != nil {
			return nil, err
		}
		all = append(all, page.Memories...)
		if !page.More {
			return all, nil
		}
	}
}

// judge compares the store with the story's end.
func (p *player) judge(ctx context.Context) (Detail, error) {
	current, err := p.list(ctx, loci.Active, loci.Hypothesis, loci.Completed)
	if err != nil {
		return Detail{}, err
	}
	past, err := p.list(ctx, loci.Superseded, loci.Expired)
	if err != nil {
		return Detail{}, err
	}
	d := Detail{ID: p.story.ID, Lang: p.story.Lang, Input: p.story.Note}
	miss := func(format string, args ...any) { d.Problems = append(d.Problems, fmt.Sprintf(format, args...)) }
	for _, want := range p.story.Final.Active {
		d.Expected = append(d.Expected, "active: "+strings.Join(want, " + "))
		if !anyHolds(current, want) {
			miss("no current memory has %q", want)
		}
	}
	for _, banned := range p.story.Final.Absent {
		if anyHolds(current, banned) {
			miss("a current memory has %q", banned)
		}
	}
	for _, want := range p.story.Final.History {
		if !anyHolds(past, want) {
			miss("no past memory has %q", want)
		}
	}
	if most := p.story.Final.CountMax; most != nil && len(current) > *most {
		miss("%d current memories, at most %d wanted", len(current), *most)
	}
	for _, m := range slices.Concat(current, past) {
		d.Got = append(d.Got, fmt.Sprintf("%s: %s", m.Status, m.Text))
	}
	d.OK = len(d.Problems) == 0
	return d, nil
}

// anyHolds reports whether one statement of the memories has every part.
func anyHolds(memories []loci.Memory, parts []string) bool {
	return slices.ContainsFunc(memories, func(m loci.Memory) bool {
		return slices.ContainsFunc(m.Statements(), func(said string) bool { return holds(said, parts) })
	})
}

// holds reports whether text contains every part, both folded.
func holds(s string, parts []string) bool {
	s = text.Fold(s)
	for _, part := range parts {
		if !strings.Contains(s, text.Fold(part)) {
			return false
		}
	}
	return true
}
