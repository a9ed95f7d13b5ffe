package extract

import "testing"

func TestDutch(t *testing.T) {
	runSamples(t, "nl", []sample{
		{"ik heet Sanne en ik woon in Gent", []string{
			"profile preferences+ name: ik heet Sanne",
			"profile preferences+ home_city: ik woon in Gent",
		}},
		{"we zijn vorige maand verhuisd naar Zwolle", []string{"profile preferences+ home_city: we zijn vorige maand verhuisd naar Zwolle"}},
		{"ik werk als verpleegkundige", []string{"profile preferences+ job: ik werk als verpleegkundige"}},
		{"ik ben allergisch voor pinda's", []string{"semantic constraints+ allergy:pinda: ik ben allergisch voor pinda's"}},
		{"ik heb astma", []string{"semantic constraints+ condition:astma: ik heb astma"}},
		{"ik ben vegetariër", []string{"semantic constraints+ diet:vegetarier: ik ben vegetariër"}},
		{"antwoord voortaan kort", []string{"procedural preferences+: antwoord voortaan kort"}},
		{"verwijder nooit iets zonder het mij te vragen", []string{"procedural constraints-: verwijder nooit iets zonder het mij te vragen"}},
		{"ik haat koriander", []string{"semantic preferences- likes:koriander: ik haat koriander"}},
		{"ik hou van jazz", []string{"semantic preferences+ likes:jazz: ik hou van jazz"}},
		{"onze hond heet Pim", []string{"semantic relationships+ pet:pim: onze hond heet Pim"}},
		{"mijn huur is 900 euro", []string{"semantic finance+ rent: mijn huur is 900 euro"}},
		{"waar woon ik?", nil},
		{"stel dat ik in Parijs woon", nil},
		{"mijn collega is allergisch voor noten", nil},
		{"vertaal: ik woon in Londen", nil},
		{"hoe laat is het?", nil},
		{"bedankt!", nil},
		{"schrijf een verhaal waarin de bakker zegt: ik haat brood", nil},
	})
}
