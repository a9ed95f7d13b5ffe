package text_test

import (
	"fmt"

	"github.com/locimem/loci/internal/text"
)

func Example() {
	s := "Meu voo é para São Paulo; as reservas já estão pagas"
	lang := text.Detect(s)
	fmt.Println(lang)
	fmt.Println(text.Terms(s, lang))
	fmt.Println(text.QueryTerms("reserva sao paulo", lang))
	// Output:
	// pt
	// [voo sa paul reserv pag]
	// [reserv sa paul]
}
