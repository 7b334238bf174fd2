locked AS (
    -- Always in the same order, so that two servers never wait for each other.
    SELECT games.id
    FROM games JOIN move ON move.id = games.id AND move.version = games.version
    ORDER BY games.id
    FOR NO KEY UPDATE OF games
),
kept AS (
    INSERT INTO answers
        (scope, key_hash, fingerprint, kind, game_id, first_revision, revision, seat, sealed, at)
    SELECT scope, key_hash, fingerprint, kind, game_id, first_revision, revision, seat, sealed, at
    FROM answer JOIN locked ON locked.id = answer.of_move
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
        status = move.status,
        owner_id = move.owner_id,
        seat_count = move.seat_count,
        free_seats = move.free_seats,
        revision = move.revision,
        phase_since = move.phase_since,
        draws = move.draws,
        outcome = move.outcome,
        suspended_reason = move.suspended_reason,
        undo_seat = move.undo_seat,
        attendance = move.attendance,
        rematch_id = move.rematch_id,
        events = move.events,
        started_at = move.started_at,
        updated_at = move.updated_at
    FROM move JOIN locked USING (id)
    WHERE games.id = move.id AND move.id NOT IN (SELECT of_move FROM refused)
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
noticed AS (
    INSERT INTO notices (game_id, first, last, from_revision, to_revision, body, at)
    SELECT notice.* FROM notice JOIN changed ON changed.id = notice.game_id
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
    WHERE waits.game_id = changed.id AND move.renews_waits
        AND NOT EXISTS (SELECT FROM wait WHERE wait.game_id = waits.game_id AND wait.seat = waits.seat)
)
SELECT id FROM changed
