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

// hookBar is within what a hook answers, p99, when eight of them run at once.
const hookBar = 100 * time.Millisecond

// BenchmarkHook runs a host's prompt event through a fresh process, from its
// start until it has answered, and until it has kept what was said and ended: one
// at a time and up to sixteen at once on one file of 10,000 memories.
func BenchmarkHook(b *testing.B) {
	h := newHookHost(b)
	for _, atOnce := range []int{1, 4, 8, 16} {
		b.Run(fmt.Sprint("processes=", atOnce), func(b *testing.B) {
			var r hookTimes
			for b.Loop() {
				h.prompts(b, atOnce, &r)
			}
			for name, all := range map[string][]time.Duration{"answer": r.answer, "done": r.done} {
				b.ReportMetric(ms(percentile(all, 50)), "ms-p50-"+name)
				b.ReportMetric(ms(percentile(all, 99)), "ms-p99-"+name)
			}
			waiting, _ := filepath.Glob(h.db + "-spool/*.turn")
			b.ReportMetric(float64(len(waiting)), "spooled")
			b.ReportMetric(float64(len(r.done)-len(r.answer)), "unanswered")
		})
	}
}

// Eight hooks at once keep nobody waiting.
func TestHookAnswersInTime(t *testing.T) {
	if os.Getenv("LOCI_NIGHTLY") == "" {
		t.Skip("a bar for a machine with nothing else to do; LOCI_NIGHTLY asks for it")
	}
	h := newHookHost(t)
	var r hookTimes
	for range 40 {
		h.prompts(t, 8, &r)
	}
	p99 := percentile(r.answer, 99)
	t.Logf("p50 %v, p99 %v", percentile(r.answer, 50), p99)
	if len(r.answer) < len(r.done) || p99 > hookBar {
		t.Errorf("%d of %d hooks answered, p99 %v, bar %v", len(r.answer), len(r.done), p99, hookBar)
	}
}

// hookHost sends prompts to fresh processes.
type hookHost struct {
	loci, dir, db string
	env           []string
	said          int
}

// hookTimes are how long hooks took to answer, those that did, and to end.
type hookTimes struct {
	mu           sync.Mutex
	answer, done []time.Duration
}

func newHookHost(tb testing.TB) *hookHost {
	h := &hookHost{dir: tb.TempDir()}
	h.loci, h.db = build(tb, h.dir, "loci", "../../cmd/loci"), filepath.Join(h.dir, "m.db")
	fill(tb, h.db, 10_000)
	h.env = append(os.Environ(), "LOCI_DB="+h.db, "HOME="+h.dir, "CLAUDECODE=1")
	return h
}

// prompts sends as many prompts at once, each of a conversation of its own.
func (h *hookHost) prompts(tb testing.TB, atOnce int, r *hookTimes) {
	h.said++
	var round sync.WaitGroup
	for i := range atOnce {
		event := fmt.Sprintf(`{"session_id":"s%d-%d","transcript_path":"/t","cwd":%q,"hook_event_name":"UserPromptSubmit","prompt_id":"%d","prompt":"my locker number %d is %d, where is the coffee garden?"}`, h.said, i, h.dir, h.said, h.said, i)
		round.Go(func() {
			answered, done := hooked(tb, h.env, h.loci, event)
			r.mu.Lock()
			defer r.mu.Unlock()
			r.done = append(r.done, done)
			if answered > 0 {
				r.answer = append(r.answer, answered)
			}
		})
	}
	round.Wait()
}

func percentile(all []time.Duration, p int) time.Duration {
	sorted := slices.Sorted(slices.Values(all))
	return sorted[len(sorted)*p/100]
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// hooked returns when the answer came, 0 if none did, and when the process ended.
func hooked(b testing.TB, env []string, loci, event string) (answered, done time.Duration) {
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
