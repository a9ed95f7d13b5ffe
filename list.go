package loci

import "time"

// ListRequest selects memories of the principal's scope.
type ListRequest struct {
	Kinds      []Kind     `json:"kinds,omitempty"`
	Categories []Category `json:"categories,omitempty"`
	Statuses   []Status   `json:"statuses,omitempty"` // at the time of asking; none = current ones
	Source     ID         `json:"source,omitempty"`
	AsOf       time.Time  `json:"as_of,omitzero"`
	Limit      int        `json:"limit,omitempty"` // 0 = 50, at most 1000
	Offset     int        `json:"offset,omitempty"`
}

// ListResult is one page; Status of each memory is that at the time of asking.
type ListResult struct {
	Memories []Memory `json:"memories"`
	More     bool     `json:"more,omitempty"`
}
