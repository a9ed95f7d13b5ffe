package loci

import "slices"

// Withheld tells a value that the guard has cut out of a turn by a keyed hash,
// so that it is cut out of what repeats it. The value itself is kept nowhere.
type Withheld struct {
	Kind string `json:"kind"`
	Size int    `json:"size"` // of the value, in bytes
	MAC  string `json:"mac"`
}

// MaxWithheld is how many values are known of a conversation, the newest.
const MaxWithheld = 32

// JoinWithheld returns what is known of a conversation with what was cut out of
// it now.
func JoinWithheld(known, now []Withheld) []Withheld {
	joined := slices.Clone(known)
	for _, v := range now {
		if !slices.Contains(joined, v) {
			joined = append(joined, v)
		}
	}
	return joined[max(0, len(joined)-MaxWithheld):]
}
