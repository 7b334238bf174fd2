-- $1 are the games again. To find rows by it, and not only by a join, keeps every join one between a few rows in memory.
locked AS (
    -- Always in the same order, so that two servers never wait for each other.
    SELECT id, version FROM games WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE
),
timely AS (
    SELECT move.* FROM move JOIN locked USING (id, version)
),
kept AS (
    INSERT INTO answers
        (scope, key_hash, fingerprint, kind, game_id, first_revision, revision, seat, sealed, at)
    SELECT scope, key_hash, fingerprint, kind, game_id, first_revision, revision, seat, sealed, at
    FROM answer WHERE of_move IN (SELECT id FROM timely)
    ON CONFLICT DO NOTHING
    RETURNING scope, key_hash
),
refused AS (
    SELECT of_move
    FROM answer LEFT JOIN kept USING (scope, key_hash)
    WHERE kept.scope IS NULL
),
changed AS (
    UPDATE games SET
        version = games.version + 1,
        status = timely.status,
        owner_id = timely.owner_id,
        seat_count = timely.seat_count,
        free_seats = timely.free_seats,
        revision = timely.revision,
        phase_since = timely.phase_since,
        draws = timely.draws,
        outcome = timely.outcome,
        suspended_reason = timely.suspended_reason,
        undo_seat = timely.undo_seat,
        attendance = timely.attendance,
        rematch_id = timely.rematch_id,
        events = timely.events,
        started_at = timely.started_at,
        updated_at = timely.updated_at,
        step = timely.step
    FROM timely
    WHERE games.id = timely.id AND games.id = ANY($1)
        AND timely.id NOT IN (SELECT of_move FROM refused)
    RETURNING games.id
),
logged AS (
    INSERT INTO actions (game_id, revision, kind, seat, body, outcomes, events, hash, undo_seat, at)
    SELECT action.* FROM action JOIN changed ON changed.id = action.game_id
),
pictured AS (
    INSERT INTO snapshots (game_id, revision, position)
    SELECT snapshot.* FROM snapshot JOIN changed ON changed.id = snapshot.game_id
),
announced AS (
    SELECT notice.* FROM notice JOIN changed ON changed.id = notice.game_id
),
-- Only now, when all games are held: whoever holds this row waits for nobody.
numbered AS (
    UPDATE feed SET number = feed.number + (SELECT count(*) FROM announced) RETURNING number
),
noticed AS (
    INSERT INTO notices (game_id, first, last, from_revision, to_revision, body, at, number)
    SELECT announced.*, (SELECT number FROM numbered) + 1 - row_number() OVER () FROM announced
),
-- All parts of a statement see the same rows: none may touch one that another touches. So what stays is written
-- over, and what goes is deleted.
awaited AS (
    INSERT INTO waits (game_id, seat, player_id, since, deadline, asks)
    SELECT wait.* FROM wait JOIN changed ON changed.id = wait.game_id
    ON CONFLICT (game_id, seat) DO UPDATE SET
        player_id = excluded.player_id, since = excluded.since, deadline = excluded.deadline,
        asks = excluded.asks
),
released AS (
    DELETE FROM waits
    USING changed JOIN move USING (id)
    WHERE waits.game_id = changed.id AND waits.game_id = ANY($1) AND move.renews_waits
        AND NOT EXISTS (SELECT FROM wait WHERE wait.game_id = waits.game_id AND wait.seat = waits.seat)
)
SELECT id FROM changed
