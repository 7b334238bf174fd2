DROP TABLE tickets;
DROP TABLE notices;
ALTER TABLE games DROP COLUMN events;
