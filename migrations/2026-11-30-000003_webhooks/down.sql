DROP TABLE planned;
DROP TABLE deliveries;
DROP TABLE webhooks;
