package extract

import "testing"

func TestGerman(t *testing.T) {
	runSamples(t, "de", []sample{
		{"ich wohne in Köln", []string{"profile preferences+ home_city: wohne in Köln"}},
		{"ich heiße Jonas", []string{"profile preferences+ name: heiße Jonas"}},
		{"der Drucker mag kein A5", nil},
		{"wie viel kostet eine Wohnung in Köln?", nil},
		{"Übersetze: Ich wohne in Köln und bin Lehrer.", nil},
		{"wenn ich in Köln wohnen würde, wäre ich froh", nil},
		{"danke, sehr nett", nil},
		{"seit 2019 wohn ich in Bremerhaven", []string{"profile preferences+ home_city: wohn ich in Bremerhaven"}},
		{"ich heiß Jannik, bin 24 und komm aus Passau", []string{"profile preferences+ name: heiß Jannik", "profile preferences+ age: bin 24", "profile preferences+ origin: komm aus Passau"}},
		{"Frieda hier, 52, Hausärztin aus Görlitz. Was hilft gegen Motten?", []string{"profile preferences+ name: Frieda hier", "profile preferences+ age: Frieda hier, 52", "profile preferences+ home_city: Hausärztin aus Görlitz", "profile preferences+ job: Hausärztin"}},
		{"ich arbeite nicht mehr bei Bosch", []string{"retract employer: ich arbeite nicht mehr bei Bosch"}},
		{"nach dem Sommer zieh ich vielleicht nach Wien", []string{"semantic goals+ hedged: nach dem Sommer zieh ich vielleicht nach Wien (2026-09-01)"}},
		{"meine Schwester Wiebke hat zwei Kinder", []string{"semantic relationships+ sibling:wiebke: meine Schwester Wiebke hat zwei Kinder"}},
		{"bin gegen Latex allergisch", []string{"semantic constraints+ allergy:latex: bin gegen Latex allergisch"}},
		{"sobald ich Sellerie esse, krieg ich keine Luft", []string{"semantic constraints+ allergy:selleri: sobald ich Sellerie esse, krieg ich keine Luft"}},
		{"wir essen kein Schwein", []string{"semantic constraints- diet:schwein: wir essen kein Schwein"}},
		{"wir haben beschlossen, das Haus zu verkaufen, weil es zu groß ist", []string{"semantic goals+: wir haben beschlossen, das Haus zu verkaufen"}},
		{"ich hab mich gegen das Auslandsjahr entschieden", []string{"semantic goals-: ich hab mich gegen das Auslandsjahr entschieden"}},
		{"lösch bitte nichts, ohne mich vorher zu fragen", []string{"procedural constraints-: lösch bitte nichts, ohne mich vorher zu fragen"}},
		{"antworte mir künftig ohne Emojis", []string{"procedural preferences-: antworte mir künftig ohne Emojis"}},
		{"du kannst mich ruhig duzen", []string{"procedural preferences+: du kannst mich ruhig duzen"}},
		{"mit Lakritz kannst du mich jagen", []string{"semantic preferences- likes:lakritz: mit Lakritz kannst du mich jagen"}},
		{"Krimis les ich am liebsten", []string{"semantic preferences+ likes:krimis: Krimis les ich am liebsten"}},
		{"jeden Dienstag geh ich zum Chor", []string{"semantic routine+: jeden Dienstag geh ich zum Chor"}},
		{"auf dem Dienstrechner darf ich nichts installieren", []string{"semantic constraints-: auf dem Dienstrechner darf ich nichts installieren"}},
		{"gestern hab ich mir den Knöchel verstaucht", []string{"episodic constraints+: gestern hab ich mir den Knöchel verstaucht"}},
		{"mit dem Rauchen hab ich aufgehört", []string{"retract: mit dem Rauchen hab ich aufgehört"}},
		{"ich hab wieder mit dem Klettern angefangen", []string{"reopen: ich hab wieder mit dem Klettern angefangen"}},
		{"die Garage ist endlich fertig", []string{"complete: die Garage ist endlich fertig"}},
		{"merk dir, dass mein Fahrrad blau ist", []string{"semantic preferences+: mein Fahrrad blau ist"}},
		{"ich heiße nicht Stefan, sondern Stephan", []string{"retract name: ich heiße nicht Stefan", "profile preferences+ name: Stephan"}},
		{"ich wohne in einer WG in Bonn", []string{"profile preferences+ home_city: wohne in einer WG in Bonn"}},
		{"Tante Gerda kommt uns besuchen", []string{"semantic relationships+ relative:gerda: Tante Gerda kommt uns besuchen"}},
		{"bin seit 2015 mit Marek verheiratet", []string{"semantic relationships+ partner:marek: bin seit 2015 mit Marek verheiratet"}},
		{"mein Hund hat Durchfall", nil},
		{"mein Nachbar arbeitet bei Bosch", nil},
		{"mein Chef hat gesagt, ich soll Koch werden", nil},
		{"ich liebe es, wenn der Drucker streikt", nil},
		{"spiel einen Kellner: ich hasse Gäste", nil},
	})
}

// A full stop makes an ordinal of a number before a month or between "zum" and
// a small letter; elsewhere it ends the sentence.
func TestGermanOrdinals(t *testing.T) {
	runSamples(t, "de", []sample{
		{"bis zum 15. muss die Miete überwiesen sein", []string{"semantic finance+: bis zum 15. muss die Miete überwiesen sein (2026-04-15)"}},
		{"am 3. Oktober läuft mein Reisepass ab", []string{"semantic goals+: am 3. Oktober läuft mein Reisepass ab (2026-10-03)"}},
		{"bin in der 23. Woche schwanger", []string{"semantic constraints+ condition:schwang: bin in der 23. Woche schwanger"}},
		{"die Prüfung ist am 14.", []string{"semantic study+: die Prüfung ist am 14 (2026-04-14)"}},
		{"Nachprüfung ist am 14., drückt mir die Daumen", []string{"semantic study+: Nachprüfung ist am 14 (2026-04-14)"}},
		{"ich bin 34. wohne in Köln", []string{"profile preferences+ age: ich bin 34", "profile preferences+ home_city: wohne in Köln"}},
	})
}

// A question that only names a topic is answered by what follows it; any other
// stays a question.
func TestGermanTopics(t *testing.T) {
	runSamples(t, "de", []sample{
		{"Lieblingsfilm? ganz klar Amélie", []string{"semantic preferences+ favourite:lieblingsfilm: Lieblingsfilm? ganz klar Amélie"}},
		{"Rosenkohl? nein danke", []string{"semantic preferences- likes:rosenkohl: Rosenkohl? nein"}},
		{"Rosenkohl? wie lange muss der kochen", nil},
		{"Rosenkohl?", nil},
	})
}

// Without accents the past tense is spelled like the conditional: only the
// accent tells "ich wurde" from "ich würde".
func TestGermanPastIsNotConditional(t *testing.T) {
	runSamples(t, "de", []sample{
		{"ich wurde 2019 am Knie operiert", []string{"episodic constraints+: ich wurde 2019 am Knie operiert"}},
		{"ich war drei Wochen in Reha", []string{"episodic constraints+: ich war drei Wochen in Reha"}},
		{"ich würde in Köln wohnen", nil},
		{"ich wär gern Koch", nil},
		{"hätte ich einen Hund, hieße er Rex", nil},
		{"den Film finde ich schon zu lang", nil},
		{"alte Filme find ich schön", []string{"semantic preferences+ likes:alt_film: alte Filme find ich schön"}},
	})
}
