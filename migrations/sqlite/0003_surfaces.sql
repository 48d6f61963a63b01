-- Which Discord messages show a table. Not part of the log: a lost row costs a fresh message.
CREATE TABLE surfaces (
    table_id    INTEGER NOT NULL REFERENCES tables (id),
    key         TEXT NOT NULL,
    channel_id  INTEGER NOT NULL,
    message_id  INTEGER NOT NULL,
    token       TEXT,
    token_at_ms INTEGER NOT NULL,
    owner_id    INTEGER,
    hash        INTEGER NOT NULL,
    PRIMARY KEY (table_id, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX surfaces_with_token ON surfaces (token_at_ms) WHERE token IS NOT NULL;
