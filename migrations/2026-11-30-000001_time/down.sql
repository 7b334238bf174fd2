DROP TABLE holidays;

DROP INDEX waits_by_deadline;
ALTER TABLE waits DROP COLUMN asks;

DROP INDEX seats_reserved_for;
ALTER TABLE seats DROP COLUMN reserved_for;

ALTER TABLE games DROP COLUMN rematch_id;
ALTER TABLE games DROP COLUMN attendance;
ALTER TABLE games DROP COLUMN takeover_after;
