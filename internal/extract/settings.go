package extract

// settings are what a pack says of its language beside words and frames.
type settings struct {
	elide       bool   // an apostrophe ends a word
	endings     bool   // an apostrophe sets a name off from its case endings
	drops       bool   // a sentence without a subject is about whom the one before is
	clitic      string // what an apostrophe adds to a word, a word of its own
	speaker     string // the word for the speaker that a verb after "and" does without
	enumeration string // a mark that joins the items of a list, never clauses
	// letters writes a second script in the letters of the pack ("ш" = "sh";
	// "^е" = "ye" holds at a word's beginning).
	letters map[string]string
	// affirms holds what to say instead of a plain denial so that the opposite is
	// said ("kein" = "ein", "not" = "").
	affirms map[string]string
	// kin holds how the speaker may speak of somebody, by the label of the class:
	// what a known name is read as.
	kin map[string]string
}

// setting is where a setting is kept, under the name that it has in a pack.
type setting[T any] struct {
	name string
	at   *T
}

// flags, texts and pairs return all the settings of their type. A compiled pack
// holds them in this order.
func (s *settings) flags() []setting[bool] {
	return []setting[bool]{{"elide", &s.elide}, {"endings", &s.endings}, {"drops", &s.drops}}
}

func (s *settings) texts() []setting[string] {
	return []setting[string]{{"clitic", &s.clitic}, {"speaker", &s.speaker}, {"enumeration", &s.enumeration}}
}

func (s *settings) pairs() []setting[map[string]string] {
	return []setting[map[string]string]{{"letters", &s.letters}, {"affirms", &s.affirms}, {"kin", &s.kin}}
}

// named returns the setting of a name, nil if there is none.
func named[T any](all []setting[T], name string) *T {
	for _, s := range all {
		if s.name == name {
			return s.at
		}
	}
	return nil
}
