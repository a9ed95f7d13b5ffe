package llm

import "context"

// ollama is a local Ollama.
type ollama struct {
	server
	model string
}

func (c ollama) Model() string { return c.model }

func (c ollama) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	var answer struct {
		Embeddings [][]float32 `json:"embeddings"`
	}
	request := struct {
		Model string   `json:"model"`
		Input []string `json:"input"`
	}{c.model, texts}
	if err := c.post(ctx, "/api/embed", request, &answer); err != nil {
		return nil, err
	}
	return c.whole(answer.Embeddings, texts)
}
