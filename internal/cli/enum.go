package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// enum is a flag that takes one of a few words.
type enum[T ~string] struct {
	to  *T
	all []T
}

func oneOf[T ~string](to *T, all []T) pflag.Value { return enum[T]{to, all} }

func (e enum[T]) String() string {
	if e.to == nil {
		return ""
	}
	return string(*e.to)
}

func (e enum[T]) Type() string { return "word" }

func (e enum[T]) Set(s string) error {
	v := T(strings.ToLower(strings.TrimSpace(s)))
	if !slices.Contains(e.all, v) {
		return fmt.Errorf("one of %s", names(e.all))
	}
	*e.to = v
	return nil
}

func (e enum[T]) words() []string { return words(e.all) }

// enums is a flag that takes some of a few words: a,b or given repeatedly.
type enums[T ~string] struct {
	to  *[]T
	all []T
}

func someOf[T ~string](to *[]T, all []T) pflag.Value { return enums[T]{to, all} }

func (e enums[T]) String() string {
	if e.to == nil {
		return ""
	}
	return strings.Join(words(*e.to), ",")
}

func (e enums[T]) Type() string { return "words" }

func (e enums[T]) Set(s string) error {
	for _, part := range list(s) {
		var v T
		if err := (enum[T]{&v, e.all}).Set(part); err != nil {
			return err
		}
		*e.to = append(*e.to, v)
	}
	return nil
}

func (e enums[T]) words() []string { return words(e.all) }

func words[T ~string](all []T) []string {
	out := make([]string, len(all))
	for i, v := range all {
		out[i] = string(v)
	}
	return out
}

// names lists the values of an enumeration for a help text.
func names[T ~string](all []T) string { return strings.Join(words(all), ", ") }

// completeEnums lets the shell complete the words of a command's enum flags.
func completeEnums(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if e, ok := f.Value.(interface{ words() []string }); ok {
			// The only error is a flag registered twice.
			_ = cmd.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(e.words(), cobra.ShellCompDirectiveNoFileComp))
		}
	})
}
