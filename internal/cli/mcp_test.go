package cli_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3"
)

// mcpServer is a running `loci mcp`.
type mcpServer struct {
	t      *testing.T
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr *bytes.Buffer
	asked  int
}

// startMCP starts a server on a memory file; args are further arguments.
func startMCP(t *testing.T, db string, args ...string) *mcpServer {
	t.Helper()
	cmd := exec.Command("loci", append([]string{"mcp", "--db", db}, args...)...)
	cmd.Env = append(os.Environ(), "HOME="+filepath.Dir(db))
	s := &mcpServer{t: t, cmd: cmd, stderr: &bytes.Buffer{}}
	cmd.Stderr = s.stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	s.in, s.out = in, bufio.NewReader(out)
	t.Cleanup(func() { cmd.Process.Kill() }) // of a test that failed
	return s
}

func (s *mcpServer) send(method string, params any) {
	s.asked++
	if _, err := s.in.Write(append(rpc(s.asked, method, params), '\n')); err != nil {
		s.t.Errorf("%s: %v", method, err)
	}
}

// answer reads the next answer, which stands in one line.
func (s *mcpServer) answer() answer {
	line, err := s.out.ReadBytes('\n')
	if err != nil {
		s.t.Errorf("no answer: %v\n%s", err, s.stderr)
	}
	return read(s.t, line)
}

func (s *mcpServer) ask(method string, params any) answer {
	s.send(method, params)
	return s.answer()
}

func (s *mcpServer) handshake() {
	s.ask("initialize", map[string]any{"protocolVersion": "2025-06-18", "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "test", "version": "1"}})
	fmt.Fprintln(s.in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	s.ask("tools/list", nil)
}

// end closes the input and waits for the end of the process.
func (s *mcpServer) end() {
	s.t.Helper()
	s.in.Close()
	ended := make(chan error, 1)
	go func() {
		_, err := io.Copy(io.Discard, s.out)
		if failed := s.cmd.Wait(); failed != nil {
			err = failed
		}
		ended <- err
	}()
	select {
	case err := <-ended:
		if err != nil {
			s.t.Errorf("loci mcp: %v\n%s", err, s.stderr)
		}
	case <-time.After(30 * time.Second):
		s.t.Errorf("loci mcp does not end with its input")
	}
}

// answer is as much of a JSON-RPC answer as the tests read.
type answer struct {
	Result struct {
		IsError           bool
		Content           []struct{ Text string }
		StructuredContent struct {
			Action   string
			Memories []struct{ ID, Text string }
		}
	}
	Error json.RawMessage
}

func rpc(id int, method string, params any) []byte {
	message := map[string]any{"jsonrpc": "2.0", "id": id, "method": method}
	if params != nil {
		message["params"] = params
	}
	data, err := json.Marshal(message)
	if err != nil {
		panic(err)
	}
	return data
}

func toolCall(name string, arguments map[string]any) map[string]any {
	return map[string]any{"name": name, "arguments": arguments}
}

func read(t *testing.T, line []byte) (a answer) {
	t.Helper()
	if err := json.Unmarshal(line, &a); err != nil {
		t.Errorf("not JSON: %q", line)
	}
	return a
}

// Hosts give a server a few seconds. The handshake opens no file, so that it
// takes as long whatever the file holds; LOCI_NIGHTLY measures it on a large one.
func TestFieldBug_K5_mms561(t *testing.T) {
	db := filepath.Join(t.TempDir(), "memory.db")
	t.Logf("process start to tools/list: %s", handshakeTime(t, db))
	if _, err := os.Stat(db); err == nil {
		t.Error("the handshake made a memory file")
	}
	if os.Getenv("LOCI_NIGHTLY") == "" {
		return
	}
	empty := handshakeTime(t, db)
	fill(t, db, 100_000)
	full := handshakeTime(t, db)
	t.Logf("empty %s, 100,000 memories %s", empty, full)
	if empty > 30*time.Millisecond || full > 60*time.Millisecond {
		t.Errorf("over 30 and 60 ms")
	}
	s := startMCP(t, db)
	defer s.end()
	s.handshake()
	s.ask("tools/call", toolCall("recall", map[string]any{"query": "coffee river garden"}))
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	rss := regexp.MustCompile(`VmRSS:\s+(\d+) kB`).FindStringSubmatch(string(status))
	if err != nil || rss == nil {
		t.Skip("no /proc here")
	}
	if kB, err := strconv.Atoi(rss[1]); err != nil || kB > 60<<10 {
		t.Errorf("resident after a recall: %s kB, over 60 MB", rss[1])
	}
}

// handshakeTime is the median of what a fresh process takes.
func handshakeTime(t *testing.T, db string) time.Duration {
	t.Helper()
	var times []time.Duration
	for range 9 {
		start := time.Now()
		s := startMCP(t, db)
		s.handshake()
		times = append(times, time.Since(start))
		s.end()
	}
	slices.Sort(times)
	return times[len(times)/2]
}

// However its input ends, a server ends with it and leaves no process behind.
func TestMCPLeavesNoProcess(t *testing.T) {
	if testing.Short() {
		t.Skip("fifty processes")
	}
	db := filepath.Join(t.TempDir(), "memory.db")
	for i := range 50 {
		s := startMCP(t, db)
		switch i % 4 {
		case 1:
			s.handshake()
		case 2: // a request that nobody waits for
			s.handshake()
			s.send("tools/call", toolCall("remember", map[string]any{"content": fmt.Sprint("Plays the oboe, lesson ", i)}))
		case 3: // half a request
			io.WriteString(s.in, `{"jsonrpc":"2.0","id":1,"meth`)
		}
		s.end()
	}
	running, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil || len(running) == 0 {
		t.Skip("no /proc here")
	}
	for _, file := range running {
		if line, err := os.ReadFile(file); err == nil && strings.Contains(string(line), db) {
			t.Errorf("still running: %q", line)
		}
	}
}

// Nine servers start at once on a file that is not there yet, each for a user
// of its own: of 2,000 calls none fails and none is lost.
func TestManyMCPServersOnOneFile(t *testing.T) {
	if testing.Short() {
		t.Skip("2,000 calls")
	}
	db := filepath.Join(t.TempDir(), "memory.db")
	var all sync.WaitGroup
	calls := make([]int, 9)
	for i := range calls {
		user := fmt.Sprint("user", i)
		all.Go(func() {
			if i == 8 {
				calls[i] = busy(t, user, startHTTP(t, db, user))
				return
			}
			s := startMCP(t, db, "--user", user)
			s.handshake()
			calls[i] = busy(t, user, s.ask)
			s.end()
		})
	}
	all.Wait()
	total := 0
	for _, n := range calls {
		total += n
	}
	if total < 2000 {
		t.Errorf("%d calls, want 2,000", total)
	}
	doctor := exec.Command("loci", "doctor", "--db", db, "--json")
	doctor.Env = append(os.Environ(), "HOME="+filepath.Dir(db))
	if out, err := doctor.CombinedOutput(); err != nil {
		t.Errorf("doctor: %v\n%s", err, out)
	}
}

// busy remembers, recalls and forgets by turns, and checks what is left. It
// returns how often it called. Writes stay within a program's budget.
func busy(t *testing.T, user string, ask func(string, any) answer) (calls int) {
	tool := func(name string, arguments map[string]any) answer {
		calls++
		a := ask("tools/call", toolCall(name, arguments))
		if a.Error != nil || a.Result.IsError || len(a.Result.Content) == 0 {
			t.Errorf("%s: %s %v: %s %+v", user, name, arguments, a.Error, a.Result)
		}
		return a
	}
	for i := range 55 {
		key := fmt.Sprintf("shelf-%d", i)
		if a := tool("remember", map[string]any{"content": fmt.Sprintf("Shelf %d holds the papers of %s", i, user), "category": "study", "key": key}); a.Result.StructuredContent.Action != "added" {
			t.Errorf("%s: %d: %+v", user, i, a.Result)
		}
		tool("recall", map[string]any{"query": key})
		tool("history", map[string]any{"id": key})
		if i%11 == 10 {
			tool("forget", map[string]any{"what": key})
		} else {
			tool("recall", map[string]any{})
		}
	}
	left := tool("list", map[string]any{"limit": 200}).Result.StructuredContent.Memories
	if len(left) != 50 {
		t.Errorf("%s: %d memories are left, want 50", user, len(left))
	}
	for _, m := range left {
		if !strings.HasSuffix(m.Text, " of "+user) {
			t.Errorf("%s has %q", user, m.Text)
		}
	}
	for range 2 {
		tool("list", map[string]any{"limit": 10})
	}
	return calls
}

// startHTTP starts a server over HTTP and returns what asks it.
func startHTTP(t *testing.T, db, user string) func(string, any) answer {
	cmd := exec.Command("loci", "mcp", "--db", db, "--user", user, "--http", "127.0.0.1:0")
	cmd.Env = append(os.Environ(), "HOME="+filepath.Dir(db))
	stderr, err := cmd.StderrPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(os.Interrupt)
		if err := cmd.Wait(); err != nil {
			t.Errorf("loci mcp --http: %v", err)
		}
	})
	line, _ := bufio.NewReader(stderr).ReadString('\n')
	said := regexp.MustCompile(`MCP at (\S+); the bearer token is in (\S+)`).FindStringSubmatch(line)
	if said == nil {
		t.Errorf("at its start: %q", line)
		return func(string, any) answer { return answer{} }
	}
	token, err := os.ReadFile(said[2])
	if err != nil {
		t.Error(err)
	}
	asked := 0
	return func(method string, params any) answer {
		asked++
		req, err := http.NewRequest("POST", said[1], bytes.NewReader(rpc(asked, method, params)))
		if err != nil {
			t.Error(err)
			return answer{}
		}
		req.Header.Set("Authorization", "Bearer "+strings.TrimSpace(string(token)))
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Error(err)
			return answer{}
		}
		defer res.Body.Close()
		body, _ := io.ReadAll(res.Body)
		return read(t, body)
	}
}

// A token that others could read is used by nobody, and stays as it is.
func TestATokenThatOthersCouldRead(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a file has the rights of the folder above")
	}
	home := t.TempDir()
	path := filepath.Join(home, ".loci", "mcp.token")
	if err := errors.Join(os.Mkdir(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(strings.Repeat("a", 64)), 0o644)); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("loci", "mcp", "--http", "127.0.0.1:0")
	cmd.Env = append(os.Environ(), "HOME="+home)
	out, err := cmd.CombinedOutput()
	if info, missing := os.Stat(path); err == nil || !bytes.Contains(out, []byte("no token that is safe")) || missing != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("%v %s %v", err, out, missing)
	}
}

// Whatever is wrong with the file, stdout carries answers alone, each in a line
// of its own, and they say what to do; also to a client that does not wait.
func TestFieldBug_K4_o81541(t *testing.T) {
	original, err := os.ReadFile(originalFile)
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		prepare func(t *testing.T, db string)
		says    string
	}{
		"a folder":           {func(t *testing.T, db string) { must(t, os.Mkdir(db, 0o700)) }, "folder"},
		"another program's":  {func(t *testing.T, db string) { must(t, os.WriteFile(db, []byte("This is no memory file."), 0o600)) }, "choose another file"},
		"the original's":     {func(t *testing.T, db string) { must(t, os.WriteFile(db, original, 0o600)) }, "import"},
		"of a newer program": {func(t *testing.T, db string) { made(t, db, "PRAGMA user_version = 999") }, "upgrade loci"},
		"damaged": {func(t *testing.T, db string) {
			made(t, db, "PRAGMA wal_checkpoint(TRUNCATE)")
			must(t, os.Truncate(db, 5000))
		}, "`loci doctor`"},
		"locked": {func(t *testing.T, db string) { made(t, db, "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE") }, "try again"},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "locked" && testing.Short() {
				t.Skip("waits as long as a call does")
			}
			t.Parallel()
			db := filepath.Join(t.TempDir(), "memory.db")
			tt.prepare(t, db)
			s := startMCP(t, db)
			s.handshake()
			s.send("tools/call", toolCall("remember", map[string]any{"content": "Allergic to peanuts"}))
			s.in.Close()
			a := s.answer()
			if !a.Result.IsError || !strings.Contains(a.Result.Content[0].Text, tt.says) {
				t.Errorf("%+v", a)
			}
			s.end()
		})
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// made makes a memory file, and does something to it that lasts for the test.
func made(t *testing.T, path, sql string) {
	t.Helper()
	cmd := exec.Command("loci", "remember", "--db", path, "I like tea")
	cmd.Env = append(os.Environ(), "HOME="+filepath.Dir(path))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	db, err := sqlite3.Open(path)
	must(t, err)
	t.Cleanup(func() { db.Close() })
	must(t, db.Exec(sql))
}
