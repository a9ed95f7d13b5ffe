package guard

import (
	"strings"
	"testing"

	"github.com/locimem/loci"
)

func TestScanTurnLabelsSecrets(t *testing.T) {
	key := "ghp" + "_" + "q8Zr3TnW5yLk2VbX7cJm4HsD9fGa6PeR1uQ0"
	clean, findings := New(Options{}).ScanTurn("please use " + key + ", thanks; mail ana@example.com")
	if want := "please use [secret:credential:github], thanks; mail ana@example.com"; clean != want {
		t.Errorf("clean = %q, want %q", clean, want)
	}
	if len(findings) != 2 || findings[0].Class != loci.ClassSecret || findings[1].Class != loci.ClassPersonal {
		t.Errorf("findings = %v", findings)
	}
	if strings.Contains((&loci.RefusedError{Findings: findings}).Error(), key) {
		t.Error("the refusal shows the key")
	}
}
