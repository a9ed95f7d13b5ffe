// Package hook lets a memory listen to an agent's host and speak to it: it
// reads one event of a host, hands back what the model should know, and keeps
// what the user said. What differs between hosts is in hosts.toml.
//
// A hook must never be the reason that an agent stops: whatever goes wrong,
// the host gets nothing, and the log on stderr gets a line without any text.
package hook

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/command"
	"github.com/locimem/loci/internal/contextblock"
	"github.com/locimem/loci/internal/transcript"
)

// maxEvent bounds an event; hosts send whole conversations with some.
const maxEvent = 16 << 20

// Options is what a hook works with.
type Options struct {
	Host string // overrides what the event shows
	// Principal is who acts in a folder, unless the host says who wrote.
	Principal func(folder string) (loci.Principal, error)
	// Service opens the memory.
	Service func(context.Context) (loci.Service, error)
	// MAC is a hash under the key of the memory that Service has opened.
	MAC    func([]byte) []byte
	Dir    string // for what one event has to tell the next
	Pauses string // the folder of pauses
	// Yield lets others go first. It is called when a prompt is answered, since
	// what is left to do can wait for the answers that others wait for.
	Yield  func()
	Getenv func(string) string
	Now    func() time.Time
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
	if o.Getenv("LOCI_HOOK") != "" {
		return nil // of a program that loci itself has started, for the key
	}
	if e.kind == other {
		return e.unread
	}
	r := &run{o: o, e: e, out: out, session: loadSession(o.Dir, e)}
	paused, err := o.paused(e)
	if e.nobody && !e.aside && err == nil {
		err = loci.Errorf(loci.Denied, "%s does not say who wrote; nothing was kept or shown", e.host.Name).
			WithHint("its platform must name the sender")
	}
	if e.aside || e.nobody || paused || err != nil {
		return errors.Join(err, r.passOver())
	}
	p, err := r.principal()
	if err != nil {
		return err
	}
	if r.svc, err = o.Service(ctx); err != nil {
		return err
	}
	return errors.Join(r.handle(loci.WithPrincipal(ctx, p)), r.remember())
}

// passOver leaves an event alone. The reply to a prompt that is not kept is not
// kept either.
func (r *run) passOver() error {
	if r.e.kind != prompt {
		return nil
	}
	r.session.Event, r.session.Turn, r.session.Off = r.e.turn, "", true
	return r.remember()
}

func (o Options) paused(e event) (bool, error) {
	all, err := Pauses(o.Pauses)
	if err != nil {
		return true, err
	}
	return slices.ContainsFunc(all, func(p Pause) bool { return p.Holds(o.Now(), e.folders...) }), nil
}

// run is one event being handled.
type run struct {
	o    Options
	e    event
	svc  loci.Service
	user string // whose memory it is about
	out  io.Writer

	session   session
	elsewhere bool // the reply is to another person than who wrote last, or may be
}

// principal is who acts: the owner, or whom the host has verified. A reply is
// to whoever wrote last.
//
// Where several people have written, a reply that does not say to what it is one
// may be to any of them.
func (r *run) principal() (loci.Principal, error) {
	folder := ""
	if len(r.e.folders) > 0 {
		folder = r.e.folders[0]
	}
	p, err := r.o.Principal(folder)
	if err != nil {
		return p, err
	}
	p.Client = r.e.host.Name
	speaker := ""
	if r.e.sender != "" && !r.e.own() {
		speaker = cmp.Or(r.e.platform, r.e.host.Name) + ":" + plainID(r.e.sender)
	}
	switch {
	case r.e.kind != reply:
		r.session.Mixed = r.session.Mixed || r.session.heard() && r.session.User != speaker
		r.session.User = speaker
	case r.e.sender != "" && r.session.User != speaker, r.e.turn == "" && r.session.Mixed:
		r.elsewhere = true
	}
	p.User = cmp.Or(r.session.User, p.User)
	r.user = p.User
	return p, nil
}

func (r *run) handle(ctx context.Context) error {
	if r.e.context != nil && !bytes.Contains(r.e.context, []byte(r.session.Fence)) {
		r.session.Shown = ""
	}
	switch r.e.kind {
	case start:
		r.session.Shown = "" // a new context, or one that was cleared
		return r.show(ctx, "")
	case compact:
		r.session.Shown = ""
	case prompt:
		return r.prompted(ctx)
	case reply:
		return r.replied(ctx)
	}
	return nil
}

// remember keeps what the next event of this conversation has to know.
func (r *run) remember() error {
	r.session.At = r.o.Now()
	if err := saveSession(r.o.Dir, r.e, r.session); err != nil {
		return loci.Errorf(loci.Unavailable, "cannot keep the state of this conversation: %w", err).
			WithHint("make %s writable", r.o.Dir)
	}
	return nil
}

// prompted answers with what is known that bears on the prompt, and then
// keeps the prompt. A command to loci is obeyed first: its answer is shown.
func (r *run) prompted(ctx context.Context) error {
	said := strings.TrimSpace(transcript.Unwrap(r.e.prompt))
	before := r.session.Off
	r.session.Turn, r.session.Event, r.session.Off = "", r.e.turn, false
	if said == "" {
		return errors.Join(r.e.unread, r.write(answer{}))
	}
	r.session.Off = command.OffTheRecord(said)
	c, commanded := command.Parse(said)
	if commanded && !(before && c.Name == command.OffRecord) { // else it is off the record already
		return r.obey(ctx, said)
	}
	err := r.show(ctx, said)
	if r.session.Off {
		return err
	}
	if r.o.Yield != nil {
		r.o.Yield()
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
	if res.Spooled > 0 {
		return r.write(answer{context: "The user gave loci, their memory, a command. The memory is busy; it will be done with the next message.",
			message: "loci is busy: this will be done with your next message"})
	}
	var told []string
	for _, reply := range res.Replies {
		if reply.Command != string(command.Summarize) { // the model does that itself
			told = append(told, reply.Text)
		}
	}
	text := strings.Join(told, "\n")
	if text == "" {
		return r.write(answer{})
	}
	return r.write(answer{context: "The user gave loci, their memory, a command. Tell them its answer:\n" + text, message: text})
}

// replied keeps the reply as context for what the user said, and tells the
// user what was learnt from this exchange.
func (r *run) replied(ctx context.Context) error {
	if r.elsewhere || r.session.Off || r.session.Turn == "" || r.e.turn != "" && r.e.turn != r.session.Event {
		return nil // off the record, or a reply to another message or person
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
	if told := r.told(res.Entries); told != "" {
		return r.write(answer{message: told})
	}
	return nil
}

// told says what the message before a reply has changed: what is remembered,
// and what no longer is, for nothing else shows that.
func (r *run) told(changes []loci.HistoryEntry) string {
	said := loci.TurnID(r.conversation() + "/" + r.session.Turn) // as the service names a host's ids
	var learnt, gone []string
	named := map[loci.ID]bool{} // what a message says again and again is told once
	for _, h := range changes {
		switch {
		case h.Turn != said || h.After == nil || named[h.After.ID]:
			continue
		case h.After.Current(r.o.Now()):
			learnt = append(learnt, h.After.Text)
		case h.Op == loci.HistoryRetract, h.Op == loci.HistoryComplete:
			gone = append(gone, h.After.Text)
		}
		named[h.After.ID] = true
	}
	var lines []string
	if len(learnt) > 0 {
		lines = append(lines, "remembered: "+strings.Join(learnt, "; "))
	}
	if len(gone) > 0 {
		lines = append(lines, "no longer current: "+strings.Join(gone, "; "))
	}
	return strings.Join(lines, "\n")
}

// show puts the context block in front of the model, unless it has the same
// one already, and tells the user of a message that is off the record.
func (r *run) show(ctx context.Context, query string) error {
	var told answer
	if r.session.Off && r.e.kind == prompt {
		told.message = "off the record"
	}
	if r.e.host.Context == "" {
		return r.write(told)
	}
	res, err := r.svc.ContextBlock(ctx, loci.BlockRequest{Query: firstOf(query, 2000), Chars: min(r.e.host.Chars, loci.BlockChars)})
	if err != nil {
		return err
	}
	says := r.mark(saying(res.Text))
	if res.Text == "" || says == r.session.Shown && !r.e.host.Fleeting {
		return r.write(told)
	}
	r.session.Shown, r.session.Fence, told.context = says, fence(res.Text), res.Text
	return r.write(told)
}

// saying is what a block says. Its fence is another with every prompt, and its
// lines may come in another order.
func saying(block string) string {
	lines := strings.Split(strings.TrimSpace(block), "\n")
	lines = lines[min(1, len(lines)):max(1, len(lines)-1)]
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// fence is what the tags of a block are marked with.
func fence(block string) string {
	_, rest, _ := strings.Cut(block, contextblock.Name+" ")
	mark, _, _ := strings.Cut(rest, ">")
	return mark
}

func (r *run) write(a answer) error {
	a.user = r.user
	if _, err := r.out.Write(a.encode(r.e)); err != nil {
		return loci.Errorf(loci.Unavailable, "cannot write the answer: %w", err)
	}
	return nil
}

// keep stores one message of the conversation.
func (r *run) keep(ctx context.Context, role loci.TurnRole, said, id string) (loci.IngestResult, error) {
	res, err := r.svc.Ingest(ctx, loci.IngestRequest{Withheld: r.session.Withheld, Turns: []loci.Turn{{
		ID: loci.TurnID(id), Conversation: r.conversation(), Role: role, Text: said, Time: r.o.Now(),
	}}})
	if err != nil {
		return res, err
	}
	r.session.Withheld = loci.JoinWithheld(r.session.Withheld, res.Withheld)
	if res.Refused > 0 { // whole; a secret in it is only taken out
		return res, loci.Errorf(loci.Refused, "a message of the %s was not kept: %s", role, res.Outcomes[0].Reason)
	}
	if role == loci.RoleUser {
		r.session.Turn = id
	}
	return res, nil
}

func (r *run) conversation() string { return r.e.host.Name + ":" + r.e.session }

// turnID is the host's id of the exchange with the message, so that an event
// that comes twice is kept once, and another message under the same id too;
// without one, it is any.
func (r *run) turnID(said string) string {
	if r.e.turn != "" {
		return r.e.turn + "." + r.mark(said)[:8]
	}
	return rand.Text()
}

// mark names a text, and tells it to nobody who tries texts: it outlives them.
func (r *run) mark(text string) string {
	return hex.EncodeToString(r.o.MAC([]byte(text))[:12])
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
