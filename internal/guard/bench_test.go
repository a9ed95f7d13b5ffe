package guard

import (
	"strings"
	"testing"

	"github.com/locimem/loci"
)

// prose200 and prose8k are the sizes of DESIGN §10: a message, and a long
// paste. They hold what makes the guard work: numbers, addresses, credential
// words without a credential, several scripts.
const prose200 = "I moved to Porto on 12 May 2026 and my new office opens at 9:30; write to ana@example.com or call +351 912 345 678. I forgot the wifi password again, so ask Rui. I prefer short answers, no lists."

func prose8k() string {
	para := prose200 + "\nЯ живу в Душанбе с 2019 года, работаю удалённо и учу таджикский. میں لاہور میں رہتا ہوں۔ commit 9fceb02d0ae598e95dc970b74767f19372d61af8 (order 202611290001234).\n"
	return strings.Repeat(para, 1+(8<<10)/len(para))[:8<<10]
}

func BenchmarkScanTurn(b *testing.B) {
	g := New(Options{})
	for name, text := range map[string]string{
		"200B":         prose200,
		"8KiB":         prose8k(),
		"8KiB/digits":  strings.Repeat("4111 1111 1111 1112 ", (8<<10)/20),
		"8KiB/words":   strings.Repeat("password ", (8<<10)/9),
		"8KiB/urls":    strings.Repeat("://a:", (8<<10)/5),
		"8KiB/base64":  strings.Repeat("QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo0", (8<<10)/36),
		"8KiB/spaced":  strings.Repeat("a b ", (8<<10)/4),
		"8KiB/emails":  strings.Repeat("a@b.", (8<<10)/4),
		"8KiB/oneword": strings.Repeat("a", 8<<10),
		"64KiB":        strings.Repeat(prose8k(), 8),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				g.ScanTurn(text)
			}
		})
	}
}

func BenchmarkCheck(b *testing.B) {
	g := New(Options{})
	for name, o := range map[string]loci.Origin{"user": loci.UserStated, "agent": loci.AgentNoted} {
		b.Run(name, func(b *testing.B) {
			c := loci.Candidate{Text: prose200, Quote: prose200, Origin: o}
			for b.Loop() {
				g.Check(c)
			}
		})
	}
}
