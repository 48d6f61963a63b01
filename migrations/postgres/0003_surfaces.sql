-- Which Discord messages show a table. Not part of the log: a lost row costs a fresh message. Keys are ordered by their
-- bytes, as SQLite orders them.
CREATE TABLE surfaces (
    table_id    BIGINT NOT NULL REFERENCES tables (id),
    key         TEXT COLLATE "C" NOT NULL,
    channel_id  BIGINT NOT NULL,
    message_id  BIGINT NOT NULL,
    token       TEXT,
    token_at_ms BIGINT NOT NULL,
    owner_id    BIGINT,
    hash        BIGINT NOT NULL,
    PRIMARY KEY (table_id, key)
);

CREATE INDEX surfaces_with_token ON surfaces (token_at_ms) WHERE token IS NOT NULL;
