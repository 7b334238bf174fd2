DROP INDEX notices_by_number;
CREATE UNIQUE INDEX notices_by_number ON notices (number);

DROP INDEX games_longest_waiting_of_status;
DROP INDEX games_longest_waiting;
CREATE INDEX games_longest_waiting ON games (updated_at, id);
ALTER TABLE games DROP COLUMN step;
