-- A database of the second schema with one finished match, as it stood on a server. Never changed.
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
CREATE FUNCTION public.refuse_to_change_the_log() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION 'the log is append-only';
END
$$;
SET default_tablespace = '';
CREATE TABLE public._sqlx_migrations (
    version bigint NOT NULL,
    description text NOT NULL,
    installed_on timestamp with time zone DEFAULT now() NOT NULL,
    success boolean NOT NULL,
    checksum bytea NOT NULL,
    execution_time bigint NOT NULL
);
CREATE TABLE public.events (
    table_id bigint NOT NULL,
    seq bigint NOT NULL,
    at_ms bigint NOT NULL,
    name text NOT NULL,
    record text NOT NULL
);
COMMENT ON TABLE public.events IS 'tinghu: the log of all tables';
CREATE TABLE public.finished_hands (
    table_id bigint NOT NULL,
    seq bigint NOT NULL,
    hand_no bigint NOT NULL,
    guild_id bigint,
    at_ms bigint NOT NULL,
    variant text NOT NULL,
    n_people bigint NOT NULL
);
CREATE TABLE public.hand_seats (
    table_id bigint NOT NULL,
    seq bigint NOT NULL,
    seat text NOT NULL,
    user_id bigint,
    name text,
    at_ms bigint NOT NULL,
    points bigint NOT NULL,
    won bigint NOT NULL,
    self_drawn bigint NOT NULL,
    dealt_in bigint NOT NULL,
    dealer bigint NOT NULL,
    tinged bigint NOT NULL
);
CREATE TABLE public.tables (
    id bigint NOT NULL,
    n_events bigint NOT NULL,
    finished bigint NOT NULL
);
INSERT INTO public._sqlx_migrations VALUES (1, 'log', '2026-11-30 14:46:20.878811+00', true, '\xd00805d7268970d1dd47beffdab0ac2ee31566017be2e09694a51c791ee76c93ac2e4a239ce79fe5f408fa577bb8888b', 115326046);
INSERT INTO public._sqlx_migrations VALUES (2, 'projections', '2026-11-30 14:46:20.995054+00', true, '\xea1dd095ca3518db2ebee9470cc7ff5d4ab09dd106682b1c34ae4a426cefe3c3e801a1a47dd806bf469133a14b3182b8', 54833650);
INSERT INTO public.events VALUES (1880611828531759699, 0, 1793491200000, 'Opened', '{"v":1,"type":"Opened","place":{"guild":"1100000000000000001","channel":"7"},"host":"1200000000000000001","settings":{"variant":"harbin-new","options":{"auto_win":"timeout","closed_wait_all_readings":false,"closed_wait_single":true,"concealed_kong_breaks_standing":false,"dealer_double":false,"dealer_on_draw":"stays","dealer_pass":"winner","edge_wait_37":false,"keep_last_tiles":0,"kong_after_ting":"same_waits","kong_points_concealed":0,"kong_points_exposed":0,"no_win_last_discards":0,"pair_wait":false,"reserve_tiles":0,"rob_kong":"self_draw","soft_terminal":false,"standing_combine":"max","ting_by_pung":true,"ting_claim_tie":"seat_order","ting_discard_is_ting":true,"treasure_swap":"never","treasure_visible_to_ting":true},"n_hands":8,"n_programs":2,"clock":"normal","locale":"zh-CN"}}');
INSERT INTO public.events VALUES (1880611828531759699, 1, 1793491200000, 'SeatTaken', '{"v":1,"type":"SeatTaken","seat":"E","player":{"kind":"person","user":"1200000000000000001","name":"李,\"丽\""}}');
INSERT INTO public.events VALUES (1880611828531759699, 2, 1793491200000, 'SeatTaken', '{"v":1,"type":"SeatTaken","seat":"S","player":{"kind":"person","user":"1200000000000000002","name":"=王"}}');
INSERT INTO public.events VALUES (1880611828531759699, 3, 1793491200000, 'SeatTaken', '{"v":1,"type":"SeatTaken","seat":"W","player":{"kind":"program"}}');
INSERT INTO public.events VALUES (1880611828531759699, 4, 1793491200000, 'SeatTaken', '{"v":1,"type":"SeatTaken","seat":"N","player":{"kind":"program"}}');
INSERT INTO public.events VALUES (1880611828531759699, 5, 1793491200000, 'HandBegan', '{"v":1,"type":"HandBegan","hand_no":1,"dealer":"E","nonces":{"E":"ai","S":"ai","W":"ai","N":"ai"}}');
INSERT INTO public.events VALUES (1880611828531759699, 6, 1793491200000, 'Discarded', '{"v":1,"type":"Discarded","seat":"E","tile":"9m","origin":"hand","ting":true,"by":"seat"}');
INSERT INTO public.events VALUES (1880611828531759699, 7, 1793491200000, 'Won', '{"v":1,"type":"Won","seat":"E","tile":"5p","how":{"kind":"draw"}}');
INSERT INTO public.events VALUES (1880611828531759699, 8, 1793491200000, 'Settled', '{"v":1,"type":"Settled","winner":"E","fans":[],"shares":[{"debtor":"S","payer":"S","steps":[],"points":2},{"debtor":"W","payer":"W","steps":[],"points":2},{"debtor":"N","payer":"N","steps":[],"points":2}],"payments":{"E":6,"S":-2,"W":-2,"N":-2},"kong_points":{"E":0,"S":0,"W":0,"N":0}}');
INSERT INTO public.events VALUES (1880611828531759699, 9, 1793491200000, 'HandBegan', '{"v":1,"type":"HandBegan","hand_no":2,"dealer":"E","nonces":{"E":"ai","S":"ai","W":"ai","N":"ai"}}');
INSERT INTO public.events VALUES (1880611828531759699, 10, 1793491200000, 'Won', '{"v":1,"type":"Won","seat":"S","tile":"5p","how":{"kind":"discard","from":"E"}}');
INSERT INTO public.events VALUES (1880611828531759699, 11, 1793491200000, 'Settled', '{"v":1,"type":"Settled","winner":"S","fans":[],"shares":[{"debtor":"W","payer":"E","steps":[],"points":3},{"debtor":"N","payer":"E","steps":[],"points":3},{"debtor":"E","payer":"E","steps":[],"points":3}],"payments":{"E":-9,"S":9,"W":0,"N":0},"kong_points":{"E":0,"S":0,"W":0,"N":0}}');
INSERT INTO public.events VALUES (1880611828531759699, 12, 1793491200000, 'HostChanged', '{"v":1,"type":"HostChanged","host":"1200000000000000001"}');
INSERT INTO public.events VALUES (1880611828531759699, 13, 1793491200000, 'HandBegan', '{"v":1,"type":"HandBegan","hand_no":3,"dealer":"S","nonces":{"E":"ai","S":"ai","W":"ai","N":"ai"}}');
INSERT INTO public.events VALUES (1880611828531759699, 14, 1793491200000, 'Exhausted', '{"v":1,"type":"Exhausted"}');
INSERT INTO public.events VALUES (1880611828531759699, 15, 1793491200000, 'Settled', '{"v":1,"type":"Settled","winner":null,"fans":[],"shares":[],"payments":{"E":0,"S":0,"W":0,"N":0},"kong_points":{"E":0,"S":0,"W":0,"N":0}}');
INSERT INTO public.events VALUES (1880611828531759699, 16, 1793491200000, 'Closed', '{"v":1,"type":"Closed","end":"complete"}');
INSERT INTO public.finished_hands VALUES (1880611828531759699, 8, 1, 1100000000000000001, 1793491200000, 'harbin-new', 2);
INSERT INTO public.finished_hands VALUES (1880611828531759699, 11, 2, 1100000000000000001, 1793491200000, 'harbin-new', 2);
INSERT INTO public.finished_hands VALUES (1880611828531759699, 15, 3, 1100000000000000001, 1793491200000, 'harbin-new', 2);
INSERT INTO public.hand_seats VALUES (1880611828531759699, 8, 'E', 1200000000000000001, '李,"丽"', 1793491200000, 6, 1, 1, 0, 1, 1);
INSERT INTO public.hand_seats VALUES (1880611828531759699, 8, 'S', 1200000000000000002, '=王', 1793491200000, -2, 0, 0, 0, 0, 0);
INSERT INTO public.hand_seats VALUES (1880611828531759699, 8, 'W', NULL, NULL, 1793491200000, -2, 0, 0, 0, 0, 0);
INSERT INTO public.hand_seats VALUES (1880611828531759699, 8, 'N', NULL, NULL, 1793491200000, -2, 0, 0, 0, 0, 0);
INSERT INTO public.hand_seats VALUES (1880611828531759699, 11, 'E', 1200000000000000001, '李,"丽"', 1793491200000, -9, 0, 0, 1, 1, 0);
INSERT INTO public.hand_seats VALUES (1880611828531759699, 11, 'S', 1200000000000000002, '=王', 1793491200000, 9, 1, 0, 0, 0, 0);
INSERT INTO public.hand_seats VALUES (1880611828531759699, 11, 'W', NULL, NULL, 1793491200000, 0, 0, 0, 0, 0, 0);
INSERT INTO public.hand_seats VALUES (1880611828531759699, 11, 'N', NULL, NULL, 1793491200000, 0, 0, 0, 0, 0, 0);
INSERT INTO public.hand_seats VALUES (1880611828531759699, 15, 'E', 1200000000000000001, '李,"丽"', 1793491200000, 0, 0, 0, 0, 0, 0);
INSERT INTO public.hand_seats VALUES (1880611828531759699, 15, 'S', 1200000000000000002, '=王', 1793491200000, 0, 0, 0, 0, 1, 0);
INSERT INTO public.hand_seats VALUES (1880611828531759699, 15, 'W', NULL, NULL, 1793491200000, 0, 0, 0, 0, 0, 0);
INSERT INTO public.hand_seats VALUES (1880611828531759699, 15, 'N', NULL, NULL, 1793491200000, 0, 0, 0, 0, 0, 0);
INSERT INTO public.tables VALUES (1880611828531759699, 17, 1);
ALTER TABLE ONLY public._sqlx_migrations
    ADD CONSTRAINT _sqlx_migrations_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (table_id, seq);
ALTER TABLE ONLY public.finished_hands
    ADD CONSTRAINT finished_hands_pkey PRIMARY KEY (table_id, seq);
ALTER TABLE ONLY public.hand_seats
    ADD CONSTRAINT hand_seats_pkey PRIMARY KEY (table_id, seq, seat);
ALTER TABLE ONLY public.tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (id);
CREATE INDEX finished_hands_by_guild ON public.finished_hands USING btree (guild_id, at_ms);
CREATE INDEX finished_hands_by_time ON public.finished_hands USING btree (at_ms);
CREATE INDEX hand_seats_by_user ON public.hand_seats USING btree (user_id, at_ms);
CREATE INDEX unfinished_tables ON public.tables USING btree (id) WHERE (finished = 0);
CREATE TRIGGER events_are_never_changed BEFORE DELETE OR UPDATE ON public.events FOR EACH ROW EXECUTE FUNCTION public.refuse_to_change_the_log();
CREATE TRIGGER events_are_never_dropped BEFORE TRUNCATE ON public.events FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_to_change_the_log();
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id);
ALTER TABLE ONLY public.finished_hands
    ADD CONSTRAINT finished_hands_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id);
ALTER TABLE ONLY public.hand_seats
    ADD CONSTRAINT hand_seats_table_id_seq_fkey FOREIGN KEY (table_id, seq) REFERENCES public.finished_hands(table_id, seq);
