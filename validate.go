package loci

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Validate refuses a changeset that no state of a store could take. Stores call
// it first.
func (c *Changeset) Validate() error {
	if !clean(reflect.ValueOf(c)) {
		return Errorf(Invalid, "text must be UTF-8 without NUL")
	}
	for _, w := range c.Turns {
		if err := checkTurn(w); err != nil {
			return err
		}
	}
	for _, w := range c.Memories {
		if err := checkMemory(w); err != nil {
			return err
		}
	}
	for _, e := range c.History {
		if err := checkHistory(e); err != nil {
			return err
		}
	}
	for _, t := range c.Tombstones {
		if err := checkRecord("tombstone", t.MAC, t.Scope); err != nil {
			return err
		}
	}
	for _, r := range c.Reviews {
		if err := checkRecord("review", r.ID, r.Scope); err != nil {
			return err
		}
	}
	for _, v := range c.Vectors {
		if v.Memory == "" || v.Model == "" || len(v.Vector.Data) == 0 {
			return Errorf(Invalid, "a vector needs a memory, a model and a dimension")
		}
	}
	return nil
}

func checkTurn(w TurnWrite) error {
	t := w.Turn
	if err := checkRecord("turn", string(t.ID), t.Scope); err != nil {
		return err
	}
	if !slices.Contains(TurnRoles(), t.Role) {
		return Errorf(Invalid, "unknown role %q", t.Role)
	}
	if len(t.Text) > MaxTurn {
		return Errorf(Invalid, "turn is %d bytes; the limit is %d", len(t.Text), MaxTurn)
	}
	return w.Index.Validate(TurnDocs()...)
}

func checkMemory(w MemoryWrite) error {
	m := w.Memory
	if err := m.Validate(); err != nil {
		return err
	}
	if err := checkRecord("memory", string(m.ID), m.Scope); err != nil {
		return err
	}
	if !(m.Confidence >= 0 && m.Confidence <= 1) { // so that NaN fails too
		return Errorf(Invalid, "confidence %v is not between 0 and 1", m.Confidence)
	}
	if m.Version <= w.Expect {
		return Errorf(Invalid, "version %d does not follow %d", m.Version, w.Expect)
	}
	var object map[string]json.RawMessage
	if len(m.Metadata) > 0 && (json.Unmarshal(m.Metadata, &object) != nil || object == nil) {
		return Errorf(Invalid, "metadata must be a JSON object")
	}
	return w.Index.Validate(DocMemory, DocPast)
}

func checkHistory(e HistoryEntry) error {
	if err := checkRecord("history row", string(e.Memory), e.Scope); err != nil {
		return err
	}
	if e.After == nil {
		return nil
	}
	if e.After.ID != e.Memory || e.After.Scope != e.Scope {
		return Errorf(Invalid, "a history row must hold its own memory")
	}
	return e.After.Validate()
}

func checkRecord(what, id string, s Scope) error {
	if id == "" || s.Org == "" || s.User == "" {
		return Errorf(Invalid, "a %s needs an id, an org and a user", what)
	}
	for _, label := range []string{s.Org, s.User, s.Agent, s.Project} {
		if len(label) > MaxLabel {
			return Errorf(Invalid, "label is %d bytes; the limit is %d", len(label), MaxLabel)
		}
	}
	return nil
}

// Validate checks what the index is given for a record that may stand in the
// indexes of kinds.
func (e IndexEntry) Validate(kinds ...DocKind) error {
	if len(e.Terms) > 0 && !slices.Contains(kinds, e.Kind) {
		return Errorf(Invalid, "a record of this kind does not stand in index %d", e.Kind)
	}
	for i, t := range e.Terms {
		if t.TF < 1 || i > 0 && e.Terms[i-1].Term >= t.Term {
			return Errorf(Invalid, "index terms must be distinct, ascending and counted")
		}
	}
	return nil
}

// clean reports whether every string below v is UTF-8 without NUL: some
// databases cut at a NUL, and JSON would alter a broken rune.
func clean(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.String:
		return utf8.ValidString(v.String()) && strings.IndexByte(v.String(), 0) < 0
	case reflect.Pointer:
		return v.IsNil() || clean(v.Elem())
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return utf8.Valid(v.Bytes()) && !slices.Contains(v.Bytes(), 0)
		}
		for i := range v.Len() {
			if !clean(v.Index(i)) {
				return false
			}
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			return true
		}
		for i := range v.NumField() {
			if !clean(v.Field(i)) {
				return false
			}
		}
	}
	return true
}
