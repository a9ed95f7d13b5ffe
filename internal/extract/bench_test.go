package extract

import (
	"testing"
	"time"
)

func BenchmarkExtract(b *testing.B) {
	e := newEngine(b)
	turns := map[string]string{
		"en": "Hey, so I finally paid off the car loan last month! My sister Dana is visiting next week, and honestly I can't wait. Could you suggest three places where we could eat, nothing too fancy? She loves spicy food.",
		"pt": "Oi, tudo bem? Preciso entregar o relatório até sexta e ainda não comecei. Me dá uma ideia de estrutura em cinco tópicos, por favor, e usa uma linguagem simples.",
		"ru": "Слушай, завтра еду к брату в Тверь, он недавно переехал туда с семьёй. Подскажи, что взять в подарок детям, им пять и семь лет, бюджет небольшой.",
	}
	for lang, turn := range turns {
		b.Run(lang, func(b *testing.B) {
			in := Input{Text: turn, Time: monday}
			e.Extract(in) // the pack is read once
			for b.Loop() {
				e.Extract(in)
			}
		})
	}
}

// BenchmarkPacks measures reading every pack there is.
func BenchmarkPacks(b *testing.B) {
	for b.Loop() {
		e, err := New()
		if err != nil {
			b.Fatal(err)
		}
		for lang := range e.shelf.slots {
			if _, err := e.shelf.get(lang); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// monday is when the sentences of the tests are said.
var monday = time.Date(2026, 4, 13, 13, 0, 0, 0, time.UTC)

func newEngine(t testing.TB) *Engine {
	t.Helper()
	e, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return e
}
