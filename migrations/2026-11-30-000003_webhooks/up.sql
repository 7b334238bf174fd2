-- Addresses of players' own programs that are told what happens in their games, and what they were told.

-- The secrets stand here as they are, since every message is signed with them anew.
CREATE TABLE webhooks (
    id TEXT NOT NULL PRIMARY KEY,
    player_id TEXT NOT NULL REFERENCES players (id),
    url TEXT NOT NULL,
    host TEXT NOT NULL,
    events SMALLINT NOT NULL,
    secret TEXT NOT NULL,
    former_secret TEXT,
    former_until BIGINT,
    disabled TEXT,
    failing_since BIGINT,
    told_from BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX webhooks_of_player ON webhooks (player_id, id);

-- due_at is when a delivery is tried next, lease_until until when some server is trying.
CREATE TABLE deliveries (
    id TEXT NOT NULL PRIMARY KEY,
    webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    event TEXT NOT NULL,
    notice BIGINT,
    game_id TEXT,
    seat SMALLINT,
    since BIGINT,
    body TEXT NOT NULL,
    status TEXT NOT NULL,
    attempts SMALLINT NOT NULL,
    last_status SMALLINT,
    last_error TEXT,
    due_at BIGINT,
    lease_until BIGINT,
    created_at BIGINT NOT NULL
);
CREATE INDEX deliveries_of_webhook ON deliveries (webhook_id, id);
CREATE INDEX deliveries_due ON deliveries (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX deliveries_by_age ON deliveries (created_at);

-- Nothing is planned twice: not for a notice, not for a turn, not for the end of a game.
CREATE UNIQUE INDEX deliveries_once ON deliveries (webhook_id, notice, event) WHERE notice IS NOT NULL;
CREATE UNIQUE INDEX deliveries_of_turn ON deliveries (webhook_id, game_id, seat, since) WHERE since IS NOT NULL;
CREATE UNIQUE INDEX deliveries_of_end ON deliveries (webhook_id, game_id) WHERE event = 'game_ended';

-- One row: up to which number of the feed deliveries have been planned.
CREATE TABLE planned (
    id SMALLINT NOT NULL PRIMARY KEY,
    number BIGINT NOT NULL
);
INSERT INTO planned (id, number) SELECT 1, coalesce(max(number), 0) FROM notices;
