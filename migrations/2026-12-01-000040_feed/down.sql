CREATE INDEX notices_without_number ON notices (game_id, first) WHERE number IS NULL;
DROP TABLE feed;
