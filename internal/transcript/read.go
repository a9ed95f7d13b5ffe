package transcript

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"time"

	"github.com/locimem/loci"
)

// Format is how a file writes a conversation.
type Format string

// The formats. Auto finds out by looking.
const (
	Auto     Format = "auto"
	JSONL    Format = "jsonl"
	Messages Format = "messages"
	Text     Format = "text"
	ChatGPT  Format = "chatgpt"
	Claude   Format = "claude-code"
	Codex    Format = "codex"
	LoCoMo   Format = "locomo"
)

// Formats lists every format.
func Formats() []Format { return []Format{Auto, JSONL, Messages, Text, ChatGPT, Claude, Codex, LoCoMo} }

// maxLine is the longest line, and the longest message of a plain text, that is
// read, in bytes.
const maxLine = 4 << 20

// headLen is how much of a file Detect is shown.
const headLen = 64 << 10

// Options are the circumstances of a file.
type Options struct {
	Name string         // the file's name, for messages; empty or "-" for standard input
	Now  time.Time      // when a message was said that does not tell
	Zone *time.Location // of times without one; nil: that of Now
}

func (o Options) zone() *time.Location {
	if o.Zone != nil {
		return o.Zone
	}
	return o.Now.Location()
}

func (o Options) stdin() bool { return o.Name == "" || o.Name == "-" }

// name is what messages call the file.
func (o Options) name() string {
	if o.stdin() {
		return "stdin"
	}
	return o.Name
}

// fault is an error that names the place.
func (o Options) fault(line int, format string, args ...any) *loci.Error {
	e := loci.Errorf(loci.Invalid, format, args...)
	e.Message = fmt.Sprintf("%s:%d: %s", o.name(), line, e.Message)
	return e
}

// faultOf names the place of an error, and keeps its hint.
func (o Options) faultOf(line int, err error) *loci.Error {
	return o.fault(line, "%w", err).WithHint("%s", loci.HintOf(err))
}

// Item is one turn and where it was found.
type Item struct {
	User string // whose conversation it is, where the file holds several users; else empty
	Turn loci.Turn
	Line int // where it begins
}

// Read yields the turns of a file in their order, without what hosts have
// added to them. A part that cannot be read yields an error, an *loci.Error
// that names file and line, and reading goes on behind it, as far as there is
// anything to go on with.
func Read(r io.Reader, f Format, o Options) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		in := bufio.NewReaderSize(r, headLen)
		head, err := in.Peek(headLen)
		if err != nil && !errors.Is(err, io.EOF) {
			yield(Item{}, o.fault(1, "cannot read: %w", err))
			return
		}
		if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
			yield(Item{}, o.fault(1, "this is UTF-16 text").WithHint("save it as UTF-8"))
			return
		}
		if bytes.HasPrefix(head, zipMark) {
			yield(Item{}, o.fault(1, "this is a ZIP").WithHint("unzip it, or name its file instead of a pipe"))
			return
		}
		if f == Auto || f == "" {
			f = Detect(head, o.Name)
		}
		if bytes.HasPrefix(head, bom) {
			_, _ = in.Discard(len(bom)) // was just peeked
		}
		said := func(it Item, err error) bool {
			if err == nil {
				if it.Turn.Text = Unwrap(it.Turn.Text); it.Turn.Text == "" {
					return true // a message of the host's making
				}
			}
			return yield(it, err)
		}
		reader(f)(in, o, said)
	}
}

// reader returns what reads a format.
func reader(f Format) func(*bufio.Reader, Options, func(Item, error) bool) {
	switch f {
	case JSONL:
		return readJSONL
	case Messages:
		return readMessages
	case ChatGPT:
		return readChatGPT
	case Claude:
		return readClaude
	case Codex:
		return readCodex
	case LoCoMo:
		return readLoCoMo
	}
	return readText
}

var bom = []byte("\uFEFF")

// turnID names a turn that tells neither id nor time: by its line and its
// words, so that reading the file again, also when it has grown, finds it
// known. What comes through standard input is another conversation each day.
func turnID(o Options, line int, t loci.Turn) loci.TurnID {
	source := filepath.Base(o.Name)
	if o.stdin() {
		source = t.Time.Format(time.DateOnly)
	}
	h := sha256.New()
	for _, part := range []string{source, fmt.Sprint(line), t.Conversation, string(t.Role), t.Speaker, t.Text} {
		fmt.Fprintf(h, "%d:%s;", len(part), part)
	}
	return loci.TurnID(hex.EncodeToString(h.Sum(nil)[:16]))
}
