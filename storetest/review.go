package storetest

import (
	"testing"

	"github.com/locimem/loci"
)

func testTombstone(t *testing.T, h Harness) {
	p := open(t, h)
	all := []loci.Tombstone{
		{Scope: home, MAC: "mac1", Turn: "t1", At: at(1)},
		{Scope: home, MAC: "mac1", Turn: "t2", At: at(2)},
		{Scope: home, MAC: "mac2", At: at(3)},
		{Scope: other, MAC: "mac1", Turn: "t1", At: at(4)},
	}
	p.apply(loci.Changeset{Tombstones: all})
	p.apply(loci.Changeset{Tombstones: []loci.Tombstone{{Scope: home, MAC: "mac1", Turn: "t1", At: at(9)}}})
	p.apply(loci.Changeset{Tombstones: []loci.Tombstone{{Scope: home, MAC: "mac1", Turn: "t1", At: at(5)}}})
	all[0].At = at(9)
	for _, tc := range []struct {
		name  string
		scope loci.Scope
		macs  []string
		want  []loci.Tombstone
	}{
		{"one MAC, every turn, the latest time", home, []string{"mac1"}, all[:2]},
		{"several MACs", home, []string{"mac2", "mac1", "mac9", "mac1"}, all[:3]},
		{"another scope", other, []string{"mac1"}, all[3:]},
		{"unknown MAC", home, []string{"mac"}, nil},
		{"wildcard", home, []string{"mac%"}, nil},
		{"no MAC", home, nil, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p.in(t).same("tombstones", tc.want, sortedTombstones(p.tombstones(tc.scope, tc.macs...)))
		})
	}
}

func testReview(t *testing.T, h Harness) {
	p := open(t, h)
	first := loci.Review{
		ID: "b", Scope: home, Kind: loci.ReviewDuplicate, Memory: id(1), Other: id(2), Note: "may say the same", Created: at(1),
	}
	second := loci.Review{ID: "a", Scope: home, Kind: loci.ReviewForget, Memory: id(1), Created: at(2)}
	third := loci.Review{ID: "c", Scope: home, Kind: loci.ReviewSuperseded, Memory: id(3), Created: at(2)}
	elsewhere := loci.Review{ID: "d", Scope: other, Kind: loci.ReviewForget, Memory: id(4), Created: at(0)}
	p.apply(loci.Changeset{Reviews: []loci.Review{third, second, first, elsewhere}})
	p.same("oldest first, then by id", []loci.Review{first, second, third}, p.reviews(home))
	p.same("both scopes", []loci.Review{elsewhere, first, second, third}, p.reviews(home, other))

	first.Note = "may well say the same"
	second.Done = at(5)
	p.apply(loci.Changeset{Reviews: []loci.Review{first, second}})
	p.same("one changed, one done", []loci.Review{first, third}, p.reviews(home))
	done, err := p.Reviews(p.ctx, loci.ReviewQuery{Scopes: []loci.Scope{home, other}, Done: true})
	p.same("the done one", []loci.Review{second}, must(p, done, err))
}
