-- Finished hands and who played them: computed from `events` alone, can be dropped and computed again
-- (`tinghu rebuild`). `seq` is the number of the settlement. user_id is NULL for a seat played by the program.
CREATE TABLE finished_hands (
    table_id  INTEGER NOT NULL REFERENCES tables (id),
    seq       INTEGER NOT NULL,
    hand_no   INTEGER NOT NULL,
    guild_id  INTEGER,
    at_ms     INTEGER NOT NULL,
    variant   TEXT NOT NULL,
    n_people  INTEGER NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX finished_hands_by_guild ON finished_hands (guild_id, at_ms);
CREATE INDEX finished_hands_by_time ON finished_hands (at_ms);

CREATE TABLE hand_seats (
    table_id   INTEGER NOT NULL,
    seq        INTEGER NOT NULL,
    seat       TEXT NOT NULL,
    user_id    INTEGER,
    name       TEXT,
    at_ms      INTEGER NOT NULL,
    points     INTEGER NOT NULL,
    won        INTEGER NOT NULL,
    self_drawn INTEGER NOT NULL,
    dealt_in   INTEGER NOT NULL,
    dealer     INTEGER NOT NULL,
    tinged     INTEGER NOT NULL,
    PRIMARY KEY (table_id, seq, seat),
    FOREIGN KEY (table_id, seq) REFERENCES finished_hands (table_id, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX hand_seats_by_user ON hand_seats (user_id, at_ms);
