package loci

// IngestRequest is a run of turns, in the order they were said. A reply stands
// behind the message that it answers: it is off the record if that is.
type IngestRequest struct {
	Turns []Turn `json:"turns"`
	// Withheld is what earlier calls have cut out of the conversation, as their
	// results told. A service knows by itself what it has cut out since it began.
	Withheld []Withheld `json:"-"`
}

// IngestResult says what was learnt.
type IngestResult struct {
	Turns    int       `json:"turns"`             // kept now
	Known    int       `json:"known"`             // seen before; nothing changed
	Refused  int       `json:"refused"`           // could not be kept
	Spooled  int       `json:"spooled,omitempty"` // kept beside the busy store; the next call reads them
	Off      int       `json:"off,omitempty"`     // off the record, as a person asked in them: nothing of them is kept
	Outcomes []Outcome `json:"outcomes,omitempty"`
	// Replies answer the commands among the turns, for the host to show.
	Replies []Reply `json:"replies,omitempty"`
	// Withheld is what was cut out of these turns.
	Withheld []Withheld `json:"-"`
}

// Reply answers a command that a turn gave, such as "remember: …" or "/memory
// list".
type Reply struct {
	Turn    TurnID `json:"turn"`
	Command string `json:"command"`        // remember, episode, policy, list, compact, forget, off_record, unknown; summarize is the host's to do
	Text    string `json:"text,omitempty"` // for the user
	After   int    `json:"-"`              // so many of the outcomes came before it
}
