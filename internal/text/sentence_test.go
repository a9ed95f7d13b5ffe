package text_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/locimem/loci/internal/text"
)

func TestSentences(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want []string
	}{
		{"", nil},
		{"One. Two!", []string{"One. ", "Two!"}},
		{"Да. Нет?", []string{"Да. ", "Нет?"}},
		{"我住在苏州。你呢？", []string{"我住在苏州。", "你呢？"}},
	} {
		got := text.Sentences(tc.in)
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%q: %s", tc.in, diff)
		}
		if strings.Join(got, "") != tc.in {
			t.Errorf("%q is not whole again", tc.in)
		}
	}
}
