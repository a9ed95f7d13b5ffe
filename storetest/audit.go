package storetest

import (
	"strings"
	"testing"

	"github.com/locimem/loci"
)

// testAudit checks that the chain of an untouched store is whole, forgetting
// included, and that damage to the history (Harness.Damage with "history" in
// its name) is found with the row that broke first.
func testAudit(t *testing.T, h Harness) {
	p := open(t, h)
	p.same("an empty store", loci.AuditReport{}, p.audit())
	p.furnish()
	rows := p.history(loci.HistoryQuery{Scopes: []loci.Scope{home, other}})
	p.same("a furnished one", loci.AuditReport{Rows: 3, Head: rows[len(rows)-1].Hash}, p.audit())
	p.apply(loci.Changeset{
		Erase:   []loci.ID{id(1)},
		History: []loci.HistoryEntry{{Change: "forget", Scope: home, Memory: id(1), Op: loci.HistoryForget, At: at(9)}},
	})
	got := p.audit()
	got.Head = ""
	p.same("after a forgetting", loci.AuditReport{Rows: 4, Forgotten: 1}, got)
	for name, damage := range h.Damage {
		if !strings.Contains(name, "history") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			p := open(t, h)
			p.furnish()
			damage(t, p.Store)
			if r := p.audit(); r.Broken < 1 || r.Broken > 3 || len(r.Problems) != 1 {
				t.Errorf("the audit says %+v", r)
			}
		})
	}
	t.Run("a body that nobody forgot", func(t *testing.T) {
		p := open(t, h)
		p.insert(memory(1), memory(2))
		p.apply(loci.Changeset{Erase: []loci.ID{id(2)}})
		p.same("broken", int64(2), p.audit().Broken)
	})
}

func (p probe) audit() loci.AuditReport {
	p.t.Helper()
	r, err := p.Audit(p.ctx)
	return must(p, r, err)
}
