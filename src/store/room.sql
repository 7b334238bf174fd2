-- What PostgreSQL alone has to be told of its tables. It may be run again and again.

-- Room on every page for the next versions of its rows: they are written at every move.
ALTER TABLE games SET (fillfactor = 60);
-- The one row of this is written with every batch.
ALTER TABLE feed SET (fillfactor = 10);
