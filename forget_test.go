package loci_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
)

// What is erased says id and scope alone; a memory that somebody embeds says all
// of itself beside what stands around it.
func TestErasedMemoriesSayIDAndScope(t *testing.T) {
	full := loci.Memory{ID: "1", Kind: loci.Semantic, Text: "a < b"}
	for want, v := range map[string]any{
		`{"state":"erased","memories":[{"id":"1","scope":{"org":"o","user":"u"}}]}`: loci.ForgetResult{
			State: loci.ForgetErased, Memories: loci.RemovedMemories{{ID: "1", Scope: loci.Scope{Org: "o", User: "u"}}}},
		`{"removed":[{"id":"1","scope":{"org":"","user":""}}],"restored":[],"turns":0}`: loci.RevokeResult{
			Removed: loci.RemovedMemories{{ID: "1"}}, Restored: []loci.Memory{}},
	} {
		data, err := json.Marshal(v)
		if diff := cmp.Diff(want, string(data)); err != nil || diff != "" {
			t.Errorf("%T (-want +got):\n%s%v", v, diff, err)
		}
	}
	data, err := json.Marshal(struct {
		loci.Memory
		Note string `json:"note"`
	}{full, "mine"})
	var got map[string]any
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if err != nil || got["note"] != "mine" || got["text"] != "a < b" {
		t.Errorf("%s %v", data, err)
	}
}
