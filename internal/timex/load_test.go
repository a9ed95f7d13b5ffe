package timex

import "testing"

// TestLoad loads every language: a mistake in a data file is found here, as
// Find takes a language that does not load for one it does not know.
func TestLoad(t *testing.T) {
	for _, lang := range Languages() {
		if _, err := loadLanguage(lang); err != nil {
			t.Error(err)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := loadLanguage("en"); err != nil {
			b.Fatal(err)
		}
	}
}
