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
),
