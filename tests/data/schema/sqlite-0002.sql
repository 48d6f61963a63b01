-- A database of the second schema with one finished match, as it stood in a file. Never changed.
PRAGMA application_id = 1953066599;
PRAGMA foreign_keys = OFF;
BEGIN TRANSACTION;
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO "_sqlx_migrations" VALUES(1,'log','2026-11-30 14:46:20',1,X'66B1DF6C31081E556053BE0F1B5EC0B22306D0F57153D8808A46BAB0FF2B0D7CFA6E06CC88F371AE73BC8ECF501616A1',1575425);
INSERT INTO "_sqlx_migrations" VALUES(2,'projections','2026-11-30 14:46:20',1,X'518B86A0C5ADD6B3AB8EE1EF0BE208E73E138EDF92656CF0EF759F4A19B6E6B19FA39F4B4CF29A099B2003A3661C5A60',1840954);
CREATE TABLE events (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seq      INTEGER NOT NULL,
    at_ms    INTEGER NOT NULL,
    name     TEXT NOT NULL,
    record   TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "events" VALUES(1880611828531228705,0,1793491200000,'Opened','{"v":1,"type":"Opened","place":{"guild":"1100000000000000001","channel":"7"},"host":"1200000000000000001","settings":{"variant":"harbin-new","options":{"auto_win":"timeout","closed_wait_all_readings":false,"closed_wait_single":true,"concealed_kong_breaks_standing":false,"dealer_double":false,"dealer_on_draw":"stays","dealer_pass":"winner","edge_wait_37":false,"keep_last_tiles":0,"kong_after_ting":"same_waits","kong_points_concealed":0,"kong_points_exposed":0,"no_win_last_discards":0,"pair_wait":false,"reserve_tiles":0,"rob_kong":"self_draw","soft_terminal":false,"standing_combine":"max","ting_by_pung":true,"ting_claim_tie":"seat_order","ting_discard_is_ting":true,"treasure_swap":"never","treasure_visible_to_ting":true},"n_hands":8,"n_programs":2,"clock":"normal","locale":"zh-CN"}}');
INSERT INTO "events" VALUES(1880611828531228705,1,1793491200000,'SeatTaken','{"v":1,"type":"SeatTaken","seat":"E","player":{"kind":"person","user":"1200000000000000001","name":"李,\"丽\""}}');
INSERT INTO "events" VALUES(1880611828531228705,2,1793491200000,'SeatTaken','{"v":1,"type":"SeatTaken","seat":"S","player":{"kind":"person","user":"1200000000000000002","name":"=王"}}');
INSERT INTO "events" VALUES(1880611828531228705,3,1793491200000,'SeatTaken','{"v":1,"type":"SeatTaken","seat":"W","player":{"kind":"program"}}');
INSERT INTO "events" VALUES(1880611828531228705,4,1793491200000,'SeatTaken','{"v":1,"type":"SeatTaken","seat":"N","player":{"kind":"program"}}');
INSERT INTO "events" VALUES(1880611828531228705,5,1793491200000,'HandBegan','{"v":1,"type":"HandBegan","hand_no":1,"dealer":"E","nonces":{"E":"ai","S":"ai","W":"ai","N":"ai"}}');
INSERT INTO "events" VALUES(1880611828531228705,6,1793491200000,'Discarded','{"v":1,"type":"Discarded","seat":"E","tile":"9m","origin":"hand","ting":true,"by":"seat"}');
INSERT INTO "events" VALUES(1880611828531228705,7,1793491200000,'Won','{"v":1,"type":"Won","seat":"E","tile":"5p","how":{"kind":"draw"}}');
INSERT INTO "events" VALUES(1880611828531228705,8,1793491200000,'Settled','{"v":1,"type":"Settled","winner":"E","fans":[],"shares":[{"debtor":"S","payer":"S","steps":[],"points":2},{"debtor":"W","payer":"W","steps":[],"points":2},{"debtor":"N","payer":"N","steps":[],"points":2}],"payments":{"E":6,"S":-2,"W":-2,"N":-2},"kong_points":{"E":0,"S":0,"W":0,"N":0}}');
INSERT INTO "events" VALUES(1880611828531228705,9,1793491200000,'HandBegan','{"v":1,"type":"HandBegan","hand_no":2,"dealer":"E","nonces":{"E":"ai","S":"ai","W":"ai","N":"ai"}}');
INSERT INTO "events" VALUES(1880611828531228705,10,1793491200000,'Won','{"v":1,"type":"Won","seat":"S","tile":"5p","how":{"kind":"discard","from":"E"}}');
INSERT INTO "events" VALUES(1880611828531228705,11,1793491200000,'Settled','{"v":1,"type":"Settled","winner":"S","fans":[],"shares":[{"debtor":"W","payer":"E","steps":[],"points":3},{"debtor":"N","payer":"E","steps":[],"points":3},{"debtor":"E","payer":"E","steps":[],"points":3}],"payments":{"E":-9,"S":9,"W":0,"N":0},"kong_points":{"E":0,"S":0,"W":0,"N":0}}');
INSERT INTO "events" VALUES(1880611828531228705,12,1793491200000,'HostChanged','{"v":1,"type":"HostChanged","host":"1200000000000000001"}');
INSERT INTO "events" VALUES(1880611828531228705,13,1793491200000,'HandBegan','{"v":1,"type":"HandBegan","hand_no":3,"dealer":"S","nonces":{"E":"ai","S":"ai","W":"ai","N":"ai"}}');
INSERT INTO "events" VALUES(1880611828531228705,14,1793491200000,'Exhausted','{"v":1,"type":"Exhausted"}');
INSERT INTO "events" VALUES(1880611828531228705,15,1793491200000,'Settled','{"v":1,"type":"Settled","winner":null,"fans":[],"shares":[],"payments":{"E":0,"S":0,"W":0,"N":0},"kong_points":{"E":0,"S":0,"W":0,"N":0}}');
INSERT INTO "events" VALUES(1880611828531228705,16,1793491200000,'Closed','{"v":1,"type":"Closed","end":"complete"}');
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
INSERT INTO "finished_hands" VALUES(1880611828531228705,8,1,1100000000000000001,1793491200000,'harbin-new',2);
INSERT INTO "finished_hands" VALUES(1880611828531228705,11,2,1100000000000000001,1793491200000,'harbin-new',2);
INSERT INTO "finished_hands" VALUES(1880611828531228705,15,3,1100000000000000001,1793491200000,'harbin-new',2);
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
INSERT INTO "hand_seats" VALUES(1880611828531228705,8,'E',1200000000000000001,'李,"丽"',1793491200000,6,1,1,0,1,1);
INSERT INTO "hand_seats" VALUES(1880611828531228705,8,'N',NULL,NULL,1793491200000,-2,0,0,0,0,0);
INSERT INTO "hand_seats" VALUES(1880611828531228705,8,'S',1200000000000000002,'=王',1793491200000,-2,0,0,0,0,0);
INSERT INTO "hand_seats" VALUES(1880611828531228705,8,'W',NULL,NULL,1793491200000,-2,0,0,0,0,0);
INSERT INTO "hand_seats" VALUES(1880611828531228705,11,'E',1200000000000000001,'李,"丽"',1793491200000,-9,0,0,1,1,0);
INSERT INTO "hand_seats" VALUES(1880611828531228705,11,'N',NULL,NULL,1793491200000,0,0,0,0,0,0);
INSERT INTO "hand_seats" VALUES(1880611828531228705,11,'S',1200000000000000002,'=王',1793491200000,9,1,0,0,0,0);
INSERT INTO "hand_seats" VALUES(1880611828531228705,11,'W',NULL,NULL,1793491200000,0,0,0,0,0,0);
INSERT INTO "hand_seats" VALUES(1880611828531228705,15,'E',1200000000000000001,'李,"丽"',1793491200000,0,0,0,0,0,0);
INSERT INTO "hand_seats" VALUES(1880611828531228705,15,'N',NULL,NULL,1793491200000,0,0,0,0,0,0);
INSERT INTO "hand_seats" VALUES(1880611828531228705,15,'S',1200000000000000002,'=王',1793491200000,0,0,0,0,1,0);
INSERT INTO "hand_seats" VALUES(1880611828531228705,15,'W',NULL,NULL,1793491200000,0,0,0,0,0,0);
CREATE TABLE tables (
    id       INTEGER PRIMARY KEY,
    n_events INTEGER NOT NULL,
    finished INTEGER NOT NULL
) STRICT;
INSERT INTO "tables" VALUES(1880611828531228705,17,1);
CREATE INDEX unfinished_tables ON tables (id) WHERE finished = 0;
CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON events
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;
CREATE TRIGGER events_are_never_deleted BEFORE DELETE ON events
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;
CREATE INDEX finished_hands_by_guild ON finished_hands (guild_id, at_ms);
CREATE INDEX finished_hands_by_time ON finished_hands (at_ms);
CREATE INDEX hand_seats_by_user ON hand_seats (user_id, at_ms);
COMMIT;
