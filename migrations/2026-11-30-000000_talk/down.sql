DROP TABLE notes;
DROP TABLE mutes;
DROP TABLE messages;
