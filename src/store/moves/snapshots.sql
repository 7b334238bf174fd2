pictured AS (
    INSERT INTO snapshots (game_id, revision, position)
    SELECT snapshot.* FROM snapshot JOIN changed ON changed.id = snapshot.game_id
),
