-- Clocks, absence and holidays.

ALTER TABLE games ADD COLUMN takeover_after SMALLINT NOT NULL DEFAULT 3;
ALTER TABLE games ADD COLUMN attendance TEXT;
ALTER TABLE games ADD COLUMN rematch_id TEXT;

ALTER TABLE seats ADD COLUMN reserved_for TEXT;
CREATE INDEX seats_reserved_for ON seats (reserved_for, game_id) WHERE reserved_for IS NOT NULL;

ALTER TABLE waits ADD COLUMN asks TEXT NOT NULL DEFAULT '';
CREATE INDEX waits_by_deadline ON waits (deadline, game_id) WHERE deadline IS NOT NULL;

CREATE TABLE holidays (
    player_id TEXT NOT NULL REFERENCES players (id),
    from_at BIGINT NOT NULL,
    until_at BIGINT NOT NULL,
    PRIMARY KEY (player_id, from_at)
);
