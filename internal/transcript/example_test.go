package transcript_test

import (
	"fmt"
	"strings"
	"time"

	"github.com/locimem/loci/internal/transcript"
)

func ExampleRead() {
	chat := "User: I live in Porto\nand I like tea\nAssistant: Noted.\n"
	o := transcript.Options{Name: "monday.txt", Now: time.Date(2026, 10, 7, 9, 0, 0, 0, time.UTC)}
	for item, err := range transcript.Read(strings.NewReader(chat), transcript.Auto, o) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("line %d, %s: %q\n", item.Line, item.Turn.Role, item.Turn.Text)
	}
	// Output:
	// line 1, user: "I live in Porto\nand I like tea"
	// line 3, assistant: "Noted."
}
