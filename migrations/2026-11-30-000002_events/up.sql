-- What every commit announces: the numbers of its events in the log of its game, and its place in the feed of all
-- games, which is given to it after the commit.

ALTER TABLE games ADD COLUMN events BIGINT NOT NULL DEFAULT 0;

CREATE TABLE notices (
    game_id TEXT NOT NULL,
    first BIGINT NOT NULL,
    last BIGINT NOT NULL,
    from_revision BIGINT NOT NULL,
    to_revision BIGINT NOT NULL,
    body TEXT NOT NULL,
    at BIGINT NOT NULL,
    number BIGINT,
    PRIMARY KEY (game_id, first)
);
CREATE UNIQUE INDEX notices_by_number ON notices (number);
CREATE INDEX notices_without_number ON notices (game_id, first) WHERE number IS NULL;

CREATE TABLE tickets (
    hash TEXT NOT NULL PRIMARY KEY,
    token_id TEXT NOT NULL REFERENCES tokens (id),
    made_at BIGINT NOT NULL,
    opens TEXT
);
CREATE INDEX tickets_by_age ON tickets (made_at);
