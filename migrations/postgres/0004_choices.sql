-- What people and servers chose once and for all. Not part of the log.
CREATE TABLE person_choices (
    user_id BIGINT PRIMARY KEY,
    record  TEXT NOT NULL
);

CREATE TABLE server_choices (
    guild_id BIGINT PRIMARY KEY,
    record   TEXT NOT NULL
);
