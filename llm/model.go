package llm

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/locimem/loci"
)

// maxTokens bounds what a model writes where its server wants to know.
const maxTokens = 4096

// ModelProviders lists the names that NewModel knows.
func ModelProviders() []string { return []string{"openai", "anthropic", "ollama"} }

// NewModel returns a client of a provider's language models. It does no I/O.
// Where a prompt has a schema, the server is asked to hold the model to it.
// An answer that was cut off is an error with the code loci.Invalid.
func NewModel(provider string, o Options) (loci.Model, error) {
	if o.Model == "" {
		return nil, loci.Errorf(loci.Invalid, "a model needs a name")
	}
	switch provider {
	case "openai":
		s, err := newServer(o, "https://api.openai.com/v1")
		return openAI{s, o.Model}, err
	case "anthropic":
		s, err := newServer(o, "https://api.anthropic.com")
		s.headers = map[string]string{"x-api-key": o.Key, "anthropic-version": "2023-06-01"}
		s.key = ""
		return anthropic{s, o.Model}, err
	case "ollama":
		s, err := newServer(o, "http://localhost:11434")
		return ollama{s, o.Model}, err
	}
	return nil, loci.Errorf(loci.Invalid, "unknown provider %q", provider).WithHint("one of: %s", strings.Join(ModelProviders(), ", "))
}

// message is one message of a conversation with a model.
type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

func messages(p loci.Prompt) []message {
	return []message{{"system", p.Instructions}, {"user", p.Input}}
}

func (s server) cutOff() error {
	return loci.Errorf(loci.Invalid, "%s: the model's answer was cut off", s.base)
}

func (s server) said(text string, u loci.Usage) (loci.Completion, error) {
	if strings.TrimSpace(text) == "" {
		return loci.Completion{Usage: u}, loci.Errorf(loci.Invalid, "%s: the model answered nothing", s.base)
	}
	return loci.Completion{Text: text, Usage: u}, nil
}

// Complete implements [loci.Model].
func (c openAI) Complete(ctx context.Context, p loci.Prompt) (loci.Completion, error) {
	request := map[string]any{"model": c.model, "messages": messages(p), "temperature": 0}
	if p.Schema != nil {
		request["response_format"] = map[string]any{"type": "json_schema", "json_schema": map[string]any{
			"name": "answer", "strict": true, "schema": p.Schema}}
	}
	var answer struct {
		Choices []struct {
			Message message `json:"message"`
			Finish  string  `json:"finish_reason"`
		} `json:"choices"`
		Usage struct {
			Prompt     int `json:"prompt_tokens"`
			Completion int `json:"completion_tokens"`
		} `json:"usage"`
	}
	if err := c.post(ctx, "/chat/completions", request, &answer); err != nil {
		return loci.Completion{}, err
	}
	used := loci.Usage{Input: answer.Usage.Prompt, Output: answer.Usage.Completion}
	if len(answer.Choices) == 0 {
		return c.said("", used)
	}
	if answer.Choices[0].Finish == "length" {
		return loci.Completion{Usage: used}, c.cutOff()
	}
	return c.said(answer.Choices[0].Message.Content, used)
}

// anthropic speaks the Messages protocol.
type anthropic struct {
	server
	model string
}

// Complete implements [loci.Model]. A schema is given as a tool that the model
// has to use.
func (c anthropic) Complete(ctx context.Context, p loci.Prompt) (loci.Completion, error) {
	request := map[string]any{
		"model": c.model, "max_tokens": maxTokens, "system": p.Instructions, "messages": []message{{"user", p.Input}}, "temperature": 0,
	}
	if p.Schema != nil {
		request["tools"] = []any{map[string]any{"name": "answer", "description": "Give the answer.", "input_schema": p.Schema}}
		request["tool_choice"] = map[string]any{"type": "tool", "name": "answer"}
	}
	var answer struct {
		Content []struct {
			Type  string          `json:"type"`
			Text  string          `json:"text"`
			Input json.RawMessage `json:"input"`
		} `json:"content"`
		Stop  string `json:"stop_reason"`
		Usage struct {
			Input  int `json:"input_tokens"`
			Output int `json:"output_tokens"`
		} `json:"usage"`
	}
	if err := c.post(ctx, "/v1/messages", request, &answer); err != nil {
		return loci.Completion{}, err
	}
	used := loci.Usage{Input: answer.Usage.Input, Output: answer.Usage.Output}
	if answer.Stop == "max_tokens" {
		return loci.Completion{Usage: used}, c.cutOff()
	}
	var text strings.Builder
	for _, part := range answer.Content {
		switch {
		case part.Type == "tool_use" && p.Schema != nil:
			return c.said(string(part.Input), used)
		case part.Type == "text":
			text.WriteString(part.Text)
		}
	}
	return c.said(text.String(), used)
}

// Complete implements [loci.Model].
func (c ollama) Complete(ctx context.Context, p loci.Prompt) (loci.Completion, error) {
	request := map[string]any{
		"model": c.model, "messages": messages(p), "stream": false, "options": map[string]any{"temperature": 0},
	}
	if p.Schema != nil {
		request["format"] = p.Schema
	}
	var answer struct {
		Message message `json:"message"`
		Done    string  `json:"done_reason"`
		Input   int     `json:"prompt_eval_count"`
		Output  int     `json:"eval_count"`
	}
	if err := c.post(ctx, "/api/chat", request, &answer); err != nil {
		return loci.Completion{}, err
	}
	used := loci.Usage{Input: answer.Input, Output: answer.Output}
	if answer.Done == "length" {
		return loci.Completion{Usage: used}, c.cutOff()
	}
	return c.said(answer.Message.Content, used)
}
