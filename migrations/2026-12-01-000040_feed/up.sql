-- Whoever writes a notice numbers it in the same transaction, and holds this one row until the end of it: so the order of the
-- numbers is the order in which they can be seen.
CREATE TABLE feed (
    id SMALLINT NOT NULL PRIMARY KEY,
    number BIGINT NOT NULL
);
UPDATE notices SET number = next.number
FROM (
    SELECT game_id, first, row_number() OVER (ORDER BY game_id, first)
        + (SELECT coalesce(max(number), 0) FROM notices) AS number
    FROM notices WHERE number IS NULL
) AS next
WHERE notices.game_id = next.game_id AND notices.first = next.first;
INSERT INTO feed (id, number) SELECT 1, coalesce(max(number), 0) FROM notices;
DROP INDEX notices_without_number;
