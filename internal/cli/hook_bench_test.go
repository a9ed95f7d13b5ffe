package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// BenchmarkHook runs a host's prompt event through a fresh process, from its
// start until it has answered and kept what was said: one at a time, and eight at
// once on one file of 10,000 memories. The bar is a p99 of 100 ms.
func BenchmarkHook(b *testing.B) {
	dir := b.TempDir()
	loci := build(b, dir, "loci", "../../cmd/loci")
	path := filepath.Join(dir, "m.db")
	fill(b, path, 10_000)
	env := append(os.Environ(), "LOCI_DB="+path, "HOME="+dir, "CLAUDECODE=1")
	said := 0
	for _, atOnce := range []int{1, 8} {
		b.Run(fmt.Sprint("processes=", atOnce), func(b *testing.B) {
			var mu sync.Mutex
			var took []time.Duration
			failed := 0
			for b.Loop() {
				said++
				var round sync.WaitGroup
				for i := range atOnce {
					event := fmt.Sprintf(`{"session_id":"s%d","transcript_path":"/t","cwd":%q,"hook_event_name":"UserPromptSubmit","prompt_id":"%d","prompt":"my locker number %d is %d, where is the coffee garden?"}`, i, dir, said, said, i)
					round.Go(func() {
						d, ok := hooked(b, env, loci, event)
						mu.Lock()
						took = append(took, d)
						if !ok {
							failed++
						}
						mu.Unlock()
					})
				}
				round.Wait()
			}
			slices.Sort(took)
			waiting, _ := filepath.Glob(path + "-spool/*.turn")
			b.ReportMetric(ms(took[len(took)/2]), "ms-p50")
			b.ReportMetric(ms(took[len(took)*99/100]), "ms-p99")
			b.ReportMetric(float64(len(waiting)), "spooled")
			b.ReportMetric(float64(failed)/float64(len(took)), "unanswered")
		})
	}
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func hooked(b *testing.B, env []string, loci, event string) (took time.Duration, answered bool) {
	cmd := exec.Command(loci, "hook")
	cmd.Env, cmd.Stdin = env, strings.NewReader(event)
	start := time.Now()
	out, err := cmd.Output()
	if err != nil {
		b.Error(err)
	}
	return time.Since(start), bytes.Contains(out, []byte("coffee"))
}
