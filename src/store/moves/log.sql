logged AS (
    INSERT INTO actions (game_id, revision, kind, seat, body, outcomes, events, hash, undo_seat, at)
    SELECT action.* FROM action JOIN changed ON changed.id = action.game_id
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
)
SELECT id FROM changed
