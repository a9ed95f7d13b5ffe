package service

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/locimem/loci"
)

// earlier is a revocation that a memory has seen before.
type earlier struct {
	seq    int64
	source loci.RevokeRequest
}

// revokedBy begins the reason of a revocation's history rows; the source
// follows, so that a later revocation knows what has no standing any more.
const revokedBy = "revoked: "

func earlierOf(rows []loci.HistoryEntry) ([]earlier, error) {
	var out []earlier
	for _, e := range rows {
		data, ok := strings.CutPrefix(e.Why, revokedBy)
		if !ok || e.Op != loci.HistoryRevoke {
			continue
		}
		past := earlier{seq: e.Seq}
		if err := json.Unmarshal([]byte(data), &past.source); err != nil {
			return nil, loci.Errorf(loci.Internal, "history row %d: %w", e.Seq, err)
		}
		out = append(out, past)
	}
	return out, nil
}

func (v *revocation) why() string {
	r := v.source
	r.Preview, r.Erase, r.KeepWords = false, false, false
	data, err := json.Marshal(r)
	if err != nil {
		return revokedBy
	}
	return revokedBy + string(data)
}

// findTurns finds the messages that are the source. They know neither URL nor
// client.
func (v *revocation) findTurns(ctx context.Context) error {
	v.turns = map[loci.Scope]map[loci.TurnID]loci.Turn{}
	for _, scope := range v.scopes {
		all, err := v.s.store.Turns(ctx, loci.TurnQuery{Scopes: []loci.Scope{scope}, Conversation: v.source.Conversation})
		if err != nil {
			return err
		}
		if v.source.Turn != "" {
			all = exchange(all, v.source.Turn)
		}
		v.turns[scope] = map[loci.TurnID]loci.Turn{}
		for _, t := range all {
			if v.within(t.Kept) && (len(v.source.Origins) == 0 || slices.Contains(v.source.Origins, t.Role.Origin())) {
				v.turns[scope][t.ID] = t
			}
		}
	}
	return nil
}

// conversationNamed returns the conversation that a person means by an id: where
// none has it, the one that a host gave it to, "claude-code:b" for "b".
func (s *Service) conversationNamed(ctx context.Context, scopes []loci.Scope, id string) (string, error) {
	if id == "" {
		return "", nil
	}
	known, err := s.store.Turns(ctx, loci.TurnQuery{Scopes: scopes, Conversation: id, Limit: 1})
	if err != nil || len(known) > 0 {
		return id, err
	}
	all, err := s.store.Turns(ctx, loci.TurnQuery{Scopes: scopes})
	named := ""
	for _, t := range all {
		if _, own, ok := strings.Cut(t.Conversation, ":"); !ok || own != id || t.Conversation == named {
			continue
		}
		if named != "" {
			return id, loci.Errorf(loci.Invalid, "%q is a conversation of two hosts", id).WithHint("say which: %s or %s", named, t.Conversation)
		}
		named = t.Conversation
	}
	return cmp.Or(named, id), err
}

// exchange returns a message and what came behind it before the next message of
// a person; all are in their order.
func exchange(all []loci.Turn, message loci.TurnID) []loci.Turn {
	at := slices.IndexFunc(all, func(t loci.Turn) bool { return t.ID == message })
	if at < 0 {
		return nil
	}
	out := []loci.Turn{all[at]}
	for _, t := range all[at+1:] {
		switch {
		case t.Conversation != all[at].Conversation:
		case t.Role == loci.RoleUser:
			return out
		default:
			out = append(out, t)
		}
	}
	return out
}

func (v *revocation) within(t time.Time) bool { return within(v.source, t) }

func within(r loci.RevokeRequest, t time.Time) bool {
	return !t.Before(r.Since) && (r.Until.IsZero() || t.Before(r.Until))
}

// names reports whether a row tells what the source said or did, and no
// earlier revocation has taken it back.
func (v *revocation) names(e loci.HistoryEntry) bool {
	_, told := v.turns[e.Scope][e.Turn]
	return namedBy(v.source, e, told) && !v.takenBack(e)
}

func (v *revocation) takenBack(e loci.HistoryEntry) bool {
	return slices.ContainsFunc(v.earlier[e.Memory], func(past earlier) bool {
		_, told := v.turns[e.Scope][e.Turn]
		return e.Seq < past.seq && namedBy(past.source, e, told && past.source.Conversation == v.source.Conversation)
	})
}

// namedBy reports whether a row is a source's; told says that it is by its turn.
func namedBy(r loci.RevokeRequest, e loci.HistoryEntry, told bool) bool {
	if e.After == nil || e.Op == loci.HistoryExpire || e.Op == loci.HistoryRevoke || !within(r, e.At) {
		return false
	}
	said := asserts(e)
	switch {
	case r.Client != "" && !strings.HasSuffix(e.Actor, " ("+r.Client+")"),
		r.Conversation != "" && r.Turn == "" && !told && !(said && e.After.Ref.Conversation == r.Conversation),
		len(r.Origins) > 0 && !(said && slices.Contains(r.Origins, e.After.Origin)),
		r.Turn != "" && e.Turn != r.Turn && !(said && e.After.Ref.Turn == r.Turn),
		r.URL != "" && !(said && e.After.Ref.URL == r.URL):
		return false
	}
	return true
}

// asserts reports whether a row says that its memory is so: its origin and
// reference are then those of who said it.
func asserts(e loci.HistoryEntry) bool {
	switch e.Op {
	case loci.HistoryAdd, loci.HistoryImport, loci.HistoryEvidence:
		return true
	case loci.HistoryCompact:
		return e.After.Compacted() // its parts are said by others
	case loci.HistoryRestore, loci.HistoryReopen:
		return e.Turn != ""
	}
	return false
}

// came reports whether a memory is the source's: the source has said it, and
// nobody else has, whose words still stand. A profile is of whom wrote it first.
func (v *revocation) came(rows []loci.HistoryEntry) bool {
	if len(rows) == 0 || rows[0].After.Compacted() {
		return len(rows) > 0 && v.names(rows[0])
	}
	said := false
	for _, e := range rows {
		if asserts(e) && !v.takenBack(e) {
			if !v.names(e) {
				return false
			}
			said = true
		}
	}
	return said
}

// undoes reports whether a row has no standing without the source: it is the
// source's, or what it put in the memory's place is.
func (v *revocation) undoes(e loci.HistoryEntry) bool {
	replaced := (e.Op == loci.HistorySupersede || e.Op == loci.HistoryMerge) && e.After != nil && v.removed[e.After.SupersededBy]
	return replaced || v.names(e)
}
