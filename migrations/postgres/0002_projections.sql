-- Finished hands and who played them: computed from `events` alone, can be dropped and computed again
-- (`tinghu rebuild`). `seq` is the number of the settlement. user_id is NULL for a seat played by the program.
CREATE TABLE finished_hands (
    table_id  BIGINT NOT NULL REFERENCES tables (id),
    seq       BIGINT NOT NULL,
    hand_no   BIGINT NOT NULL,
    guild_id  BIGINT,
    at_ms     BIGINT NOT NULL,
    variant   TEXT NOT NULL,
    n_people  BIGINT NOT NULL,
    PRIMARY KEY (table_id, seq)
);

CREATE INDEX finished_hands_by_guild ON finished_hands (guild_id, at_ms);
CREATE INDEX finished_hands_by_time ON finished_hands (at_ms);

CREATE TABLE hand_seats (
    table_id   BIGINT NOT NULL,
    seq        BIGINT NOT NULL,
    seat       TEXT NOT NULL,
    user_id    BIGINT,
    name       TEXT,
    at_ms      BIGINT NOT NULL,
    points     BIGINT NOT NULL,
    won        BIGINT NOT NULL,
    self_drawn BIGINT NOT NULL,
    dealt_in   BIGINT NOT NULL,
    dealer     BIGINT NOT NULL,
    tinged     BIGINT NOT NULL,
    PRIMARY KEY (table_id, seq, seat),
    FOREIGN KEY (table_id, seq) REFERENCES finished_hands (table_id, seq)
);

CREATE INDEX hand_seats_by_user ON hand_seats (user_id, at_ms);
