package mcpserver_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/locimem/loci"
)

// No answer brings a whole memory along: a model pays for every word. All of it
// can be had page by page.
func TestFieldBug_K2_srv3953(t *testing.T) {
	mem := memory(t)
	const all = 230
	person := mem.Principal()
	person.Via = loci.ViaTerminal
	ctx := loci.WithPrincipal(t.Context(), person)
	for i := range all {
		if _, err := mem.Service().Remember(ctx, loci.RememberRequest{Text: fmt.Sprintf("Project %d is about gardens", i), Category: loci.Study}); err != nil {
			t.Fatal(err)
		}
	}
	c := connect(t, server(t, mem), nil)
	for _, tt := range []struct {
		tool  string
		args  map[string]any
		field string
		most  int
		bytes int
	}{
		{"recall", nil, "block", 0, 3000},
		{"recall", map[string]any{"query": "gardens"}, "hits", 12, 3000},
		{"recall", map[string]any{"query": "gardens", "limit": 50}, "hits", 50, 10_000},
		{"list", nil, "memories", 50, 10_000},
		{"list", map[string]any{"limit": 200}, "memories", 200, 40_000},
	} {
		said, out := call(t, c, tt.tool, tt.args)
		if found, _ := out[tt.field].([]any); len(found) != tt.most || len(said) > tt.bytes {
			t.Errorf("%s %v: %d found, %d bytes; want %d and at most %d", tt.tool, tt.args, len(found), len(said), tt.most, tt.bytes)
		}
	}
	for _, tool := range []string{"recall", "list"} {
		res, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: map[string]any{"limit": 5000}})
		if err == nil && !res.IsError {
			t.Errorf("%s takes any limit", tool)
		}
	}
	seen := map[string]bool{}
	for offset, more := 0, true; more; offset += 100 {
		_, out := call(t, c, "list", map[string]any{"limit": 100, "offset": offset})
		for _, m := range out["memories"].([]any) {
			seen[m.(map[string]any)["id"].(string)] = true
		}
		more, _ = out["more"].(bool)
	}
	if len(seen) != all {
		t.Errorf("page by page: %d of %d", len(seen), all)
	}
}

// What an agent noted is told from the user's own words wherever it is read,
// until the user says it.
func TestANoteIsNeverTheUsersWord(t *testing.T) {
	mem := memory(t)
	c := connect(t, server(t, mem), nil)
	livesInPorto(t, mem)
	call(t, c, "remember", map[string]any{"content": "My name is Bo"})
	for _, tt := range []struct {
		tool string
		args map[string]any
	}{{"recall", nil}, {"recall", map[string]any{"query": "name Porto live"}}, {"list", nil}} {
		said, _ := call(t, c, tt.tool, tt.args)
		for line := range strings.SplitSeq(said, "\n") {
			if note := strings.Contains(line, "Bo"); (note || strings.Contains(line, "Porto")) && note != strings.Contains(line, "noted") {
				t.Errorf("%s %v: %s", tt.tool, tt.args, line)
			}
		}
	}
	if _, err := mem.Ingest(t.Context(), loci.Turn{Role: loci.RoleUser, Text: "My name is Bo", Time: now, Conversation: "d"}); err != nil {
		t.Fatal(err)
	}
	if said, _ := call(t, c, "list", nil); !strings.Contains(said, "Bo") || strings.Contains(said, "noted") {
		t.Error(said)
	}
}
