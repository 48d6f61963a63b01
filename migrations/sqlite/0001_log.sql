-- The log: one row a fact, never changed. `tables` says how long each log is and whether it has ended, so that an
-- append can be checked, and the unfinished tables found, without reading the log.
PRAGMA application_id = 1953066599; -- "ting"

CREATE TABLE tables (
    id       INTEGER PRIMARY KEY,
    n_events INTEGER NOT NULL,
    finished INTEGER NOT NULL
) STRICT;

CREATE INDEX unfinished_tables ON tables (id) WHERE finished = 0;

CREATE TABLE events (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seq      INTEGER NOT NULL,
    at_ms    INTEGER NOT NULL,
    name     TEXT NOT NULL,
    record   TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON events
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;

CREATE TRIGGER events_are_never_deleted BEFORE DELETE ON events
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;
