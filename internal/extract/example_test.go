package extract_test

import (
	"fmt"
	"time"

	"github.com/locimem/loci/internal/extract"
)

func Example() {
	engine, err := extract.New()
	if err != nil {
		panic(err)
	}
	turn := extract.Input{
		Text: "I'm coeliac btw. My exam is next Friday, what should I eat the night before?",
		Time: time.Date(2026, 4, 13, 9, 0, 0, 0, time.UTC),
	}
	for _, c := range engine.Extract(turn).Candidates {
		fmt.Println(c.Category, c.Importance, c.Text)
		if c.Due != nil {
			fmt.Println("due", c.Due)
		}
	}
	// Output:
	// constraints critical I'm coeliac
	// study high My exam is next Friday
	// due 2026-04-24
}
