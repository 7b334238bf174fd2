-- What is said and noted beside a game. It is no part of the game: writing it leaves the game's row as it is.

-- Numbers are 1, 2, 3 … in each game and stay, also when the author's account is deleted and the text with it.
CREATE TABLE messages (
    game_id TEXT NOT NULL REFERENCES games (id),
    number BIGINT NOT NULL,
    seat SMALLINT NOT NULL,
    player_id TEXT REFERENCES players (id),
    text TEXT,
    at BIGINT NOT NULL,
    PRIMARY KEY (game_id, number)
);
CREATE INDEX messages_of_player ON messages (player_id);

-- player_id hears nothing from muted_id, who held that seat when they were muted.
CREATE TABLE mutes (
    game_id TEXT NOT NULL REFERENCES games (id),
    player_id TEXT NOT NULL REFERENCES players (id),
    muted_id TEXT NOT NULL REFERENCES players (id),
    seat SMALLINT NOT NULL,
    PRIMARY KEY (game_id, player_id, muted_id)
);
CREATE INDEX mutes_by_player ON mutes (player_id);
CREATE INDEX mutes_of_player ON mutes (muted_id);

CREATE TABLE notes (
    game_id TEXT NOT NULL REFERENCES games (id),
    player_id TEXT NOT NULL REFERENCES players (id),
    text TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (game_id, player_id)
);
CREATE INDEX notes_of_player ON notes (player_id);
