package loci

// MaintainResult counts what maintenance did.
type MaintainResult struct {
	Expired   int      `json:"expired"`
	Erased    int      `json:"erased"` // quarantined memories whose time was up
	Merged    int      `json:"merged"`
	Turns     int      `json:"turns"` // turns past their retention, blanked
	Pending   bool     `json:"pending,omitempty"`
	Holders   []string `json:"holders,omitempty"`
	Reindexed bool     `json:"reindexed,omitempty"`
	Modelled  int      `json:"modelled,omitempty"` // waiting turns that a model has read
	Unread    string   `json:"unread,omitempty"`   // why it has not read all that wait
	Embedded  int      `json:"embedded,omitempty"` // memories that got a vector
	Degraded  string   `json:"degraded,omitempty"` // why some memories got no vector
}
