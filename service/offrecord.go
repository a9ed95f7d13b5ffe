package service

import (
	"slices"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/command"
	"github.com/locimem/loci/internal/transcript"
)

// asides tells of each conversation whether its last message from a person is
// off the record. What answers such a message is off the record too, since it
// repeats it.
type asides map[string]bool

// note reads the next turn of a conversation, before anything of it is kept.
func (a asides) note(t loci.Turn) {
	if t.Role == "" || t.Role == loci.RoleUser {
		a[t.Conversation] = command.OffTheRecord(transcript.Unwrap(t.Text))
	}
}

// holds reports whether nothing of a turn may be kept. A command is obeyed,
// whatever else it says.
func (a asides) holds(t loci.Turn) bool {
	if !a[t.Conversation] {
		return false
	}
	_, commanded := commandIn(t)
	return !commanded
}

// offRecord reports whether a statement, or what it quotes, holds the wish that
// it be forgotten.
func offRecord(r loci.RememberRequest) bool {
	return slices.ContainsFunc([]string{r.Text, r.Quote, r.Task, r.Outcome}, command.OffTheRecord)
}
