package setup

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// call is one place where a host starts loci.
type call struct {
	program string
	args    []string
	env     map[string]any
	off     bool
}

// flag returns what a call gives for a flag, or for its variable.
func (c call) flag(name string) string {
	said, _ := c.env["LOCI_"+strings.ToUpper(strings.TrimPrefix(name, "--"))].(string)
	for i, arg := range c.args {
		if value, ok := strings.CutPrefix(arg, name+"="); ok {
			said = value
		} else if arg == name && i+1 < len(c.args) {
			said = c.args[i+1]
		}
	}
	return said
}

// callOf reads a line as a shell does: variables of its own, then the
// program. Without a program is a line that no shell would run.
func callOf(line string) call {
	words, c := split(line), call{env: map[string]any{}}
	for i, word := range words {
		name, value, variable := strings.Cut(word, "=")
		switch {
		case word == "&": // of PowerShell
		case variable && variableName().MatchString(name):
			c.env[name] = value
		default:
			c.program, c.args = word, words[i+1:]
			return c
		}
	}
	return c
}

var variableName = expression(`^\w+$`)

// expression compiles a pattern when it is first needed: a process that wires
// nothing needs none.
func expression(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// split takes a command line apart as a shell would.
func split(line string) []string {
	var words []string
	var word strings.Builder
	var quote rune
	open := false
	for i, r := range line + " " {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"') && !strings.HasSuffix(line[:i], `\`):
			quote, open = r, true
		case quote == 0 && r == ' ':
			if open {
				words = append(words, word.String())
			}
			word.Reset()
			open = false
		case quote == 0 && r == '\\' && i+1 < len(line) && strings.IndexByte(`'"`, line[i+1]) >= 0: // escapes a quote
		default:
			word.WriteRune(r)
			open = true
		}
	}
	return words
}

var plainWord = expression(`^[\w@%+=:,./-]+$`)

// shellLine writes a command line for a POSIX shell.
func shellLine(words []string) string {
	out := slices.Clone(words)
	for i, word := range out {
		if !plainWord().MatchString(word) {
			out[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(out, " ")
}

// windowsLine writes a command line for Windows, where hosts run hooks by
// PowerShell or by the bash of Git. Plain words with slashes are read by both, and
// by cmd; in quoted ones each has its own escape, and PowerShell only calls one
// after an &.
func windowsLine(words []string, powerShell bool) string {
	escape, call := `\`, ""
	if powerShell {
		escape, call = "`", "& "
	}
	special := strings.NewReplacer("$", escape+"$", "`", escape+"`")
	out := slices.Clone(words)
	for i, word := range out {
		if out[i] = strings.ReplaceAll(word, `\`, "/"); !plainWord().MatchString(out[i]) {
			out[i] = `"` + special.Replace(out[i]) + `"`
		}
	}
	if out[0][0] == '"' {
		out[0] = call + out[0]
	}
	return strings.Join(out, " ")
}
