// Package mcpserver serves a memory over the Model Context Protocol: tools to
// remember, recall and forget, the context block and single memories as
// resources, and a prompt. It speaks stdio and Streamable HTTP.
//
// Who acts is decided where the server is started and never by a tool's
// arguments. The store is opened by the first call that needs it, so that a
// locked or broken file costs no handshake: the protocol answers, and each
// call says what is wrong.
package mcpserver

import (
	"context"
	"crypto/rand"
	"embed"
	"encoding/json"
	"errors"
	"log/slog"
	"regexp"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/locimem/loci"
)

//go:embed tools/*.json
var tools embed.FS

//go:embed instructions.md
var instructions string

//go:embed prompt.md
var prompt string

// Options configures New.
type Options struct {
	// Version is shown to clients.
	Version string
	// Open opens the memory and says who acts. It is called by each request and
	// has to remember what it opened. Whoever it is acts as an agent; only an
	// answer to an elicitation makes it a person.
	Open func(context.Context) (loci.Service, loci.Principal, error)
	// Threads returns a thread as text for a resource; nil: no such resource.
	Threads func(ctx context.Context, thread string) (string, error)
	// Now is the clock; nil: time.Now.
	Now func() time.Time
	// Log receives what goes wrong; nil: nothing is logged. It never gets a
	// text of the user's.
	Log *slog.Logger
}

// Server is an MCP server over one memory. It serves any number of clients.
type Server struct {
	opts Options
	mcp  *mcp.Server
	key  []byte // signs what a client carries back to us
	// takes says which arguments each tool has.
	takes map[string]string
}

// New returns a server.
func New(o Options) (*Server, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{opts: o, key: make([]byte, 32), takes: map[string]string{}}
	if _, err := rand.Read(s.key); err != nil {
		return nil, loci.Errorf(loci.Internal, "no random numbers: %w", err)
	}
	s.mcp = mcp.NewServer(
		&mcp.Implementation{Name: "loci", Title: "loci memory", Version: o.Version},
		&mcp.ServerOptions{
			Instructions: instructions,
			Logger:       o.Log,
			Capabilities: &mcp.ServerCapabilities{
				Tools: &mcp.ToolCapabilities{}, Prompts: &mcp.PromptCapabilities{}, Resources: &mcp.ResourceCapabilities{},
			},
			SetCacheable: func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) { c.CacheScope = "private" },
		})
	s.mcp.AddReceivingMiddleware(s.survivor, withoutNull, s.plainly)
	addTool(s, "remember", s.remember)
	addTool(s, "recall", s.recall)
	addTool(s, "forget", s.forget)
	addTool(s, "list", s.list)
	addTool(s, "history", s.history)
	addTool(s, "complete", s.complete)
	s.addResources()
	s.addPrompt()
	return s, nil
}

// request is one call of a tool, with who makes it already in its context.
type request struct {
	call *mcp.CallToolRequest
	svc  loci.Service
	p    loci.Principal
}

// addTool adds the tool that tools/NAME.json defines. The SDK checks arguments
// and answers against the schemas there.
func addTool[In, Out any](s *Server, name string, run func(context.Context, request, In) (*mcp.CallToolResult, Out, error)) {
	definition, err := tools.ReadFile("tools/" + name + ".json")
	var tool mcp.Tool
	if err == nil {
		err = json.Unmarshal(definition, &tool)
	}
	if err != nil {
		panic("mcpserver: embedded tool " + name + ": " + err.Error()) // a fault of the build, found by any test
	}
	s.takes[name] = argumentsOf(tool)
	mcp.AddTool(s.mcp, &tool, func(ctx context.Context, call *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		var none Out
		svc, p, err := s.open(ctx, call.Session)
		if err != nil {
			return nil, none, s.failure(err)
		}
		res, out, err := run(loci.WithPrincipal(ctx, p), request{call, svc, p}, in)
		if err != nil {
			return nil, none, s.failure(err)
		}
		return res, out, nil
	})
}

// open opens the memory. The client's name is added to who acts: provenance,
// never trust.
func (s *Server) open(ctx context.Context, session *mcp.ServerSession) (loci.Service, loci.Principal, error) {
	svc, p, err := s.opts.Open(ctx)
	p.Via = loci.ViaAgent
	if init := session.InitializeParams(); init != nil && init.ClientInfo != nil && p.Client == "" {
		p.Client = clientLabel(init.ClientInfo.Name)
	}
	return svc, p, err
}

// clientLabel keeps what can stand in a history: a short name of plain letters.
func clientLabel(name string) string {
	out := make([]byte, 0, 32)
	for i := 0; i < len(name) && len(out) < 32; i++ {
		c := name[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '.' || c == '_' {
			out = append(out, c)
		}
	}
	return string(out)
}

// failure is what a model reads when a call fails: the message and what to do.
// The cause of an internal error stays in the log, and so does all of it unless
// it has a hint: such a one is written for people.
func (s *Server) failure(err error) error {
	if loci.CodeOf(err) == loci.Internal {
		s.opts.Log.Error("call failed", "err", err)
		var known *loci.Error
		if !errors.As(err, &known) || known.Hint == "" {
			return loci.Errorf(loci.Internal, "loci failed inside; its log on stderr says more")
		}
		err = &loci.Error{Message: known.Message, Hint: known.Hint}
	}
	return loci.Errorf(loci.CodeOf(err), "%s", explained(err))
}

// toolCommand is a command in a hint that is a tool too.
var toolCommand = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("`loci (remember|recall|forget|list|history|complete)(?: [A-Z]+)?`")
})

// explained is an error with what to do about it, with the means of a model.
func explained(err error) string {
	if hint := loci.HintOf(err); hint != "" {
		return err.Error() + " (" + toolCommand().ReplaceAllString(hint, "`$1`") + ")"
	}
	return err.Error()
}

// text is an answer for the model to read, beside the structured one.
func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}
