package resolve_test

import (
	"testing"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/resolve"
)

func TestConcept(t *testing.T) {
	for _, tt := range []struct{ attribute, value, want, concept string }{
		{"allergy:amendoim", "amendoim", "allergy:peanut", "peanut"},
		{"allergy:арахис", "Арахис", "allergy:peanut", "peanut"},
		{"allergy:花生", "花生", "allergy:peanut", "peanut"},
		{"allergy:kiwi", "kiwi", "allergy:kiwi", "kiwi"},
		{"diet:vegan", "vegana", "diet:vegan", "vegan"},
		{"condition:coeliac_diseas", "coeliac disease", "condition:celiac", "celiac"},
		{"home_city", "Alemanha", "home_city", "germany"},
		{"home_city", "Porto", "home_city", "Porto"},
		{"employer", "Alemanha", "employer", "Alemanha"},
		{"child:ana", "ana", "child:ana", "ana"},
	} {
		slot, value := resolve.Concept(loci.Slot{Subject: "user", Attribute: tt.attribute}, tt.value)
		if slot.Attribute != tt.want || value != tt.concept {
			t.Errorf("%s %q: %s %q", tt.attribute, tt.value, slot.Attribute, value)
		}
	}
}
