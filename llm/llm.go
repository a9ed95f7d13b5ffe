// Package llm talks to language models over HTTP: to servers that speak
// OpenAI's protocol, to Anthropic's and to Ollama. Nothing in loci needs it; a program that
// wants a model builds a client here and injects it.
package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/locimem/loci"
)

// Options says which model to use and where.
type Options struct {
	URL   string       // the server's base; empty = the provider's usual one
	Model string       // as the server names it
	Key   string       // sent as a bearer token; empty = none
	HTTP  *http.Client // nil = http.DefaultClient
}

// Providers lists the names that NewEmbedder knows.
func Providers() []string { return []string{"openai", "ollama"} }

// NewEmbedder returns a client of a provider's embedding models. It does no
// I/O.
func NewEmbedder(provider string, o Options) (loci.Embedder, error) {
	if o.Model == "" {
		return nil, loci.Errorf(loci.Invalid, "an embedder needs a model")
	}
	switch provider {
	case "openai":
		s, err := newServer(o, "https://api.openai.com/v1")
		return openAI{s, o.Model}, err
	case "ollama":
		s, err := newServer(o, "http://localhost:11434")
		return ollama{s, o.Model}, err
	}
	return nil, loci.Errorf(loci.Invalid, "unknown provider %q", provider).WithHint("one of: %s", strings.Join(Providers(), ", "))
}

// server is the HTTP core that all clients share.
type server struct {
	base, key string
	headers   map[string]string // beside the usual ones
	http      *http.Client
}

func newServer(o Options, usual string) (server, error) {
	if o.URL == "" {
		o.URL = usual
	}
	if u, err := url.Parse(o.URL); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return server{}, loci.Errorf(loci.Invalid, "%q is no address of a server", o.URL).WithHint("write it like %s", usual)
	}
	if o.HTTP == nil {
		o.HTTP = http.DefaultClient
	}
	return server{base: strings.TrimRight(o.URL, "/"), key: o.Key, http: o.HTTP}, nil
}

// Bounds of what is read of an answer.
const (
	maxAnswer = 64 << 20
	maxReason = 300
)

// post sends a value as JSON and reads the answer into another.
func (s server) post(ctx context.Context, path string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return loci.Errorf(loci.Internal, "cannot write the request: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base+path, bytes.NewReader(body))
	if err != nil {
		return loci.Errorf(loci.Invalid, "%s: %w", s.base, err)
	}
	req.Header.Set("Content-Type", "application/json")
	if s.key != "" {
		req.Header.Set("Authorization", "Bearer "+s.key)
	}
	for name, value := range s.headers {
		req.Header.Set(name, value)
	}
	res, err := s.http.Do(req)
	if err != nil {
		return loci.Errorf(loci.Unavailable, "%s does not answer: %w", s.base, cause(err))
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	switch {
	case err != nil:
		return loci.Errorf(loci.Unavailable, "%s broke off: %w", s.base, err)
	case res.StatusCode == http.StatusUnauthorized, res.StatusCode == http.StatusForbidden:
		return loci.Errorf(loci.Invalid, "%s refuses the key: %s", s.base, res.Status)
	case res.StatusCode != http.StatusOK:
		return loci.Errorf(loci.Unavailable, "%s answers %s: %s", s.base, res.Status, reason(answer))
	}
	if err := json.Unmarshal(answer, out); err != nil {
		return loci.Errorf(loci.Unavailable, "%s does not answer in JSON: %w", s.base, err)
	}
	return nil
}

// cause leaves out the address, which the caller names already.
func cause(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// reason is the beginning of an error page, on one line.
func reason(answer []byte) string {
	s := strings.Join(strings.Fields(strings.ToValidUTF8(string(answer), "")), " ")
	if r := []rune(s); len(r) > maxReason {
		s = string(r[:maxReason]) + "…"
	}
	return s
}

// whole refuses an answer that does not have one vector for each text.
func (s server) whole(vectors [][]float32, texts []string) ([][]float32, error) {
	if len(vectors) != len(texts) {
		return nil, loci.Errorf(loci.Unavailable, "%s answers with %d vectors for %d texts", s.base, len(vectors), len(texts))
	}
	for _, v := range vectors {
		if len(v) == 0 || len(v) != len(vectors[0]) {
			return nil, loci.Errorf(loci.Unavailable, "%s answers with vectors of %d and %d dimensions", s.base, len(vectors[0]), len(v))
		}
	}
	return vectors, nil
}
