package loci

import "strings"

// SelfSubject is the subject of a slot when a conversation has one human
// speaker.
const SelfSubject = "user"

// Slot is the language-independent address of a single-valued fact: a subject
// and an attribute, such as user/home_city or user/child:ana. A slot without
// an attribute only says whom the memory is about.
type Slot struct {
	Subject   string `json:"subject,omitempty"`
	Attribute string `json:"attribute,omitempty"`
}

// Filled reports whether the slot addresses a fact.
func (s Slot) Filled() bool { return s.Attribute != "" }

// Name returns the attribute without its qualifier: "child" of "child:ana".
func (s Slot) Name() string {
	name, _, _ := strings.Cut(s.Attribute, ":")
	return name
}

// String returns subject/attribute, empty for the zero slot.
func (s Slot) String() string {
	if s == (Slot{}) {
		return ""
	}
	return s.Subject + "/" + s.Attribute
}
