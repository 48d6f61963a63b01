-- The log: one row a fact, never changed. `tables` says how long each log is and whether it has ended, so that an
-- append can be checked, and the unfinished tables found, without reading the log. The same tables as SQLite's
-- (migrations/sqlite), with the same types: yes and no are 1 and 0, moments are milliseconds.
CREATE TABLE tables (
    id       BIGINT PRIMARY KEY,
    n_events BIGINT NOT NULL,
    finished BIGINT NOT NULL
);

CREATE INDEX unfinished_tables ON tables (id) WHERE finished = 0;

CREATE TABLE events (
    table_id BIGINT NOT NULL REFERENCES tables (id),
    seq      BIGINT NOT NULL,
    at_ms    BIGINT NOT NULL,
    name     TEXT NOT NULL,
    record   TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
);

-- By this the program knows its own database.
COMMENT ON TABLE events IS 'tinghu: the log of all tables';

CREATE FUNCTION refuse_to_change_the_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log is append-only';
END
$$;

CREATE TRIGGER events_are_never_changed BEFORE UPDATE OR DELETE ON events
    FOR EACH ROW EXECUTE FUNCTION refuse_to_change_the_log();

CREATE TRIGGER events_are_never_dropped BEFORE TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_change_the_log();
