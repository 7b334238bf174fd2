DROP TABLE mails;
DROP TABLE mail_links;
DROP TABLE mailboxes;
