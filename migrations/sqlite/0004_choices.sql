-- What people and servers chose once and for all. Not part of the log.
CREATE TABLE person_choices (
    user_id INTEGER PRIMARY KEY,
    record  TEXT NOT NULL
) STRICT;

CREATE TABLE server_choices (
    guild_id INTEGER PRIMARY KEY,
    record   TEXT NOT NULL
) STRICT;
