package cli

import (
	"slices"
	"strconv"
	"strings"

	"github.com/locimem/loci"
	"github.com/locimem/loci/llm"
)

// models returns the configured language models in the order in which they
// are asked, none if there are none.
func (a *app) models(s settings) ([]loci.Model, error) {
	at := func(key string, i int) string {
		parts := strings.Split(s.get(key), ",")
		return strings.TrimSpace(parts[min(i, len(parts)-1)])
	}
	var models []loci.Model
	for i, provider := range list(s.get("model.provider")) {
		if provider == hostProvider {
			if m := a.hostModel(); m != nil {
				models = append(models, m)
			}
			continue
		}
		o := llm.Options{URL: at("model.url", i), Model: at("model.model", i)}
		if name := at("model.key_env", i); name != "" {
			o.Key = a.sys.Getenv(name)
		}
		m, err := llm.NewModel(provider, o)
		if err != nil {
			return nil, loci.Errorf(loci.Invalid, "model: %s", err).
				WithHint("%s", hintOr(err, "`loci config set model.model NAME`, or `loci config unset model.provider`"))
		}
		models = append(models, m)
	}
	return models, nil
}

func checkModelProviders(s string) error {
	for _, p := range list(s) {
		if known := append(llm.ModelProviders(), hostProvider); !slices.Contains(known, p) {
			return loci.Errorf(loci.Invalid, "unknown provider %q", p).WithHint("one or several of: %s", strings.Join(known, ", "))
		}
	}
	return nil
}

func checkCalls(s string) error {
	if n, err := strconv.Atoi(s); err != nil || n < 1 {
		return loci.Errorf(loci.Invalid, "%q is no number of calls", s).WithHint("write a number such as 200")
	}
	return nil
}

func checkPrice(s string) error {
	_, _, err := parsePrice(s)
	return err
}

// parsePrice reads what a million tokens cost, read and written.
func parsePrice(s string) (input, output float64, err error) {
	if s == "" {
		return 0, 0, nil
	}
	first, second, ok := strings.Cut(s, "/")
	input, errIn := strconv.ParseFloat(first, 64)
	output, errOut := strconv.ParseFloat(second, 64)
	if !ok || errIn != nil || errOut != nil || input < 0 || output < 0 {
		return 0, 0, loci.Errorf(loci.Invalid, "%q is no price", s).WithHint("write what a million tokens cost, read/written, like 0.15/0.60")
	}
	return input, output, nil
}
