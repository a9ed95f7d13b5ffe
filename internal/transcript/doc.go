// Package transcript reads conversations that other programs have written and
// turns them into turns: JSON lines, plain text with a role before each
// message, ChatGPT's export, sessions of Claude Code and Codex, and LoCoMo's
// JSON. What a host has put around a person's words is left out, and so are
// tools, sub-agents and what was only thought. What cannot be read is reported
// with file and line, and the rest is read all the same. Lists in Markdown
// become notes ([ReadNotes]).
//
// Reading the same file again gives the same turns with the same ids, also
// where the file tells neither ids nor times.
package transcript
