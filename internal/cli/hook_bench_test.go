package cli_test

import (
	"bufio"
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
// start until it has answered, and until it has kept what was said and ended: one
// at a time and up to sixteen at once on one file of 10,000 memories. The bar is
// an answer within 100 ms, p99, of eight.
func BenchmarkHook(b *testing.B) {
	dir := b.TempDir()
	loci := build(b, dir, "loci", "../../cmd/loci")
	path := filepath.Join(dir, "m.db")
	fill(b, path, 10_000)
	env := append(os.Environ(), "LOCI_DB="+path, "HOME="+dir, "CLAUDECODE=1")
	said := 0
	for _, atOnce := range []int{1, 4, 8, 16} {
		b.Run(fmt.Sprint("processes=", atOnce), func(b *testing.B) {
			var mu sync.Mutex
			var took, answer []time.Duration
			for b.Loop() {
				said++
				var round sync.WaitGroup
				for i := range atOnce {
					event := fmt.Sprintf(`{"session_id":"s%d-%d","transcript_path":"/t","cwd":%q,"hook_event_name":"UserPromptSubmit","prompt_id":"%d","prompt":"my locker number %d is %d, where is the coffee garden?"}`, said, i, dir, said, said, i)
					round.Go(func() {
						answered, done := hooked(b, env, loci, event)
						mu.Lock()
						took = append(took, done)
						if answered > 0 {
							answer = append(answer, answered)
						}
						mu.Unlock()
					})
				}
				round.Wait()
			}
			slices.Sort(took)
			slices.Sort(answer)
			waiting, _ := filepath.Glob(path + "-spool/*.turn")
			for name, all := range map[string][]time.Duration{"answer": answer, "done": took} {
				b.ReportMetric(ms(all[len(all)/2]), "ms-p50-"+name)
				b.ReportMetric(ms(all[len(all)*99/100]), "ms-p99-"+name)
			}
			b.ReportMetric(float64(len(waiting)), "spooled")
			b.ReportMetric(float64(len(took)-len(answer)), "unanswered")
		})
	}
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// hooked returns when the answer came, 0 if none did, and when the process ended.
func hooked(b *testing.B, env []string, loci, event string) (answered, done time.Duration) {
	cmd := exec.Command(loci, "hook")
	cmd.Env, cmd.Stdin = env, strings.NewReader(event)
	out, err := cmd.StdoutPipe()
	start := time.Now()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		b.Error(err)
		return 0, 0
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err == nil && strings.Contains(line, "coffee") {
		answered = time.Since(start)
	}
	if err := cmd.Wait(); err != nil {
		b.Error(err)
	}
	return answered, time.Since(start)
}
