-- The file of loci. Times are microseconds since 1970 in UTC; a nullable one
-- is NULL where the record has the zero time. Lists are JSON arrays.

CREATE TABLE keys (
    name TEXT PRIMARY KEY,
    key  BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE meta (
    name  TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE scopes (
    id      INTEGER PRIMARY KEY,
    org     TEXT NOT NULL,
    user    TEXT NOT NULL,
    agent   TEXT NOT NULL,
    project TEXT NOT NULL,
    UNIQUE (org, user, agent, project)
) STRICT;

-- AUTOINCREMENT, because the handle of an erased memory must never come back
-- as that of another.
CREATE TABLE memories (
    doc              INTEGER PRIMARY KEY AUTOINCREMENT,
    id               TEXT NOT NULL UNIQUE,
    scope            INTEGER NOT NULL REFERENCES scopes,
    key              TEXT NOT NULL,
    kind             TEXT NOT NULL,
    field            TEXT NOT NULL,
    category         TEXT NOT NULL,
    importance       TEXT NOT NULL,
    status           TEXT NOT NULL,
    text             TEXT NOT NULL,
    task             TEXT NOT NULL,
    outcome          TEXT NOT NULL,
    lang             TEXT NOT NULL,
    subject          TEXT NOT NULL,
    attribute        TEXT NOT NULL,
    value            TEXT NOT NULL,
    polarity         TEXT NOT NULL,
    origin           TEXT NOT NULL,
    ref_conversation TEXT NOT NULL,
    ref_turn         TEXT NOT NULL,
    ref_tool         TEXT NOT NULL,
    ref_url          TEXT NOT NULL,
    quote            TEXT NOT NULL,
    tier             INTEGER NOT NULL,
    confidence       REAL NOT NULL,
    evidence         INTEGER NOT NULL,
    evidence_days    TEXT,
    due_start        INTEGER,
    due_end          INTEGER,
    due_precision    TEXT,
    event_start      INTEGER,
    event_end        INTEGER,
    event_precision  TEXT,
    valid_from       INTEGER,
    valid_to         INTEGER,
    created          INTEGER NOT NULL,
    updated          INTEGER NOT NULL,
    said             INTEGER NOT NULL,
    confirmed        INTEGER,
    completed        INTEGER,
    expires          INTEGER,
    version          INTEGER NOT NULL,
    supersedes       TEXT NOT NULL,
    superseded_by    TEXT NOT NULL,
    derived_from     TEXT,
    projection_of    TEXT NOT NULL,
    metadata         TEXT,
    digest           TEXT NOT NULL,
    index_kind       INTEGER NOT NULL,
    index_len        INTEGER NOT NULL,
    index_terms      TEXT  -- JSON object of term and tf; NULL where there are none
) STRICT;

-- The first rows of an order are read from these without a look at the others.
CREATE INDEX memories_updated ON memories (scope, status, importance, kind, updated, id);
CREATE INDEX memories_due     ON memories (scope, status, importance, kind, due_end, id) WHERE due_end IS NOT NULL;

CREATE INDEX memories_digest  ON memories (scope, digest) WHERE digest <> '';
CREATE INDEX memories_key     ON memories (scope, key) WHERE key <> '';
CREATE INDEX memories_slot    ON memories (scope, subject, attribute) WHERE attribute <> '';
CREATE INDEX memories_value   ON memories (scope, value) WHERE value <> '';
CREATE INDEX memories_turn    ON memories (ref_turn) WHERE ref_turn <> '';
CREATE INDEX memories_expires ON memories (expires) WHERE expires IS NOT NULL;

CREATE UNIQUE INDEX live_digest ON memories (scope, digest)
    WHERE digest <> '' AND status IN ('active', 'hypothesis', 'completed');
CREATE UNIQUE INDEX live_key ON memories (scope, kind, key)
    WHERE key <> '' AND status IN ('active', 'hypothesis', 'completed');
CREATE UNIQUE INDEX active_slot ON memories (scope, subject, attribute)
    WHERE attribute <> '' AND status = 'active';

-- What a memory was derived from or is a projection of.
CREATE TABLE sources (
    source TEXT NOT NULL,
    doc    INTEGER NOT NULL REFERENCES memories ON DELETE CASCADE,
    PRIMARY KEY (source, doc)
) STRICT, WITHOUT ROWID;
CREATE INDEX sources_doc ON sources (doc);

-- Turns are blanked and never deleted, so that no handle comes back. doc is given
-- out by loci.NextTurn.
CREATE TABLE turns (
    doc          INTEGER PRIMARY KEY,
    scope        INTEGER NOT NULL REFERENCES scopes,
    id           TEXT NOT NULL,
    conversation TEXT NOT NULL,
    role         TEXT NOT NULL,
    speaker      TEXT NOT NULL,
    text         TEXT NOT NULL,
    time         INTEGER NOT NULL,
    zone         TEXT NOT NULL,
    kept         INTEGER,
    blank        INTEGER NOT NULL,
    waits        INTEGER NOT NULL,
    imported     INTEGER NOT NULL,
    index_kind   INTEGER NOT NULL,
    index_len    INTEGER NOT NULL,
    index_terms  TEXT,
    UNIQUE (scope, id)
) STRICT;

CREATE INDEX turns_time         ON turns (scope, time);
CREATE INDEX turns_conversation ON turns (scope, conversation, time);
CREATE INDEX turns_latest       ON turns (scope, conversation);  -- by doc
CREATE INDEX turns_waits        ON turns (scope, time) WHERE waits = 1;
CREATE INDEX turns_kept         ON turns (scope, kept) WHERE blank = 0;

-- The postings of a term in blocks; see postings.go.
CREATE TABLE postings (
    scope INTEGER NOT NULL,
    kind  INTEGER NOT NULL,
    term  TEXT NOT NULL,
    first INTEGER NOT NULL,  -- no document of this block or of a later one is lower
    size  INTEGER NOT NULL,  -- how many postings the block holds
    docs  BLOB NOT NULL,     -- document, tf and the document's length, so that scoring needs no second table
    PRIMARY KEY (scope, kind, term, first)
) STRICT, WITHOUT ROWID;

-- Embeddings of memories: unit vectors in eight bits a component.
CREATE TABLE vectors (
    doc   INTEGER PRIMARY KEY REFERENCES memories ON DELETE CASCADE,
    scope INTEGER NOT NULL,
    kind  INTEGER NOT NULL,
    model TEXT NOT NULL,
    scale REAL NOT NULL,
    data  BLOB NOT NULL
) STRICT;

CREATE INDEX vectors_model ON vectors (scope, kind, model);

-- How many documents an index of a scope has and their summed length.
CREATE TABLE totals (
    scope INTEGER NOT NULL,
    kind  INTEGER NOT NULL,
    docs  INTEGER NOT NULL,
    len   INTEGER NOT NULL,
    PRIMARY KEY (scope, kind)
) STRICT, WITHOUT ROWID;

-- AUTOINCREMENT, because the highest number ever given out shows when the
-- youngest rows have been cut off.
CREATE TABLE history (
    seq      INTEGER PRIMARY KEY AUTOINCREMENT,
    change   TEXT NOT NULL,
    scope    INTEGER NOT NULL REFERENCES scopes,
    memory   TEXT NOT NULL,
    op       TEXT NOT NULL,
    actor    TEXT NOT NULL,
    why      TEXT NOT NULL,
    turn     TEXT NOT NULL,  -- that brought the change about
    at       INTEGER NOT NULL,
    after    TEXT,           -- the memory as JSON; NULL where there was none or it is forgotten
    body_mac TEXT NOT NULL,  -- of after as it was written
    hash     TEXT NOT NULL
) STRICT;

CREATE INDEX history_scope  ON history (scope);
CREATE INDEX history_memory ON history (memory);
CREATE INDEX history_change ON history (change);

CREATE TABLE tombstones (
    scope INTEGER NOT NULL REFERENCES scopes,
    mac   TEXT NOT NULL,
    turn  TEXT NOT NULL,
    at    INTEGER NOT NULL,
    PRIMARY KEY (scope, mac, turn)
) STRICT, WITHOUT ROWID;

CREATE TABLE reviews (
    id      TEXT PRIMARY KEY,
    scope   INTEGER NOT NULL REFERENCES scopes,
    kind    TEXT NOT NULL,
    memory  TEXT NOT NULL,
    other   TEXT NOT NULL,
    note    TEXT NOT NULL,
    created INTEGER NOT NULL,
    done    INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX reviews_scope  ON reviews (scope);
CREATE INDEX reviews_memory ON reviews (memory);
CREATE INDEX reviews_other  ON reviews (other) WHERE other <> '';

-- What each step of the extraction cascade did and cost, by day (UTC).
CREATE TABLE bill (
    scope  INTEGER NOT NULL REFERENCES scopes,
    day    TEXT NOT NULL,
    step   TEXT NOT NULL,
    calls  INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    found  INTEGER NOT NULL,
    stored INTEGER NOT NULL,
    took   INTEGER NOT NULL,  -- nanoseconds
    input  INTEGER NOT NULL,  -- tokens
    output INTEGER NOT NULL,
    PRIMARY KEY (scope, day, step)
) STRICT, WITHOUT ROWID;

-- Idempotency keys of changesets.
CREATE TABLE applied (
    key TEXT PRIMARY KEY,
    at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Threads of agents. Ids of checkpoints are the 16 bytes of a UUIDv7; bodies
-- are sealed or plain, as their first byte says.
CREATE TABLE threads (
    id   INTEGER PRIMARY KEY,
    org  TEXT NOT NULL,
    user TEXT NOT NULL,
    name TEXT NOT NULL,
    UNIQUE (org, user, name)
) STRICT;

CREATE TABLE checkpoints (
    doc       INTEGER PRIMARY KEY,
    thread    INTEGER NOT NULL REFERENCES threads,
    namespace TEXT NOT NULL,
    id        BLOB NOT NULL,
    parent    BLOB,
    step      INTEGER NOT NULL,
    source    TEXT NOT NULL,
    run       TEXT NOT NULL,
    clear     TEXT,
    body      BLOB NOT NULL,
    UNIQUE (thread, namespace, id)
) STRICT;

CREATE INDEX checkpoints_id ON checkpoints (id);  -- and so by age

-- A version of a channel, or what it adds to the version base.
CREATE TABLE blobs (
    doc       INTEGER PRIMARY KEY,
    thread    INTEGER NOT NULL REFERENCES threads,
    namespace TEXT NOT NULL,
    channel   TEXT NOT NULL,
    version   BLOB NOT NULL,
    base      BLOB,
    codec     TEXT NOT NULL,
    body      BLOB NOT NULL,
    UNIQUE (thread, namespace, channel, version)
) STRICT;

-- What tasks wrote while they ran on a checkpoint.
CREATE TABLE writes (
    doc        INTEGER PRIMARY KEY,
    thread     INTEGER NOT NULL REFERENCES threads,
    checkpoint BLOB NOT NULL,
    namespace  TEXT NOT NULL,
    task       TEXT NOT NULL,
    idx        INTEGER NOT NULL,
    node       TEXT NOT NULL,
    channel    TEXT NOT NULL,
    codec      TEXT NOT NULL,
    body       BLOB NOT NULL,
    UNIQUE (thread, checkpoint, namespace, task, idx)
) STRICT;
