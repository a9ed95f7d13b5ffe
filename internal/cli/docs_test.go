package cli

import (
	"bytes"
	"io"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/locimem/loci"
	"github.com/locimem/loci/checkpoint"
	"github.com/locimem/loci/internal/eval"
	"github.com/locimem/loci/local"
)

// sections returns the text under each heading of docs/cli.md.
func sections(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile("../../docs/cli.md")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, part := range strings.Split(string(data), "\n##")[1:] {
		heading, body, _ := strings.Cut(strings.TrimLeft(part, "# "), "\n")
		out[heading] = heading + "\n" + body
	}
	return out
}

// section returns the section of a command: its heading begins with its path.
func section(all map[string]string, path string) string {
	for heading, body := range all {
		if heading == path || strings.HasPrefix(heading, path+" ") {
			return body
		}
	}
	return ""
}

func eachCommand(root *cobra.Command, f func(*cobra.Command)) {
	for _, cmd := range root.Commands() {
		f(cmd)
		eachCommand(cmd, f)
	}
}

func testRoot(args ...string) *cobra.Command {
	return newRoot(&app{sys: System{
		Stdin: strings.NewReader(""), Stdout: &bytes.Buffer{}, Stderr: &bytes.Buffer{},
		Getenv: func(string) string { return "" }, Now: time.Now,
	}}, args)
}

// A program that begins with a command is made of that command alone.
func TestRootOfACommand(t *testing.T) {
	for _, c := range commands() {
		var made []string
		for _, cmd := range testRoot(c.name, "--json").Commands() {
			made = append(made, cmd.Name())
		}
		if diff := cmp.Diff([]string{c.name}, made); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
	if all := testRoot("--json", "hook").Commands(); len(all) != len(commands()) {
		t.Errorf("behind a flag, %d of %d commands are there", len(all), len(commands()))
	}
}

func TestDocsNameEveryCommandAndFlag(t *testing.T) {
	all := sections(t)
	root := testRoot()
	root.PersistentFlags().VisitAll(func(f *pflag.Flag) {
		if !strings.Contains(all["For all commands"], "`--"+f.Name) {
			t.Errorf("docs/cli.md lacks the flag --%s", f.Name)
		}
	})
	eachCommand(root, func(cmd *cobra.Command) {
		top := cmd
		for top.Parent() != root {
			top = top.Parent()
		}
		body := section(all, top.CommandPath())
		if body == "" {
			t.Errorf("docs/cli.md has no section for %s", top.CommandPath())
			return
		}
		if cmd != top && !strings.Contains(body, cmd.Name()) {
			t.Errorf("docs/cli.md lacks %s", cmd.CommandPath())
		}
		cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
			if f.Name != "help" && !strings.Contains(body, "--"+f.Name) {
				t.Errorf("docs/cli.md: %s lacks --%s", cmd.CommandPath(), f.Name)
			}
		})
	})
}

func TestDocsNameEverySetting(t *testing.T) {
	table := regexp.MustCompile("(?m)^\\| `([a-z._]+)` \\| `([A-Z_]+)` \\|").FindAllStringSubmatch(sections(t)["Settings"], -1)
	var got, want [][2]string
	for _, row := range table {
		got = append(got, [2]string{row[1], row[2]})
	}
	for _, k := range keys() {
		want = append(want, [2]string{k.name, k.variable()})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("docs/cli.md, Settings (-program +page):\n%s", diff)
	}
}

// What a command says of itself fits a terminal of 80 columns.
func TestHelpFitsATerminal(t *testing.T) {
	eachCommand(testRoot(), func(cmd *cobra.Command) {
		for line := range strings.Lines(long(cmd)) {
			if columns(strings.TrimSuffix(line, "\n")) > 80 {
				t.Errorf("%s: %q", cmd.CommandPath(), line)
			}
		}
	})
}

// long is what a command's help begins with.
func long(cmd *cobra.Command) string {
	cmd.SetOut(io.Discard)
	cmd.HelpFunc()(cmd, nil)
	return cmd.Long
}

// The keys stand in one column and their meanings in another.
func TestConfigHelpHasTwoColumns(t *testing.T) {
	cmd, _, err := testRoot().Find([]string{"config"})
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(long(cmd), "Keys:\n")
	for line := range strings.Lines(list) {
		line = strings.TrimSuffix(line, "\n")
		if line[20] != ' ' || line[21] == ' ' {
			t.Errorf("%q", line)
		}
	}
}

func TestDocsNameEveryField(t *testing.T) {
	all := sections(t)
	change := []string{"loci edit"}
	for _, tt := range []struct {
		where  []string // sections that together name the fields
		result any
	}{
		{[]string{"loci demo"}, demoReport{}},
		{[]string{"loci ingest"}, ingestReport{}},
		{[]string{"loci ingest"}, loci.Reply{}},
		{[]string{"loci remember", "Outcome"}, loci.RememberResult{}},
		{change, loci.ChangeResult{}},
		{[]string{"loci forget"}, loci.ForgetResult{}},
		{[]string{"loci undo"}, loci.UndoResult{}},
		{[]string{"loci revoke"}, loci.RevokeResult{}},
		{[]string{"loci audit"}, loci.AuditReport{}},
		{[]string{"loci encrypt"}, conversion{}},
		{[]string{"loci review"}, reviewReport{}},
		{[]string{"loci review"}, answered{}},
		{[]string{"loci review"}, loci.ReviewItem{}},
		{[]string{"loci procedure"}, loci.Procedure{}},
		{[]string{"loci apply"}, loci.ApplyRequest{}},
		{[]string{"loci apply"}, loci.NewFact{}},
		{[]string{"loci apply"}, loci.ApplyResult{}},
		{[]string{"loci reconcile"}, loci.ReconcileResult{}},
		{[]string{"loci reconcile"}, loci.Contradiction{}},
		{[]string{"loci recall"}, loci.RecallResult{}},
		{[]string{"loci recall"}, loci.Hit{}},
		{[]string{"loci block"}, loci.BlockResult{}},
		{[]string{"loci list"}, loci.ListResult{}},
		{[]string{"loci show"}, showResult{}},
		{[]string{"loci history"}, loci.HistoryResult{}},
		{[]string{"loci export"}, exportReport{}},
		{[]string{"loci import"}, importReport{}},
		{[]string{"loci import", "Outcome"}, refusedRecord{}},
		{[]string{"loci backup"}, backupReport{}},
		{[]string{"loci doctor"}, local.DoctorReport{}},
		{[]string{"loci doctor"}, local.Check{}},
		{[]string{"loci doctor"}, loci.VerifyReport{}},
		{[]string{"loci maintain"}, loci.MaintainResult{}},
		{[]string{"loci compact"}, loci.CompactResult{}},
		{[]string{"loci stats"}, loci.Stats{}},
		{[]string{"loci stats"}, loci.StepStats{}},
		{[]string{"loci thread"}, threadList{}},
		{[]string{"loci thread"}, checkpoint.ThreadInfo{}},
		{[]string{"loci thread"}, threadTree{}},
		{[]string{"loci thread"}, point{}},
		{[]string{"loci thread"}, threadState{}},
		{[]string{"loci thread"}, checkpoint.Write{}},
		{[]string{"loci thread"}, forkReport{}},
		{[]string{"loci thread"}, threadDiff{}},
		{[]string{"loci thread"}, channelChange{}},
		{[]string{"loci thread"}, pruneReport{}},
		{[]string{"loci thread"}, threadExport{}},
		{[]string{"loci setup"}, setupReport{}},
		{[]string{"loci setup"}, hostReport{}},
		{[]string{"loci setup"}, changeReport{}},
		{[]string{"loci pause"}, pauseReport{}},
		{[]string{"loci pause"}, pause{}},
		{[]string{"loci eval"}, eval.Report{}},
		{[]string{"loci eval"}, eval.Detail{}},
		{[]string{"loci eval"}, eval.Sampling{}},
		{[]string{"loci eval"}, eval.Sampled{}},
		{[]string{"loci config"}, configReport{}},
		{[]string{"loci config"}, setting{}},
		{[]string{"loci version"}, versionInfo{}},
		{[]string{"For all commands", "Output and errors"}, failure{}},
		{[]string{"Memory"}, loci.Memory{}},
		{[]string{"Memory"}, loci.Scope{}},
		{[]string{"Memory"}, loci.Ref{}},
		{[]string{"Outcome"}, loci.Outcome{}},
		{[]string{"Finding"}, loci.Finding{}},
		{[]string{"Turn"}, loci.Turn{}},
		{[]string{"HistoryEntry"}, loci.HistoryEntry{}},
	} {
		body := ""
		for _, name := range tt.where {
			body += section(all, name)
		}
		for _, field := range jsonFields(reflect.TypeOf(tt.result)) {
			if !regexp.MustCompile(`["` + "`" + `]` + field + `["` + "`" + `]`).MatchString(body) {
				t.Errorf("docs/cli.md: %v lacks the field %q of %T", tt.where, field, tt.result)
			}
		}
	}
}

func jsonFields(typ reflect.Type) []string {
	var out []string
	for f := range typ.Fields() {
		if !f.IsExported() {
			continue
		}
		if f.Anonymous {
			out = append(out, jsonFields(f.Type)...)
			continue
		}
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "-" {
			out = append(out, name)
		}
	}
	return out
}

func TestHelpScreenNamesEveryCommandAndFits(t *testing.T) {
	for _, cmd := range testRoot().Commands() {
		if cmd.Name() != "help" && !regexp.MustCompile(`\b`+cmd.Name()+`\b`).MatchString(helpText) {
			t.Errorf("help.txt lacks %s", cmd.Name())
		}
	}
	lines := strings.Split(strings.TrimSpace(helpText), "\n")
	if len(lines) > 24 {
		t.Errorf("help.txt has %d lines; a terminal has 24", len(lines))
	}
	for _, line := range lines {
		if columns(line) > 88 {
			t.Errorf("help.txt: %d columns: %s", columns(line), line)
		}
	}
}

// TestExamplesAreCommands parses every example of every command as the program
// would, short of running it.
func TestExamplesAreCommands(t *testing.T) {
	eachCommand(testRoot(), func(cmd *cobra.Command) {
		if cmd.Example == "" && cmd.Name() != "help" {
			t.Errorf("%s has no example", cmd.CommandPath())
		}
		for _, line := range strings.Split(cmd.Example, "\n") {
			for _, args := range lociCalls(line) {
				root := testRoot()
				found, rest, err := root.Find(args)
				if err == nil {
					err = found.ParseFlags(rest)
				}
				if err == nil {
					err = found.ValidateArgs(found.Flags().Args())
				}
				if err != nil || found == root {
					t.Errorf("%s: example %q: %v", cmd.CommandPath(), line, err)
				}
			}
		}
	})
}

// lociCalls returns the arguments of each call of loci in a line of shell.
func lociCalls(line string) [][]string {
	var calls [][]string
	line = strings.NewReplacer("<(", "| ", ")", "").Replace(line)
	for _, part := range strings.Split(line, "|") {
		part, _, _ = strings.Cut(part, " > ")
		words := regexp.MustCompile(`"[^"]*"|\S+`).FindAllString(part, -1)
		if len(words) == 0 || words[0] != "loci" {
			continue
		}
		for i := range words {
			words[i] = strings.Trim(words[i], `"`)
		}
		calls = append(calls, words[1:])
	}
	return calls
}
