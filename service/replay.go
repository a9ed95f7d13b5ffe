package service

import (
	"context"
	"slices"
	"strings"

	"github.com/locimem/loci"
	"github.com/locimem/loci/internal/text"
)

// buryWords leaves tombstones of the sentences of a turn that are not as they
// were said any more, so that they are known in whatever turn they come again.
func (d *draft) buryWords(said, left loci.Turn) {
	stay := sentences(left.Text)
	for _, part := range sentences(said.Text) {
		if !slices.Contains(stay, part) {
			d.buryRun(said, part)
		}
	}
}

// buryTurn leaves the tombstone of all that a turn said.
func (d *draft) buryTurn(t loci.Turn) { d.buryRun(t, t.Text) }

func (d *draft) buryRun(t loci.Turn, run string) {
	if mac := d.s.wordsMAC(run); mac != "" {
		at := d.now.UTC()
		d.change.Tombstones = append(d.change.Tombstones,
			loci.Tombstone{Scope: t.Scope, MAC: mac, Turn: t.ID, At: at},
			loci.Tombstone{Scope: t.Scope, MAC: d.s.anyWordsMAC(), At: at})
	}
}

// anyWordsMAC is of the tombstone that tells when words of a scope were last
// forgotten: what is said since, as nearly all is, need not be looked at.
func (s *Service) anyWordsMAC() string { return s.mac("words") }

// wordsMAC is a keyed hash of the words of a text, whatever stands between them.
func (s *Service) wordsMAC(run string) string {
	if all := words(strings.ReplaceAll(run, forgottenMark, "")); len(all) > 0 {
		return s.mac("words", strings.Join(all, " "))
	}
	return ""
}

// sentences cuts a text so that its parts together are the text.
func sentences(s string) []string {
	var out []string
	for line := range strings.SplitAfterSeq(s, "\n") {
		out = append(out, text.Sentences(line)...)
	}
	return out
}

// unsaid takes out of a turn the sentences that were forgotten after it was said:
// read again, by whatever way and under whatever name, it does not say them anew.
func (s *Service) unsaid(ctx context.Context, t loci.Turn) (loci.Turn, error) {
	last, err := s.store.Tombstones(ctx, t.Scope, []string{s.anyWordsMAC()})
	if err != nil || len(last) == 0 || !t.Time.Before(last[0].At) {
		return t, err
	}
	parts := sentences(t.Text)
	macs := []string{s.wordsMAC(t.Text)}
	for _, part := range parts {
		macs = append(macs, s.wordsMAC(part))
	}
	stones, err := s.store.Tombstones(ctx, t.Scope, slices.DeleteFunc(slices.Clone(macs), func(mac string) bool { return mac == "" }))
	if err != nil || len(stones) == 0 {
		return t, err
	}
	gone := func(mac string) bool {
		return slices.ContainsFunc(stones, func(f loci.Tombstone) bool { return f.MAC == mac && t.Time.Before(f.At) })
	}
	for i := range parts {
		if gone(macs[0]) || gone(macs[i+1]) {
			parts[i] = forgottenMark + " "
		}
	}
	t.Text = strings.Join(parts, "")
	return blanked(t), nil
}

// strikeUnsaid takes out of the turn that the draft keeps the words of what was
// forgotten and is not said anew.
func (d *draft) strikeUnsaid(t loci.Turn) {
	if len(d.unsaid) == 0 {
		return
	}
	for _, m := range d.unsaid {
		t = d.s.strike(t, []string{m.Quote}, d.s.queryWords(m.Text))
	}
	d.change.Turns = []loci.TurnWrite{d.s.turnWrite(t, d.now)}
}

// blanked makes a turn blank of which no word is left.
func blanked(t loci.Turn) loci.Turn {
	if len(words(strings.ReplaceAll(t.Text, forgottenMark, ""))) == 0 {
		t.Text, t.Blank = "", true
	}
	return t
}
