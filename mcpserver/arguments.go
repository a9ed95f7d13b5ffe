package mcpserver

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// checked is how the SDK's check of a schema (jsonschema-go v0.4) names a fault,
// and what that says of an argument.
var checked = sync.OnceValue(func() []fault {
	return []fault{
		{regexp.MustCompile(`^required: missing properties: \[(.*)\]$`), `$1 is missing`},
		{regexp.MustCompile(`^unexpected additional properties \[(.*)\]$`), `there is no $1`},
		{regexp.MustCompile(`^(.+): type: .* has type ".*", want "integer"$`), `$1 must be a whole number`},
		{regexp.MustCompile(`^(.+): type: .* has type ".*", want "(.*)"$`), `$1 must be of type $2`},
		{regexp.MustCompile(`(?s)^(.+): enum: .* does not equal any of: \[(.*)\]$`), `$1 must be one of $2`},
		{regexp.MustCompile(`^(.+): minimum: .* is less than (-?\d+)\.0*$`), `$1 must be at least $2`},
		{regexp.MustCompile(`^(.+): maximum: .* is greater than (-?\d+)\.0*$`), `$1 must be at most $2`},
		{regexp.MustCompile(`(?s)^(.+): minLength: .*$`), `$1 must not be empty`},
	}
})

// fault is one of them.
type fault struct {
	said  *regexp.Regexp
	plain string
}

var inSchema = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`validating (?:root: |/properties/)`) })

// wrongArguments says in words about its arguments what the SDK's check found
// wrong with a call. Other answers it leaves alone.
func wrongArguments(said, tool, takes string) string {
	wrong, ok := strings.CutPrefix(said, `validating "arguments": `)
	if !ok {
		return said
	}
	wrong = inSchema().ReplaceAllString(wrong, "")
	if strings.HasPrefix(wrong, "unmarshaling ") {
		wrong = "they are no JSON object"
	}
	for _, f := range checked() {
		if f.said.MatchString(wrong) {
			wrong = f.said.ReplaceAllString(wrong, f.plain)
			break
		}
	}
	return fmt.Sprintf("wrong arguments: %s (%s takes %s)", wrong, tool, takes)
}

// argumentsOf names the arguments of a tool, those first that it needs.
func argumentsOf(tool mcp.Tool) string {
	schema, _ := tool.InputSchema.(map[string]any)
	all, _ := schema["properties"].(map[string]any)
	needed, _ := schema["required"].([]any)
	var names []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if !slices.Contains(needed, any(name)) {
			names = append(names, name)
		}
	}
	for _, name := range needed {
		names = append([]string{fmt.Sprint(name) + " (required)"}, names...)
	}
	return strings.Join(names, ", ")
}
