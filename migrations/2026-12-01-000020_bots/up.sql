-- The accounts under which bots sit at tables. Nobody holds a token of theirs, and no name that a player can take has a
-- key like theirs, since keys are lower-case.

INSERT INTO players (id, name, name_key, created_at) VALUES
    ('00000000-0000-7000-8000-00000000b001', 'Bot (random)', 'BOT RANDOM', 1796083200000),
    ('00000000-0000-7000-8000-00000000b002', 'Bot (steady)', 'BOT STEADY', 1796083200000),
    ('00000000-0000-7000-8000-00000000b003', 'Bot (strong)', 'BOT STRONG', 1796083200000);
