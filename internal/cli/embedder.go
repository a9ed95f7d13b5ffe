package cli

import (
	"slices"
	"strings"

	"github.com/locimem/loci"
	"github.com/locimem/loci/llm"
)

// embedder returns the configured embedding model, nil if there is none. A key
// that is missing is for the server to refuse, and recall goes on without.
func (a *app) embedder(s settings) (loci.Embedder, error) {
	provider := s.get("embedder.provider")
	if provider == "" {
		return nil, nil
	}
	o := llm.Options{URL: s.get("embedder.url"), Model: s.get("embedder.model")}
	if name := s.get("embedder.key_env"); name != "" {
		o.Key = a.sys.Getenv(name)
	}
	e, err := llm.NewEmbedder(provider, o)
	if err != nil {
		return nil, loci.Errorf(loci.Invalid, "embedder: %s", err).
			WithHint("%s", hintOr(err, "`loci config set embedder.model NAME`, or `loci config unset embedder.provider`"))
	}
	return e, nil
}

func checkProvider(s string) error {
	if s == "" || slices.Contains(llm.Providers(), s) {
		return nil
	}
	return loci.Errorf(loci.Invalid, "unknown provider %q", s).WithHint("one of: %s", strings.Join(llm.Providers(), ", "))
}
