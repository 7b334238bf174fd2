-- One SQL for SQLite and PostgreSQL: TEXT, BIGINT, SMALLINT and BOOLEAN only. Instants are milliseconds since
-- 1970 in UTC, ids are lower-case UUIDs, JSON is text.

CREATE TABLE players (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    deleted_at BIGINT
);

CREATE TABLE tokens (
    id TEXT NOT NULL PRIMARY KEY,
    player_id TEXT NOT NULL REFERENCES players (id),
    label TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    scopes SMALLINT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    last_used_at BIGINT,
    revoked_at BIGINT
);
CREATE INDEX tokens_by_player ON tokens (player_id, id);

CREATE TABLE games (
    id TEXT NOT NULL PRIMARY KEY,
    version BIGINT NOT NULL,
    game TEXT NOT NULL,
    ruleset TEXT NOT NULL,
    title TEXT,
    visibility TEXT NOT NULL,
    start_rule TEXT NOT NULL,
    options TEXT NOT NULL,
    clock TEXT NOT NULL,
    absence TEXT NOT NULL,
    server_seed TEXT NOT NULL,
    commitment TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    status TEXT NOT NULL,
    owner_id TEXT REFERENCES players (id),
    seat_count SMALLINT NOT NULL,
    free_seats SMALLINT NOT NULL,
    revision BIGINT NOT NULL,
    phase_since BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    outcome TEXT,
    suspended_reason TEXT,
    undo_seat SMALLINT,
    started_at BIGINT,
    updated_at BIGINT NOT NULL
);
CREATE INDEX games_newest ON games (created_at, id);
CREATE INDEX games_newest_of_status ON games (status, created_at, id);
CREATE INDEX games_with_free_seats ON games (status, created_at, id) WHERE free_seats > 0;
CREATE INDEX games_longest_waiting ON games (updated_at, id);

CREATE TABLE seats (
    game_id TEXT NOT NULL REFERENCES games (id),
    seat SMALLINT NOT NULL,
    player_id TEXT REFERENCES players (id),
    colour TEXT,
    entropy TEXT,
    taken_at BIGINT,
    PRIMARY KEY (game_id, seat)
);
CREATE INDEX seats_of_player ON seats (player_id, game_id);

CREATE TABLE invites (
    game_id TEXT NOT NULL REFERENCES games (id),
    id TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE,
    created_at BIGINT NOT NULL,
    revoked_at BIGINT,
    used_at BIGINT,
    used_by TEXT REFERENCES players (id),
    PRIMARY KEY (game_id, id)
);

-- The tables below are written with every move, only through the one door, and only together with their game's
-- row: a foreign key would have PostgreSQL look that row up again for each of them.

CREATE TABLE actions (
    game_id TEXT NOT NULL,
    revision BIGINT NOT NULL,
    kind TEXT NOT NULL,
    seat SMALLINT,
    body TEXT NOT NULL,
    outcomes TEXT NOT NULL,
    events TEXT NOT NULL,
    hash TEXT NOT NULL,
    undo_seat SMALLINT,
    at BIGINT NOT NULL,
    PRIMARY KEY (game_id, revision)
);

CREATE TABLE snapshots (
    game_id TEXT NOT NULL,
    revision BIGINT NOT NULL,
    position TEXT NOT NULL,
    PRIMARY KEY (game_id, revision)
);

CREATE TABLE waits (
    game_id TEXT NOT NULL,
    seat SMALLINT NOT NULL,
    player_id TEXT,
    since BIGINT NOT NULL,
    deadline BIGINT,
    PRIMARY KEY (game_id, seat)
);
CREATE INDEX waits_for_player ON waits (player_id, since, game_id);

CREATE TABLE standings (
    game_id TEXT NOT NULL,
    seat SMALLINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game_id, seat)
);

CREATE TABLE answers (
    scope TEXT NOT NULL,
    key_hash TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    kind TEXT NOT NULL,
    game_id TEXT,
    first_revision BIGINT,
    revision BIGINT,
    seat SMALLINT,
    sealed TEXT,
    at BIGINT NOT NULL,
    PRIMARY KEY (scope, key_hash)
);
CREATE INDEX answers_by_age ON answers (at);
