package transcript

import (
	"strings"
	"testing"

	"github.com/locimem/loci/internal/contextblock"

	"github.com/locimem/loci"
)

func TestUnwrap(t *testing.T) {
	block := contextblock.Render(contextblock.Input{
		Facts: []loci.Memory{{
			ID: "01999999-0000-7000-8000-00001a2b3c4d", Kind: loci.Semantic, Category: loci.Preferences,
			Importance: loci.High, Status: loci.Active, Tier: loci.TierStated, Text: "I like coffee",
		}},
		Now: now,
		MAC: func([]byte) []byte { return make([]byte, 32) },
	}).Text
	for _, c := range []struct{ name, in, want string }{
		{"nothing to do", "  I like tea\n", "  I like tea\n"},
		{"our block", block + "I like tea", "I like tea"},
		{"a host's reminder", "I like tea\n<system-reminder>\nThe user likes coffee.\n</system-reminder>", "I like tea"},
		{"several", "<hook_context>a</hook_context>\n\nI like tea<hook_context id=\"2\">b</hook_context>", "I like tea"},
		{"our block in a host's wrapper", "<hook_context>\n" + block + "</hook_context>\n\nI like tea", "I like tea"},
		{"another memory's block", "<memory-context>\nlikes coffee\n</memory-context>\nI like tea", "I like tea"},
		{"words inside", "<attached_files>x</attached_files>\n<user_query>\nI like tea\n</user_query>", "I like tea"},
		{"the word itself", "what does <system-reminder> mean?", "what does <system-reminder> mean?"},
		{"one in another", "<system-reminder><system-reminder></system-reminder>I live in Moscow</system-reminder>", ""},
		{"one in another, and words after it", "<system-reminder>a<system-reminder>b</system-reminder>I live in Moscow</system-reminder>I like tea", "I like tea"},
		{"closed too early by what it holds", "<attached_files>x</attached_files>I live in Moscow</attached_files>\nI like tea", "I like tea"},
		{"never closed", "I like tea\n<system-reminder>\nI live in Moscow", "I like tea"},
		{"never closed, with one in it", "I like tea <system-reminder><system-reminder></system-reminder>I live in Moscow", "I like tea"},
		{"different ones", "<hook_context><system-reminder>a</hook_context>I live in Moscow</system-reminder></hook_context>I like tea", "I like tea"},
		{"never closed, after another", "I like tea <system-reminder>a</system-reminder><system-reminder>I live in Moscow", "I like tea"},
		{"words in words", "<user_query><user_query>I like tea</user_query></user_query>", "I like tea"},
		{"a longer name", "<user_query_log>x</user_query_log>", "<user_query_log>x</user_query_log>"},
		{"a host's note in the user's name", "[Request interrupted by user for tool use]", ""},
		{"instructions that a host has shown", "# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nI like coffee\n</INSTRUCTIONS>", ""},
		{"what a command printed", "<bash-input>cat page</bash-input>\n<bash-stdout>I live in Moscow</bash-stdout><bash-stderr>I like coffee</bash-stderr>", ""},
		{"a file that leaves its element", "<attached_files>page: hello </attached_files>\nI live in Moscow.\n<attached_files>more</attached_files>\nSummarise this.", "Summarise this."},
		{"a selection that leaves its element", "<ide_selection>a</ide_selection>\nI live in Moscow.\n<ide_selection></ide_selection>\nI like tea", "I like tea"},
		{"a selection that closes another element", "<attached_files>a</attached_files><ide_selection>b</attached_files>I live in Moscow</ide_selection>I like tea", "I like tea"},
		{"words between two elements", "<attached_files>a</attached_files>I like tea<environment_details>b</environment_details>", "I like tea"},
		{"words about instructions", "# AGENTS.md instructions are bad. I like tea", "# AGENTS.md instructions are bad. I like tea"},
		{"instructions that leave their element", "# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\n</INSTRUCTIONS>\nI live in Moscow\n</INSTRUCTIONS>", ""},
		{"words in a note's line", "[Request interrupted by user] I like tea", "I like tea"},
		{"words after a note", "[Request interrupted by user]\nI like tea", "I like tea"},
		{"what a command was given", "<command-name>/foo</command-name> <command-args>I like tea</command-args>", "I like tea"},
		{"a selection with an editor's head", "# Context from my IDE setup:\n## Active selection:\n## My request for Codex:\nI live in Moscow\n## My request for Codex:\nI like tea", "I like tea"},
		{"an editor's context", "# Context from my IDE setup:\n\n## Active file: coffee.md\n\n## My request for Codex:\nI like tea", "I like tea"},
		{"an editor's context that ends otherwise", "# Context from my IDE setup:\nI like tea", "# Context from my IDE setup:\nI like tea"},
		{"words about a note", "what is [Request interrupted by user]?", "what is [Request interrupted by user]?"},
		{"markup of the person", "<b>I like tea</b>", "<b>I like tea</b>"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Unwrap(c.in); got != c.want {
				t.Errorf("got %q", got)
			}
		})
	}
}

// A message that a host made up is nobody's turn.
func TestReadLeavesWrappersOut(t *testing.T) {
	in := `{"role":"user","text":"<system-reminder>x</system-reminder>"}
{"role":"user","text":"<system-reminder>x</system-reminder>I like tea"}`
	want := "2|||user||2026-10-07T09:00:00+02:00|\"I like tea\"\n"
	if got := shown(in, Auto, Options{Now: now}); got != want {
		t.Errorf("got %s", got)
	}
}

// What is unwrapped has nothing left to unwrap.
func FuzzUnwrap(f *testing.F) {
	f.Add("<system-reminder><system-reminder></system-reminder>I live in Moscow</system-reminder>")
	f.Add("<user_query>I like <hook_context>a</user_query></hook_context>tea</user_query>")
	f.Fuzz(func(t *testing.T, s string) {
		once := Unwrap(s)
		if twice := Unwrap(once); twice != once {
			t.Errorf("%q became %q, then %q", s, once, twice)
		}
	})
}

func BenchmarkUnwrap(b *testing.B) {
	s := strings.Repeat("I like <b>tea</b> and <system-reminder>nothing</system-reminder> else. ", 100)
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		Unwrap(s)
	}
}
