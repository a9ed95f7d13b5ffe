package resolve_test

import (
	"testing"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/resolve"
)

func TestConcept(t *testing.T) {
	for _, tt := range []struct{ lang, attribute, value, want, concept string }{
		{"en", "allergy:amendoim", "amendoim", "allergy:peanut", "peanut"},
		{"en", "allergy:арахис", "Арахис", "allergy:peanut", "peanut"},
		{"en", "allergy:花生", "花生", "allergy:peanut", "peanut"},
		{"en", "allergy:kiwi", "kiwi", "allergy:kiwi", "kiwi"},
		{"en", "diet:vegan", "vegana", "diet:vegan", "vegan"},
		{"en", "condition:coeliac_diseas", "coeliac disease", "condition:celiac", "celiac"},
		{"en", "home_city", "Alemanha", "home_city", "germany"},
		{"en", "home_city", "Porto", "home_city", "Porto"},
		{"en", "employer", "Alemanha", "employer", "Alemanha"},
		{"en", "child:ana", "ana", "child:ana", "ana"},
		{"en", "tool:firefox", "Firefox", "tool:browser", "Firefox"},
		{"en", "tool:red_honda_civic", "red Honda Civic", "tool:car", "red Honda Civic"},
		{"en", "tool:thermomix", "Thermomix", "tool:thermomix", "Thermomix"},
	} {
		slot, value := resolve.Concept(loci.Slot{Subject: "user", Attribute: tt.attribute}, tt.value, tt.lang)
		if slot.Attribute != tt.want || value != tt.concept {
			t.Errorf("%s %q: %s %q", tt.attribute, tt.value, slot.Attribute, value)
		}
	}
}
