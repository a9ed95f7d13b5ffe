package graph

import (
	"fmt"
	"strings"
)

// Mermaid returns the graph as a Mermaid flowchart.
func (r *Runner[S]) Mermaid() string {
	var b strings.Builder
	ids := map[string]string{End: "n" + fmt.Sprint(len(r.order))}
	b.WriteString("flowchart TD\n")
	for i, name := range append(append([]string{}, r.order...), End) {
		ids[name] = fmt.Sprint("n", i)
		shape := `%s["%s"]`
		if name == Start || name == End {
			shape = `%s(["%s"])`
		}
		fmt.Fprintf(&b, "    "+shape+"\n", ids[name], strings.ReplaceAll(strings.Trim(name, "_"), `"`, "#quot;"))
	}
	for _, l := range r.graph.links() {
		arrow := "-->"
		switch l.label {
		case "if":
			arrow = "-.->"
		case "all":
			arrow = "==>"
		}
		fmt.Fprintf(&b, "    %s %s %s\n", ids[l.from], arrow, ids[l.to])
	}
	return b.String()
}

// DOT returns the graph in the language of Graphviz.
func (r *Runner[S]) DOT() string {
	var b strings.Builder
	b.WriteString("digraph {\n")
	for _, name := range append(append([]string{}, r.order...), End) {
		shape := "box"
		if name == Start || name == End {
			shape = "oval"
		}
		fmt.Fprintf(&b, "    %q [label=%q, shape=%s];\n", name, strings.Trim(name, "_"), shape)
	}
	for _, l := range r.graph.links() {
		style := ""
		switch l.label {
		case "if":
			style = " [style=dashed]"
		case "all":
			style = " [style=bold]"
		}
		fmt.Fprintf(&b, "    %q -> %q%s;\n", l.from, l.to, style)
	}
	b.WriteString("}\n")
	return b.String()
}
