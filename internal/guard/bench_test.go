package guard

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

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

// BenchmarkScanTurn reports percentiles: the budget is a p50 of 150 µs for a
// message of 200 bytes and a p99 of 2 ms for 8 KiB.
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
			var took []time.Duration
			for b.Loop() {
				start := time.Now()
				g.ScanTurn(text)
				took = append(took, time.Since(start))
			}
			percentiles(b, took)
		})
	}
}

func percentiles(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	for _, p := range []int{50, 99} {
		at := took[min(len(took)*p/100, len(took)-1)]
		b.ReportMetric(float64(at.Nanoseconds())/1e3, fmt.Sprintf("p%d-µs", p))
	}
}

// texts8k are different texts of 8 KiB: all that this repository and the folder
// LOCI_DATA consist of. They are prose in all languages, program text, rules,
// encoded keys.
func texts8k() []string {
	var all []string
	for _, root := range []string{"../..", os.Getenv("LOCI_DATA")} {
		filepath.WalkDir(root, func(path string, f fs.DirEntry, err error) error {
			if err != nil || f.IsDir() {
				return nil
			}
			data, err := os.ReadFile(path)
			for text := range slices.Chunk(data, 8<<10) {
				if s := strings.ToValidUTF8(string(text), ""); err == nil && len(text) == 8<<10 && len(text)-len(s) < utf8.UTFMax*2 {
					all = append(all, s)
				}
			}
			return nil
		})
	}
	return all
}

// scanTimes are how long texts take, each the best of three.
func scanTimes(texts []string) []time.Duration {
	g := New(Options{})
	var took []time.Duration
	for _, text := range texts {
		best := time.Hour
		for range 3 {
			start := time.Now()
			g.ScanTurn(text)
			best = min(best, time.Since(start))
		}
		took = append(took, best)
	}
	return took
}

// BenchmarkScanTexts reports percentiles over different texts.
func BenchmarkScanTexts(b *testing.B) {
	all := texts8k()
	var took []time.Duration
	for b.Loop() {
		took = scanTimes(all)
	}
	b.ReportMetric(float64(len(all)), "texts")
	percentiles(b, took)
}

// The bar of DESIGN §10 for long texts.
func TestLongTextsAreReadInTime(t *testing.T) {
	if os.Getenv("LOCI_NIGHTLY") == "" {
		t.Skip("a bar for a machine with nothing else to do; LOCI_NIGHTLY asks for it")
	}
	took := slices.Sorted(slices.Values(scanTimes(texts8k())))
	p99 := took[len(took)*99/100]
	t.Logf("%d texts, p50 %v, p99 %v", len(took), took[len(took)/2], p99)
	if len(took) < 500 || p99 > 2*time.Millisecond {
		t.Errorf("%d texts, p99 %v, bar 2ms", len(took), p99)
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
