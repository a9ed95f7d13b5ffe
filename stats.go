package loci

import "time"

// Stats is how much the principal's scope holds.
type Stats struct {
	Memories   map[Status]int   `json:"memories"` // by status now
	Categories map[Category]int `json:"categories"`
	Kinds      map[Kind]int     `json:"kinds"`
	Turns      int              `json:"turns"`
	Reviews    int              `json:"reviews"`
	Waiting    int              `json:"waiting"`         // turns that a model has yet to read
	Steps      []StepStats      `json:"steps,omitempty"` // of the last 365 days
}

// StepStats counts one step of the cascade: what it did and what it cost.
type StepStats struct {
	Step   string        `json:"step"` // rules, vectors or model
	Calls  int           `json:"calls"`
	Failed int           `json:"failed,omitempty"`
	Found  int           `json:"found"`  // candidates, or vectors
	Stored int           `json:"stored"` // what became a memory, new or changed
	Took   time.Duration `json:"took_ns"`
	Usage
}

// Add adds the counts of another.
func (s *StepStats) Add(o StepStats) {
	s.Calls += o.Calls
	s.Failed += o.Failed
	s.Found += o.Found
	s.Stored += o.Stored
	s.Took += o.Took
	s.Input += o.Input
	s.Output += o.Output
}
