-- Moves change few indexes: what is indexed stays the same in most of them.

-- In which five minutes since 1970 a game last changed. PostgreSQL writes a row beside its former self, and no index at
-- all, as long as nothing that is indexed changes.
ALTER TABLE games ADD COLUMN step BIGINT NOT NULL DEFAULT 0;
UPDATE games SET step = updated_at / 300000;
DROP INDEX games_longest_waiting;
CREATE INDEX games_longest_waiting ON games (step);
CREATE INDEX games_longest_waiting_of_status ON games (status, step);

-- Notices are found by their number once they have one.
DROP INDEX notices_by_number;
CREATE UNIQUE INDEX notices_by_number ON notices (number) WHERE number IS NOT NULL;
