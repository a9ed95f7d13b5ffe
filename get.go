package loci

// GetRequest names one memory by id, short id or key.
type GetRequest struct {
	Ref string `json:"ref"`
}
