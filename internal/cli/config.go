package cli

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/locimem/loci"
)

// configReport is the result of `loci config`.
type configReport struct {
	File     string   `json:"file"`
	Settings settings `json:"settings"`
}

func newConfig(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Show every setting and where it comes from",
		Long: "Show every setting and where it comes from. A flag wins over the environment\n" +
			"(LOCI_DB, LOCI_USER, …), the environment over the configuration file\n" +
			"(~/.loci/config.toml), and that over the default.\n\n",
		Example: "  loci config\n  loci config set zone Europe/Lisbon\n  loci config get db\n  loci config unset zone",
		Args:    none,
		RunE: func(*cobra.Command, []string) error {
			s, err := a.settings()
			if err != nil {
				return err
			}
			return a.print(configReport{a.configPath(), s}, func(p *page) {
				rows := make([][]string, len(s))
				for i, v := range s {
					rows[i] = []string{v.Key, v.Value, v.Source}
				}
				p.table([]string{"KEY", "VALUE", "FROM"}, rows)
			})
		},
	}
	closing(cmd, func() string { return "Keys:\n" + keyList() })
	cmd.AddCommand(newConfigGet(a), newConfigSet(a), newConfigUnset(a), newConfigPath(a))
	return cmd
}

// keyList writes the keys and their meanings in two columns.
func keyList() string {
	const indent, width = 21, 80
	var b strings.Builder
	for _, k := range keys() {
		line := pad("  "+k.name, indent-1)
		for _, word := range strings.Fields(k.meaning) {
			if columns(line)+1+columns(word) > width {
				b.WriteString(line + "\n")
				line = pad("", indent-1)
			}
			line += " " + word
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

func newConfigGet(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "get KEY", Short: "Print one value", Args: exactly("a key"),
		Example: "  loci config get db",
		RunE: func(_ *cobra.Command, args []string) error {
			if _, err := findKey(args[0]); err != nil {
				return err
			}
			all, err := a.settings()
			if err != nil {
				return err
			}
			for _, s := range all {
				if s.Key == args[0] {
					return a.print(s, func(p *page) { p.line("%s", s.Value) })
				}
			}
			return nil
		},
	}
}

func newConfigSet(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "set KEY VALUE", Short: "Write a value to the configuration file",
		Example: "  loci config set zone Europe/Lisbon",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return needs(cmd, "a key and a value")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			k, err := findKey(args[0])
			if err != nil {
				return err
			}
			if k.check != nil {
				if err := k.check(args[1]); err != nil {
					return loci.Errorf(loci.Invalid, "%s: %s", k.name, err).WithHint("%s", loci.HintOf(err))
				}
			}
			return a.writeSetting(k.name, &args[1])
		},
	}
}

func newConfigUnset(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "unset KEY", Short: "Remove a value from the configuration file", Args: exactly("a key"),
		Example: "  loci config unset zone",
		RunE: func(_ *cobra.Command, args []string) error {
			if _, err := findKey(args[0]); err != nil {
				return err
			}
			return a.writeSetting(args[0], nil)
		},
	}
}

func newConfigPath(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "path", Short: "Print where the configuration file is", Args: none,
		Example: "  loci config path",
		RunE: func(*cobra.Command, []string) error {
			return a.print(map[string]string{"file": a.configPath()}, func(p *page) { p.line("%s", a.configPath()) })
		},
	}
}

// writeSetting changes one line of the configuration file and keeps the rest,
// comments included; nil removes the line. It shows what holds afterwards,
// since a flag or the environment may win over the file.
func (a *app) writeSetting(name string, value *string) error {
	path := a.configPath()
	want, err := readConfig(path)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		return loci.Errorf(loci.Invalid, "cannot read %s: %w", path, err)
	}
	edited := editConfig(string(data), name, value)
	if delete(want, name); value != nil {
		want[name] = *value
	}
	// The edit knows lines, not TOML: what it made must say what was meant.
	if got, err := parseConfig([]byte(edited)); err != nil || !maps.Equal(got, want) {
		return loci.Errorf(loci.Invalid, "cannot change %s in %s", name, path).WithHint("edit the file by hand")
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return notWritable(path, err)
	}
	if err := os.WriteFile(path, []byte(edited), 0o600); err != nil {
		return notWritable(path, err)
	}
	all, err := a.settings()
	if err != nil {
		return err
	}
	for _, s := range all {
		if s.Key == name {
			return a.print(s, func(p *page) { p.line("%s = %q (from %s)", s.Key, s.Value, s.Source) })
		}
	}
	return nil
}

func editConfig(text, name string, value *string) string {
	line := ""
	if value != nil {
		line = fmt.Sprintf("%s = %q\n", name, *value)
	}
	at := regexp.MustCompile(`(?m)^[ \t]*` + regexp.QuoteMeta(name) + `[ \t]*=.*\n?`).FindStringIndex(text)
	if at != nil {
		return text[:at[0]] + line + text[at[1]:]
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text + line
}
