package mcpserver

import (
	"strconv"
	"strings"
	"unicode"
)

// printable keeps a text on one line and makes visible what would not be
// seen: line ends and control characters are escaped, nothing is left out.
// Joiners and variation selectors stay, since scripts and emoji need them.
func printable(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029':
			b.WriteString("⏎")
		case r == '\t':
			b.WriteByte(' ')
		case unicode.IsControl(r):
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func quoted(s string) string { return "“" + printable(s) + "”" }
