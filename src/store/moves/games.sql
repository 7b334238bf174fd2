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
