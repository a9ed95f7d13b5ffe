package sqlite

import (
	"cmp"
	"maps"
	"slices"

	"github.com/locimem/loci"
)

// edits are changes of postings, gathered until they are written: a list is then
// read and written once and not once for each document, in the order in which
// the lists stand in the file.
type edits map[list]map[loci.Doc]edit

// edit is what becomes of a document in a list.
type edit struct {
	gone   bool // what the list holds of it goes
	posted bool // posting takes its place
	loci.Posting
}

// maxEdits bounds how many documents' lists wait in memory.
const maxEdits = 2000

func (e edits) post(l list, p loci.Posting) {
	e.put(l, edit{gone: e[l][p.Doc].gone, posted: true, Posting: p})
}

func (e edits) unpost(l list, doc loci.Doc) {
	e.put(l, edit{gone: true, Posting: loci.Posting{Doc: doc}})
}

func (e edits) put(l list, change edit) {
	if e[l] == nil {
		e[l] = map[loci.Doc]edit{}
	}
	e[l][change.Doc] = change
}

// flush writes the edits.
func (t tx) flush() error {
	for _, l := range slices.SortedFunc(maps.Keys(t.edits), byPlace) {
		var gone, fresh []loci.Posting
		for _, doc := range slices.Sorted(maps.Keys(t.edits[l])) {
			e := t.edits[l][doc]
			if e.gone {
				gone = append(gone, e.Posting)
			}
			if e.posted {
				fresh = append(fresh, e.Posting)
			}
		}
		if err := t.unpost(l, gone); err != nil {
			return err
		}
		if err := t.post(l, fresh); err != nil {
			return err
		}
	}
	clear(t.edits)
	return nil
}

func byPlace(a, b list) int {
	return cmp.Or(cmp.Compare(a.scope, b.scope), cmp.Compare(a.kind, b.kind), cmp.Compare(a.term, b.term))
}
