package llm_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci"
	"github.com/locimem/loci/llm"
)

// answering returns a server that gives one answer, and what it was asked.
func answering(t *testing.T, status int, answer string) (url string, asked *map[string]any) {
	t.Helper()
	asked = &map[string]any{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := json.NewDecoder(r.Body).Decode(asked); err != nil {
			t.Error(err)
		}
		(*asked)["path"], (*asked)["key"] = r.URL.Path, r.Header.Get("Authorization")
		w.WriteHeader(status)
		fmt.Fprint(w, answer)
	}))
	t.Cleanup(s.Close)
	return s.URL, asked
}

func TestEmbed(t *testing.T) {
	texts := []string{"tea", "чай"}
	for _, c := range []struct {
		provider, answer string
		asked            map[string]any
	}{
		{"openai", `{"data": [{"index": 1, "embedding": [0.5, 1]}, {"index": 0, "embedding": [1, 0]}]}`,
			map[string]any{"path": "/v1/embeddings", "key": "Bearer k", "model": "small", "encoding_format": "float", "input": []any{"tea", "чай"}}},
		{"ollama", `{"embeddings": [[1, 0], [0.5, 1]]}`,
			map[string]any{"path": "/v1/api/embed", "key": "Bearer k", "model": "small", "input": []any{"tea", "чай"}}},
	} {
		t.Run(c.provider, func(t *testing.T) {
			url, asked := answering(t, 200, c.answer)
			e, err := llm.NewEmbedder(c.provider, llm.Options{URL: url + "/v1/", Model: "small", Key: "k"})
			if err != nil {
				t.Fatal(err)
			}
			got, err := e.Embed(t.Context(), texts)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([][]float32{{1, 0}, {0.5, 1}}, got); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(c.asked, *asked); diff != "" {
				t.Error(diff)
			}
			if e.Model() != "small" {
				t.Errorf("model %q", e.Model())
			}
		})
	}
}

func TestEmbedRefusesAnswers(t *testing.T) {
	for _, c := range []struct {
		name     string
		provider string
		status   int
		answer   string
		code     loci.Code
		says     string
	}{
		{"key", "openai", 401, `{}`, loci.Invalid, "refuses the key"},
		{"busy", "openai", 429, `{"error": "slow  down"}`, loci.Unavailable, `slow down`},
		{"no model", "ollama", 404, `{"error": "model not found"}`, loci.Unavailable, "model not found"},
		{"no JSON", "ollama", 200, `<html>`, loci.Unavailable, "JSON"},
		{"too few", "ollama", 200, `{"embeddings": [[1]]}`, loci.Unavailable, "1 vectors for 2"},
		{"of two sizes", "ollama", 200, `{"embeddings": [[1], [1, 2]]}`, loci.Unavailable, "dimensions"},
		{"empty", "ollama", 200, `{"embeddings": [[], []]}`, loci.Unavailable, "dimensions"},
		{"twice the same", "openai", 200, `{"data": [{"index": 0, "embedding": [1]}, {"index": 0, "embedding": [1]}]}`, loci.Unavailable, "dimensions"},
		{"out of range", "openai", 200, `{"data": [{"index": 7, "embedding": [1]}, {"index": -1, "embedding": [1]}]}`, loci.Unavailable, "dimensions"},
	} {
		t.Run(c.name, func(t *testing.T) {
			url, _ := answering(t, c.status, c.answer)
			e, err := llm.NewEmbedder(c.provider, llm.Options{URL: url, Model: "m", Key: "secret-key"})
			if err != nil {
				t.Fatal(err)
			}
			_, err = e.Embed(t.Context(), []string{"a", "b"})
			if loci.CodeOf(err) != c.code || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "secret-key") {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestEmbedWithoutAServer(t *testing.T) {
	e, err := llm.NewEmbedder("ollama", llm.Options{URL: "http://127.0.0.1:1", Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Embed(t.Context(), []string{"a"}); loci.CodeOf(err) != loci.Unavailable {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := e.Embed(ctx, []string{"a"}); loci.CodeOf(err) != loci.Unavailable {
		t.Errorf("got %v", err)
	}
}

func TestNewEmbedderRefuses(t *testing.T) {
	for name, o := range map[string]llm.Options{"no model": {}, "no address": {Model: "m", URL: "localhost:11434"}, "a file": {Model: "m", URL: "file:///x"}} {
		if _, err := llm.NewEmbedder("ollama", o); loci.CodeOf(err) != loci.Invalid {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, err := llm.NewEmbedder("nobody", llm.Options{Model: "m"}); loci.CodeOf(err) != loci.Invalid {
		t.Errorf("got %v", err)
	}
}
