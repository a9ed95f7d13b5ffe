package service

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/locimem/loci"
)

// fields is a record as JSON, field by field.
type fields map[string]json.RawMessage

func fieldsOf(m loci.Memory) (fields, error) {
	var f fields
	data, err := json.Marshal(m)
	if err == nil {
		err = json.Unmarshal(data, &f)
	}
	return f, err
}

// sameRecord reports whether two records are equal in every field.
func sameRecord(a, b loci.Memory) (bool, error) {
	x, err := fieldsOf(a)
	if err != nil {
		return false, err
	}
	y, err := fieldsOf(b)
	return maps.EqualFunc(x, y, func(v, w json.RawMessage) bool { return bytes.Equal(v, w) }), err
}

// carryOver makes the change that led from before to after to another state of
// the same memory: every field that differs is taken from after, and evidence
// is counted on.
func carryOver(base, before, after loci.Memory) (loci.Memory, error) {
	var parts [3]fields
	for i, m := range []loci.Memory{base, before, after} {
		var err error
		if parts[i], err = fieldsOf(m); err != nil {
			return base, err
		}
	}
	to, from, by := parts[0], parts[1], parts[2]
	for name := range from {
		if _, stays := by[name]; !stays {
			delete(to, name)
		}
	}
	for name, v := range by {
		if !bytes.Equal(from[name], v) {
			to[name] = v
		}
	}
	var out loci.Memory
	data, err := json.Marshal(to)
	if err == nil {
		err = json.Unmarshal(data, &out)
	}
	out.Evidence, out.Days = base.Evidence, base.Days
	return withEvidence(out, before, after), err
}

// withEvidence adds to a memory the days that a change has added, and takes
// from it those that the change took away.
func withEvidence(m, before, after loci.Memory) loci.Memory {
	m.Evidence += after.Evidence - before.Evidence
	m.Days = slices.DeleteFunc(slices.Clone(m.Days), func(day string) bool {
		return slices.Contains(before.Days, day) && !slices.Contains(after.Days, day)
	})
	for _, day := range after.Days {
		if !slices.Contains(before.Days, day) && !slices.Contains(m.Days, day) {
			m.Days = append(m.Days, day)
		}
	}
	slices.Sort(m.Days)
	m.Days = m.Days[max(0, len(m.Days)-loci.MaxDays):]
	return m
}
