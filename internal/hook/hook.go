// Package hook lets a memory listen to an agent's host and speak to it: it
// reads one event of a host, hands back what the model should know, and keeps
// what the user said. What differs between hosts is in hosts.toml.
//
// A hook must never be the reason that an agent stops: whatever goes wrong,
// the host gets nothing, and the log on stderr gets a line without any text.
package hook

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/command"
	"github.com/locimem/loci/internal/transcript"
)

// maxEvent bounds an event; hosts send whole conversations with some.
const maxEvent = 16 << 20

// Options is what a hook works with.
type Options struct {
	Host      string // overrides what the event shows
	Principal loci.Principal
	// Service opens the memory.
	Service func(context.Context) (loci.Service, error)
	Dir     string // for what one event has to tell the next
	Pauses  string // the file of pauses
	Getenv  func(string) string
	Now     func() time.Time
}

// Run reads an event from in and writes the answer to out. The answer is
// complete before anything is kept, so that a host that reads it need not wait.
func Run(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	data, err := io.ReadAll(io.LimitReader(in, maxEvent))
	if err != nil {
		return loci.Errorf(loci.Unavailable, "cannot read the event: %w", err)
	}
	e, err := read(data, o.Host, o.Getenv)
	if err != nil {
		return err
	}
	if e.kind == other || e.aside || o.Getenv("LOCI_HOOK") != "" {
		return nil // LOCI_HOOK: an agent that loci itself has started
	}
	paused, err := o.paused(e)
	if paused || err != nil {
		return err
	}
	o.Principal.Client = e.host.Name
	if e.sender != "" && e.platform != "" && e.platform != "cli" {
		o.Principal.User = e.platform + ":" + e.sender // one host, several people
	}
	svc, err := o.Service(ctx)
	if err != nil {
		return err
	}
	r := &run{o: o, e: e, svc: svc, out: out, session: loadSession(o.Dir, e)}
	return r.handle(loci.WithPrincipal(ctx, o.Principal))
}

func (o Options) paused(e event) (bool, error) {
	all, err := Pauses(o.Pauses)
	if err != nil {
		return true, err
	}
	folder := e.folder
	if folder != "" {
		folder = filepath.Clean(folder)
	}
	for _, p := range all {
		if p.Holds(o.Now(), folder) {
			return true, nil
		}
	}
	return false, nil
}

// run is one event being handled.
type run struct {
	o       Options
	e       event
	svc     loci.Service
	out     io.Writer
	session session
}

func (r *run) handle(ctx context.Context) error {
	var err error
	switch r.e.kind {
	case start:
		r.session.Shown = "" // a new context, or one that was cleared
		err = r.show(ctx, "")
	case compact:
		r.session.Shown = ""
	case prompt:
		err = r.prompted(ctx)
	case reply:
		err = r.replied(ctx)
	}
	r.session.At = r.o.Now()
	if saved := saveSession(r.o.Dir, r.e, r.session); err == nil && saved != nil {
		err = loci.Errorf(loci.Unavailable, "cannot keep the state of this conversation: %w", saved)
	}
	return err
}

// prompted answers with what is known that bears on the prompt, and then
// keeps the prompt. A command to loci is obeyed first: its answer is shown.
func (r *run) prompted(ctx context.Context) error {
	said := strings.TrimSpace(transcript.Unwrap(r.e.prompt))
	r.session.Turn, r.session.Off = "", command.OffTheRecord(said)
	if said == "" {
		return nil
	}
	if _, ok := command.Parse(said); ok {
		return r.obey(ctx, said)
	}
	err := r.show(ctx, said)
	if r.session.Off {
		return err
	}
	if _, kept := r.keep(ctx, loci.RoleUser, said, r.turnID(said)); kept != nil {
		return kept
	}
	return err
}

// obey keeps a command, which carries it out, and tells its answer.
func (r *run) obey(ctx context.Context, said string) error {
	res, err := r.keep(ctx, loci.RoleUser, said, r.turnID(said))
	if err != nil {
		return err
	}
	var told []string
	for _, reply := range res.Replies {
		told = append(told, reply.Text)
	}
	text := strings.Join(told, "\n")
	if text == "" {
		return nil
	}
	return r.write(answer{context: "The user gave loci, their memory, a command. It is done; tell them its answer:\n" + text, message: text})
}

// replied keeps the reply as context for what the user said, and tells the
// user what was learnt from this exchange.
func (r *run) replied(ctx context.Context) error {
	if r.session.Off || r.session.Turn == "" {
		return nil
	}
	if said := strings.TrimSpace(transcript.Unwrap(r.e.reply)); said != "" {
		if _, err := r.keep(ctx, loci.RoleAssistant, said, r.session.Turn+":reply"); err != nil {
			return err
		}
	}
	if r.e.host.Message == "" {
		return nil
	}
	res, err := r.svc.History(ctx, loci.HistoryRequest{Limit: 20})
	if err != nil {
		return err
	}
	said := loci.TurnID(r.conversation() + "/" + r.session.Turn) // as the service names a host's ids
	var learnt []string
	for _, h := range res.Entries {
		if h.Turn == said && h.After != nil && h.After.Current(r.o.Now()) {
			learnt = append(learnt, h.After.Text)
		}
	}
	if len(learnt) == 0 {
		return nil
	}
	return r.write(answer{message: "remembered: " + strings.Join(learnt, "; ")})
}

// show puts the context block in front of the model, unless it has the same
// one already.
func (r *run) show(ctx context.Context, query string) error {
	if r.e.host.Context == "" {
		return nil
	}
	res, err := r.svc.ContextBlock(ctx, loci.BlockRequest{Query: firstOf(query, 2000), Chars: min(r.e.host.Chars, loci.BlockChars)})
	if err != nil || res.Text == "" {
		return err
	}
	sum := sha256.Sum256([]byte(res.Text))
	digest := hex.EncodeToString(sum[:8])
	if digest == r.session.Shown {
		return nil
	}
	r.session.Shown = digest
	return r.write(answer{context: res.Text})
}

func (r *run) write(a answer) error {
	if _, err := r.out.Write(a.encode(r.e)); err != nil {
		return loci.Errorf(loci.Unavailable, "cannot write the answer: %w", err)
	}
	return nil
}

// keep stores one message of the conversation.
func (r *run) keep(ctx context.Context, role loci.TurnRole, said, id string) (loci.IngestResult, error) {
	res, err := r.svc.Ingest(ctx, loci.IngestRequest{Turns: []loci.Turn{{
		ID: loci.TurnID(id), Conversation: r.conversation(), Role: role, Text: said, Time: r.o.Now(),
	}}})
	if err == nil && role == loci.RoleUser {
		r.session.Turn = id
	}
	return res, err
}

func (r *run) conversation() string { return r.e.host.Name + ":" + r.e.session }

// turnID is the host's id of the exchange, so that an event that comes twice
// is kept once; without one, the message and its moment.
func (r *run) turnID(said string) string {
	if r.e.turn != "" {
		return r.e.turn
	}
	sum := sha256.Sum256([]byte(said + r.o.Now().UTC().Format(time.RFC3339Nano)))
	return hex.EncodeToString(sum[:12])
}

// firstOf cuts a long prompt: what it asks for stands at its beginning.
func firstOf(s string, bytes int) string {
	if len(s) <= bytes {
		return s
	}
	for bytes > 0 && !utf8.RuneStart(s[bytes]) {
		bytes--
	}
	return s[:bytes]
}
