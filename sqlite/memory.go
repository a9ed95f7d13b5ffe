package sqlite

import (
	"context"
	"encoding/json"

	"github.com/locimem/loci"
)

// memoryColumns are in the order of scanMemory; memoryValues follows it from
// m.id on.
const memoryColumns = `org, user, agent, project, m.id, m.key, m.kind, m.field, m.category, m.importance, m.status,
	m.text, m.task, m.outcome, m.lang, m.subject, m.attribute, m.value, m.polarity,
	m.origin, m.ref_conversation, m.ref_turn, m.ref_tool, m.ref_url, m.quote,
	m.tier, m.confidence, m.evidence, m.evidence_days,
	m.due_start, m.due_end, m.due_precision, m.event_start, m.event_end, m.event_precision,
	m.valid_from, m.valid_to, m.created, m.updated, m.said, m.confirmed, m.completed, m.expires,
	m.version, m.supersedes, m.superseded_by, m.derived_from, m.projection_of, m.metadata`

const (
	fromMemories = " FROM memories m JOIN scopes s ON s.id = m.scope"
	memoryByDoc  = "SELECT " + memoryColumns + fromMemories + " WHERE m.doc = ?"
)

func (r *rows) memory() (loci.Memory, error) {
	m := loci.Memory{
		Scope: r.scope(), ID: loci.ID(r.text()), Key: r.text(),
		Kind: loci.Kind(r.text()), Field: loci.Field(r.text()),
		Category: loci.Category(r.text()), Importance: loci.Importance(r.text()), Status: loci.Status(r.text()),
		Text: r.text(), Task: r.text(), Outcome: r.text(), Lang: r.text(),
		Slot:  loci.Slot{Subject: r.text(), Attribute: r.text()},
		Value: r.text(), Polarity: loci.Polarity(r.text()),
		Origin: loci.Origin(r.text()),
		Ref:    loci.Ref{Conversation: r.text(), Turn: loci.TurnID(r.text()), Tool: r.text(), URL: r.text()},
		Quote:  r.text(), Tier: loci.Tier(r.int()), Confidence: r.float(), Evidence: int(r.int()),
	}
	days := r.blob()
	m.Due, m.Event = r.when(), r.when()
	m.ValidFrom, m.ValidTo = r.time(), r.time()
	m.Created, m.Updated, m.Said = r.time(), r.time(), r.time()
	m.Confirmed, m.Completed, m.Expires = r.time(), r.time(), r.time()
	m.Version, m.Supersedes, m.SupersededBy = r.int(), loci.ID(r.text()), loci.ID(r.text())
	derived := r.blob()
	m.ProjectionOf, m.Metadata = loci.ID(r.text()), r.blob()
	if err := fromJSON(days, &m.Days); err != nil {
		return m, err
	}
	return m, fromJSON(derived, &m.DerivedFrom)
}

// memoryValues are the values of the columns from id to metadata.
func memoryValues(m *loci.Memory) []any {
	return []any{
		string(m.ID), m.Key, string(m.Kind), string(m.Field), string(m.Category), string(m.Importance), string(m.Status),
		m.Text, m.Task, m.Outcome, m.Lang, m.Slot.Subject, m.Slot.Attribute, m.Value, string(m.Polarity),
		string(m.Origin), m.Ref.Conversation, string(m.Ref.Turn), m.Ref.Tool, m.Ref.URL, m.Quote,
		int(m.Tier), m.Confidence, m.Evidence, toJSON(m.Days),
		start(m.Due), end(m.Due), precision(m.Due), start(m.Event), end(m.Event), precision(m.Event),
		optional(m.ValidFrom), optional(m.ValidTo), stamp(m.Created), stamp(m.Updated), stamp(m.Said),
		optional(m.Confirmed), optional(m.Completed), optional(m.Expires),
		m.Version, string(m.Supersedes), string(m.SupersededBy), toJSON(m.DerivedFrom), string(m.ProjectionOf),
		text(m.Metadata),
	}
}

func (t tx) writeMemory(w loci.MemoryWrite) error {
	m := &w.Memory
	old, version, err := t.indexed(m.ID)
	stored := version > 0
	switch {
	case err != nil:
		return err
	case stored && w.Expect == 0:
		return loci.Errorf(loci.Conflict, "memory %s exists", m.ID.Short())
	case version != w.Expect:
		return loci.Errorf(loci.Conflict, "memory %s was changed meanwhile", m.ID.Short())
	}
	fresh := document{doc: old.doc, entry: w.Index}
	if fresh.scope, err = t.scopeID(m.Scope); err != nil {
		return err
	}
	args := append(memoryValues(m), fresh.scope, w.Index.Digest, int(w.Index.Kind), w.Index.Len, fresh.terms())
	if stored {
		err = t.exec(updateMemory, append(args, int64(old.doc))...)
	} else {
		err = t.exec(insertMemory, args...)
		fresh.doc = loci.Doc(t.LastInsertRowID())
	}
	if err != nil {
		return err
	}
	if err := t.writeSources(m, fresh.doc, stored); err != nil {
		return err
	}
	return t.repost(old, fresh)
}

const (
	writtenColumns = `id, key, kind, field, category, importance, status,
		text, task, outcome, lang, subject, attribute, value, polarity,
		origin, ref_conversation, ref_turn, ref_tool, ref_url, quote,
		tier, confidence, evidence, evidence_days,
		due_start, due_end, due_precision, event_start, event_end, event_precision,
		valid_from, valid_to, created, updated, said, confirmed, completed, expires,
		version, supersedes, superseded_by, derived_from, projection_of, metadata,
		scope, digest, index_kind, index_len, index_terms`
	placeholders = `?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
		?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?`
	insertMemory = "INSERT INTO memories (" + writtenColumns + ") VALUES (" + placeholders + ")"
	updateMemory = "UPDATE memories SET (" + writtenColumns + ") = (" + placeholders + ") WHERE doc = ?"
)

func (t tx) writeSources(m *loci.Memory, doc loci.Doc, stored bool) error {
	if stored {
		if err := t.exec("DELETE FROM sources WHERE doc = ?", int64(doc)); err != nil {
			return err
		}
	}
	for _, source := range append([]loci.ID{m.ProjectionOf}, m.DerivedFrom...) {
		if source == "" {
			continue
		}
		if err := t.exec("INSERT INTO sources (source, doc) VALUES (?, ?) ON CONFLICT DO NOTHING",
			string(source), int64(doc)); err != nil {
			return err
		}
	}
	return nil
}

func (t tx) eraseMemory(id loci.ID) error {
	old, version, err := t.indexed(id)
	if err != nil || version == 0 {
		return err
	}
	if err := t.repost(old, document{doc: old.doc}); err != nil {
		return err
	}
	return t.exec("DELETE FROM memories WHERE doc = ?", int64(old.doc))
}

// indexed returns what the index holds of a memory and the memory's version,
// 0 if there is none.
func (t tx) indexed(id loci.ID) (d document, version int64, err error) {
	d, _, err = first(t.query("SELECT doc, scope, version, index_kind, index_len, index_terms FROM memories WHERE id = ?", string(id)),
		func(r *rows) (d document, err error) {
			d.doc, d.scope, version = loci.Doc(r.int()), r.int(), r.int()
			d.entry, err = r.index()
			return d, err
		})
	return d, version, err
}

// Memories implements [loci.Loader].
func (s *Store) Memories(ctx context.Context, q loci.MemoryQuery) ([]loci.Memory, error) {
	switch {
	case !q.AsOf.IsZero():
		return s.memoriesAsOf(ctx, q)
	case q.ShortID != "" && len(q.ShortID) < shortID:
		return nil, nil
	}
	var out []loci.Memory
	err := s.read(ctx, func(c *conn) error {
		scopes, err := c.scopeIDs(q.Scopes)
		if err != nil || len(scopes) == 0 && !q.AllScopes {
			return err
		}
		if ranks(q) {
			out, err = c.firstMemories(q, scopes)
			return err
		}
		f := memoryFilter(q)
		if !q.AllScopes {
			f.scopes("m.scope", scopes)
		}
		f.is("m.importance", string(q.Importance))
		among(&f, "m.status", "IN", q.Statuses)
		page, args := limit(q.Limit, q.Offset)
		r := c.query("SELECT "+memoryColumns+fromMemories+f.String()+memoryOrder(q.Order)+page, append(f.args, args...)...)
		for r.next() {
			m, err := r.memory()
			if err != nil {
				r.err = err
			}
			out = append(out, m)
		}
		return r.close()
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

func memoryOrder(o loci.QueryOrder) string {
	switch o {
	case loci.NewestFirst:
		return " ORDER BY m.updated DESC, m.id DESC"
	case loci.SoonestDue:
		return " ORDER BY m.due_end NULLS LAST, m.id"
	}
	return " ORDER BY m.created, m.id"
}

// memoryFilter turns a query into conditions, apart from those on scope,
// status and importance.
func memoryFilter(q loci.MemoryQuery) filter {
	var f filter
	among(&f, "m.id", "IN", q.IDs)
	if q.ShortID != "" {
		f.add("m.doc IN (SELECT doc FROM memories WHERE substr(id, -length(?)) = ?)", q.ShortID, q.ShortID)
	}
	among(&f, "m.kind", "IN", q.Kinds)
	among(&f, "m.kind", "NOT IN", q.NotKinds)
	among(&f, "m.category", "IN", q.Categories)
	f.slots(q.Slots)
	// The seemingly idle halves let SQLite see that a partial index will do.
	if q.Key != "" {
		f.add("m.key <> '' AND m.key = ?", q.Key)
	}
	if q.Subject != "" {
		f.add("m.attribute <> '' AND m.subject = ?", q.Subject)
	}
	if q.Digest != "" {
		f.add("m.digest <> '' AND m.digest = ?", q.Digest)
	}
	if q.Value != "" {
		f.add("m.value <> '' AND m.value = ?", q.Value)
	}
	if len(q.Turns) > 0 {
		f.add("m.ref_turn <> ''")
		among(&f, "m.ref_turn", "IN", q.Turns)
	}
	if len(q.Sources) > 0 {
		f.add("m.doc IN (SELECT doc FROM sources WHERE source IN (SELECT value FROM json_each(?)))", array(q.Sources))
	}
	if !q.ExpiresBy.IsZero() {
		f.add("m.expires <= ?", stamp(q.ExpiresBy))
	}
	if q.Lacks != "" {
		f.add("m.index_terms IS NOT NULL AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.doc = m.doc AND v.model = ?)", q.Lacks)
	}
	if !q.DueAfter.IsZero() {
		f.add("m.due_end > ?", stamp(q.DueAfter))
	}
	return f
}

func (r *rows) when() *loci.When {
	if r.null() {
		r.column += 3
		return nil
	}
	return &loci.When{Start: r.time(), End: r.time(), Precision: loci.Precision(r.text())}
}

func start(w *loci.When) any {
	if w == nil {
		return nil
	}
	return stamp(w.Start)
}

func end(w *loci.When) any {
	if w == nil {
		return nil
	}
	return stamp(w.End)
}

func precision(w *loci.When) any {
	if w == nil {
		return nil
	}
	return string(w.Precision)
}

// toJSON is how a list is stored, NULL for none.
func toJSON[T ~string](list []T) any {
	if len(list) == 0 {
		return nil
	}
	data, _ := json.Marshal(list) // strings always marshal
	return string(data)
}

func fromJSON(data []byte, v any) error {
	if len(data) == 0 {
		return nil
	}
	return json.Unmarshal(data, v)
}

// text is how JSON of the host's is stored, NULL for none.
func text(data []byte) any {
	if len(data) == 0 {
		return nil
	}
	return string(data)
}
