package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/timex"
	"github.com/locimem/loci/service"
)

// setting is one value of the configuration and where it came from.
type setting struct {
	Key    string `json:"key"`
	Value  string `json:"value"`
	Source string `json:"source"` // "flag --db", "LOCI_DB", the configuration file's path, "default"
}

// settings holds one setting per key, in the order of keys.
type settings []setting

func (s settings) get(key string) string {
	i := slices.IndexFunc(s, func(v setting) bool { return v.Key == key })
	if i < 0 {
		return ""
	}
	return s[i].Value
}

// key is something that can be configured.
type key struct {
	name     string
	meaning  string
	fallback string
	check    func(string) error // nil = anything
}

// variable names the environment variable of the key.
func (k key) variable() string {
	return "LOCI_" + strings.ToUpper(strings.ReplaceAll(k.name, ".", "_"))
}

func keys() []key {
	return []key{
		{"db", "the memory file", filepath.Join("~", ".loci", "memory.db"), notEmpty},
		{"org", "whose memories: the org", loci.DefaultOrg, checkOrg},
		{"user", "whose memories: the user", loci.DefaultUser, checkUser},
		{"agent", "whose memories: the agent; empty = all", "", checkAgent},
		{"project", "whose memories: the project; auto = the git root, empty = everywhere", "", checkProject},
		{"zone", "time zone where a message names none; auto = this machine's", "auto", checkZone},
		{"languages", "what you usually write, such as pt,en; helps with short messages", "", checkLanguages},
		{"turns", "how long messages are kept: 365d, or off", "365d", checkTurns},
		{"key.file", "a file that holds the key or the passphrase of an encrypted memory file", "", nil},
		{"key.command", "a command that prints it within 10 seconds, such as: pass show loci", "", nil},
		{"model.provider", "reads messages beside the rules: openai (or a server like it), anthropic, ollama, or host (that of the agent, where its plugin can ask it); of several, with commas, the next is asked where one fails; empty = rules alone", "", checkModelProviders},
		{"model.model", "the language model, as its server names it (one for each provider)", "", nil},
		{"model.url", "its server; empty = the provider's usual one", "", nil},
		{"model.key_env", "the environment variable that holds the server's key", "", nil},
		{"model.calls", "how often a model may be asked on one day", "200", checkCalls},
		{"model.price", "what a million tokens cost, read/written, such as 0.15/0.60; for the bill of `loci stats`", "", checkPrice},
		{"embedder.provider", "finds memories by meaning too: openai (or a server like it) or ollama; empty = words alone", "", checkProvider},
		{"embedder.model", "the embedding model, as its server names it", "", nil},
		{"embedder.url", "the server; empty = the provider's usual one", "", nil},
		{"embedder.key_env", "the environment variable that holds the server's key", "", nil},
	}
}

func findKey(name string) (key, error) {
	all := keys()
	i := slices.IndexFunc(all, func(k key) bool { return k.name == name })
	if i >= 0 {
		return all[i], nil
	}
	names := make([]string, len(all))
	for i, k := range all {
		names[i] = k.name
	}
	return key{}, loci.Errorf(loci.Invalid, "unknown configuration key %q", name).
		WithHint("keys: %s", strings.Join(names, ", "))
}

func notEmpty(s string) error {
	if strings.TrimSpace(s) == "" {
		return loci.Errorf(loci.Invalid, "must not be empty")
	}
	return nil
}

// checkScope refuses labels under which the service would not act. It asks the
// service itself, which looks at them before it touches a store.
func checkScope(s loci.Scope) error {
	_, err := service.New(nil, service.Options{Principal: loci.Principal{Scope: s}})
	return err
}

func checkOrg(s string) error     { return cmp.Or(notEmpty(s), checkScope(loci.Scope{Org: s})) }
func checkUser(s string) error    { return cmp.Or(notEmpty(s), checkScope(loci.Scope{User: s})) }
func checkAgent(s string) error   { return checkScope(loci.Scope{Agent: s}) }
func checkProject(s string) error { return checkScope(loci.Scope{Project: s}) }

func checkZone(s string) error {
	_, err := parseZone(s)
	return err
}

// checkLanguages accepts the languages that loci can read, with any region.
func checkLanguages(s string) error {
	for _, tag := range list(s) {
		lang, _, _ := strings.Cut(strings.ToLower(tag), "-")
		if !slices.Contains(timex.Languages(), lang) {
			return loci.Errorf(loci.Invalid, "unknown language %q", tag).WithHint("some of: %s", strings.Join(timex.Languages(), ", "))
		}
	}
	return nil
}

func checkTurns(s string) error {
	_, err := parseTurns(s)
	return err
}

// parseZone reads an IANA zone name; auto is this machine's zone.
func parseZone(s string) (*time.Location, error) {
	if s == "auto" || s == "" {
		return time.Local, nil
	}
	zone, err := time.LoadLocation(s)
	if err != nil {
		return nil, loci.Errorf(loci.Invalid, "unknown time zone %q", s).WithHint("write it like Europe/Lisbon, or auto")
	}
	return zone, nil
}

// parseTurns reads for how long turns are kept: "365d", or 0 for "off".
func parseTurns(s string) (time.Duration, error) {
	if s == "off" {
		return 0, nil
	}
	days, err := strconv.Atoi(strings.TrimSuffix(s, "d"))
	if err != nil || days < 1 || days > 36500 || !strings.HasSuffix(s, "d") {
		return 0, loci.Errorf(loci.Invalid, "%q is no time to keep messages for", s).WithHint("write a number of days like 365d, or off")
	}
	return time.Duration(days) * 24 * time.Hour, nil
}

// settings resolves the configuration: flags, environment, file, defaults.
func (a *app) settings() (settings, error) {
	path := a.configPath()
	file, err := readConfig(path)
	if err != nil {
		return nil, err
	}
	var out settings
	for _, k := range keys() {
		s := a.resolve(k, file, path)
		if k.check != nil {
			if err := k.check(s.Value); err != nil {
				return nil, loci.Errorf(loci.Invalid, "%s (from %s): %s", k.name, s.Source, err).WithHint("%s", hintOr(err, "`loci config` shows where each value comes from"))
			}
		}
		out = append(out, a.expand(s))
	}
	return out, nil
}

func hintOr(err error, fallback string) string {
	if h := loci.HintOf(err); h != "" {
		return h
	}
	return fallback
}

func (a *app) resolve(k key, file map[string]string, path string) setting {
	if f := a.globals.Lookup(k.name); f != nil && f.Changed {
		return setting{k.name, f.Value.String(), "flag --" + k.name}
	}
	if v := a.sys.Getenv(k.variable()); v != "" {
		return setting{k.name, v, k.variable()}
	}
	if v, ok := file[k.name]; ok {
		return setting{k.name, v, path}
	}
	return setting{k.name, k.fallback, "default"}
}

// expand makes the path of a file absolute, and replaces auto by the project it
// means. A path in the configuration file starts at that file, so that every
// program of a host finds the same memory wherever it was started.
func (a *app) expand(s setting) setting {
	switch {
	case s.Value == "":
	case s.Key == "db" || s.Key == "key.file":
		if s.Value == "~" || strings.HasPrefix(s.Value, "~"+string(filepath.Separator)) {
			s.Value = filepath.Join(a.home(), s.Value[1:])
		}
		if s.Source == a.configPath() && !filepath.IsAbs(s.Value) {
			s.Value = filepath.Join(filepath.Dir(s.Source), s.Value)
		}
		if path, err := filepath.Abs(s.Value); err == nil { // else the folder is gone, and opening the file says so
			s.Value = path
		}
	case s.Key == "project" && s.Value == "auto":
		s.Value, s.Source = gitRoot(), s.Source+" (auto)"
	}
	return s
}

// gitRoot returns the folder of the repository around the working directory,
// empty where there is none.
func gitRoot() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

func (a *app) home() string {
	if h := a.sys.Getenv("HOME"); h != "" {
		return h
	}
	h, err := os.UserHomeDir()
	if err != nil {
		return "."
	}
	return h
}

func (a *app) configPath() string { return filepath.Join(a.home(), ".loci", "config.toml") }

// readConfig returns the values of a configuration file; none where there is
// no file. An unknown key is an error: a misspelt one would be silently
// without effect.
func readConfig(path string) (map[string]string, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return map[string]string{}, nil
	}
	if err != nil {
		return nil, loci.Errorf(loci.Invalid, "cannot read %s: %w", path, err)
	}
	values, err := parseConfig(data)
	if err != nil {
		return nil, loci.Errorf(loci.Invalid, "%s: %s", path, err).WithHint("%s", hintOr(err, "correct the file, or move it away"))
	}
	return values, nil
}

func parseConfig(data []byte) (map[string]string, error) {
	var raw map[string]any
	if err := toml.Unmarshal(data, &raw); err != nil {
		at, fault := 1, strings.TrimPrefix(err.Error(), "toml: ")
		if d := new(toml.DecodeError); errors.As(err, &d) {
			at, _ = d.Position()
		}
		return nil, loci.Errorf(loci.Invalid, "line %d: %s", at, fault)
	}
	values := map[string]string{}
	return values, addValues(values, "", raw)
}

// addValues reads the values of a table, whose keys may be written with dots
// or as a table of their own.
func addValues(values map[string]string, prefix string, raw map[string]any) error {
	for name, v := range raw {
		name = prefix + name
		if table, ok := v.(map[string]any); ok {
			if err := addValues(values, name+".", table); err != nil {
				return err
			}
			continue
		}
		if _, err := findKey(name); err != nil {
			return err
		}
		s, err := configValue(v)
		if err != nil {
			return loci.Errorf(loci.Invalid, "%s must be a string", name).WithHint("write %s = %q", name, fmt.Sprint(v))
		}
		values[name] = s
	}
	return nil
}

// configValue returns a string, or a list of strings as one: pt,en.
func configValue(v any) (string, error) {
	switch v := v.(type) {
	case string:
		return v, nil
	case []any:
		parts := make([]string, len(v))
		for i := range v {
			s, ok := v[i].(string)
			if !ok {
				return "", loci.Invalid
			}
			parts[i] = s
		}
		return strings.Join(parts, ","), nil
	}
	return "", loci.Invalid
}

// list splits a value such as "pt, en".
func list(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' })
}
