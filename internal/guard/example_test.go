package guard_test

import (
	"fmt"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/guard"
)

func Example() {
	g := guard.New(guard.Options{})
	clean, _ := g.ScanTurn("my wifi password is Tr0ub4dor&3x, and I prefer short answers")
	fmt.Println(clean)

	for _, text := range []string{"eu prefiro respostas curtas", "estou cansado hoje", "the PIN for my debit card is 4821"} {
		v := g.Check(loci.Candidate{Text: text, Origin: loci.UserStated})
		fmt.Println(v.Action, v.Findings)
	}
	// Output:
	// my wifi password is [secret:password], and I prefer short answers
	// accept []
	// ephemeral [transient:mood in text at 0–18]
	// refuse [pin in text at 29–33]
}
