package llm

import "context"

// openAI is a server that speaks OpenAI's protocol.
type openAI struct {
	server
	model string
}

func (c openAI) Model() string { return c.model }

func (c openAI) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	var answer struct {
		Data []struct {
			Index     int       `json:"index"`
			Embedding []float32 `json:"embedding"`
		} `json:"data"`
	}
	request := struct {
		Model  string   `json:"model"`
		Input  []string `json:"input"`
		Format string   `json:"encoding_format"`
	}{c.model, texts, "float"}
	if err := c.post(ctx, "/embeddings", request, &answer); err != nil {
		return nil, err
	}
	vectors := make([][]float32, len(answer.Data))
	for _, d := range answer.Data {
		if d.Index >= 0 && d.Index < len(vectors) {
			vectors[d.Index] = d.Embedding
		}
	}
	return c.whole(vectors, texts)
}
