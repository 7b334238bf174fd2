-- Where players get mail, and the mails that are to be sent.

-- address is confirmed, pending not yet; address_key is what two spellings of one address have in common. The token by which
-- somebody unsubscribes stands here as it is, since every mail shows it.
CREATE TABLE mailboxes (
    player_id TEXT NOT NULL PRIMARY KEY REFERENCES players (id),
    address TEXT,
    address_key TEXT,
    pending TEXT,
    turns TEXT NOT NULL,
    told_from BIGINT NOT NULL,
    unsubscribe TEXT NOT NULL
);
CREATE INDEX mailboxes_by_address ON mailboxes (address_key) WHERE address_key IS NOT NULL;
CREATE UNIQUE INDEX mailboxes_by_unsubscribe ON mailboxes (unsubscribe);

-- Tokens that were mailed and may be used once.
CREATE TABLE mail_links (
    hash TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    player_id TEXT NOT NULL REFERENCES players (id),
    address_key TEXT NOT NULL,
    until_at BIGINT NOT NULL
);
CREATE INDEX mail_links_of_player ON mail_links (player_id, kind);
CREATE INDEX mail_links_by_end ON mail_links (until_at);

-- due_at is when a mail is tried next, lease_until until when some server is trying. A row of kind 'turn' is one turn to tell
-- of; one mail may tell of several.
CREATE TABLE mails (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    player_id TEXT,
    address_key TEXT,
    game_id TEXT,
    seat SMALLINT,
    since BIGINT,
    status TEXT NOT NULL,
    attempts SMALLINT NOT NULL,
    due_at BIGINT,
    lease_until BIGINT,
    created_at BIGINT NOT NULL
);
CREATE INDEX mails_due ON mails (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX mails_by_age ON mails (created_at);
CREATE INDEX mails_of_player ON mails (player_id, kind, created_at);
CREATE INDEX mails_to_address ON mails (address_key, kind, created_at) WHERE address_key IS NOT NULL;

-- Nobody is told of a turn twice.
CREATE UNIQUE INDEX mails_of_turn ON mails (player_id, game_id, seat, since) WHERE since IS NOT NULL;
