-- Copies of the games that have just begun, each ten seconds older than the one before, up to :games games of which :running are running, played by a crowd.
BEGIN;

CREATE TEMP TABLE crowd AS
SELECT n, gen_random_uuid()::text AS id FROM generate_series(0, 99999) AS n;
CREATE UNIQUE INDEX ON crowd (n);
ANALYZE crowd;
INSERT INTO players (id, name, name_key, created_at)
SELECT id, 'Crowd ' || n, 'crowd ' || n, 0 FROM crowd;

CREATE TEMP TABLE fresh AS
SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM games WHERE revision = 1 AND status = 'running' LIMIT 60;
CREATE TEMP TABLE copies AS
SELECT n, gen_random_uuid()::text AS id, fresh.id AS original
FROM generate_series(1, :games - (SELECT count(*) FROM games)) AS n
    JOIN fresh ON fresh.place = n % (SELECT count(*) FROM fresh);
CREATE INDEX ON copies (original);
ANALYZE copies;

CREATE TEMP TABLE copied (LIKE games);
INSERT INTO copied SELECT games.* FROM games JOIN fresh USING (id);
CREATE FUNCTION pg_temp.copy_rows(source text, target text, key text, changed jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    columns text;
    expressions text;
BEGIN
    SELECT string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position),
        string_agg(coalesce(changed ->> column_name, 'row.' || quote_ident(column_name)), ', ' ORDER BY ordinal_position)
    INTO columns, expressions
    FROM information_schema.columns WHERE table_name = target AND table_schema = 'public';
    EXECUTE format('INSERT INTO %I (%s) SELECT %s FROM copies JOIN %I AS row ON row.%I = copies.original',
        target, columns, expressions, source, key);
END $$;

-- Within it a name would be the column's.
CREATE FUNCTION pg_temp.one_of_the_crowd(bigint, bigint) RETURNS text LANGUAGE sql STABLE AS
    'SELECT id FROM crowd WHERE n = ($1 * 5 + $2) % 100000';

SELECT pg_temp.copy_rows('copied', 'games', 'id', '{
    "id": "copies.id",
    "owner_id": "pg_temp.one_of_the_crowd(copies.n, 0)",
    "status": "CASE WHEN copies.n <= :running THEN ''running'' ELSE ''finished'' END",
    "created_at": "row.created_at - copies.n * 10000",
    "updated_at": "row.updated_at - copies.n * 10000",
    "step": "(row.updated_at - copies.n * 10000) / 300000"
}');
SELECT pg_temp.copy_rows('seats', 'seats', 'game_id', '{
    "game_id": "copies.id",
    "player_id": "pg_temp.one_of_the_crowd(copies.n, row.seat)"
}');
SELECT pg_temp.copy_rows('actions', 'actions', 'game_id', '{"game_id": "copies.id"}');
SELECT pg_temp.copy_rows('snapshots', 'snapshots', 'game_id', '{"game_id": "copies.id"}');
DELETE FROM copies WHERE n > :running;
SELECT pg_temp.copy_rows('waits', 'waits', 'game_id', '{
    "game_id": "copies.id",
    "player_id": "pg_temp.one_of_the_crowd(copies.n, row.seat)"
}');

COMMIT;
