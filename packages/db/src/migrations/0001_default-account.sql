INSERT INTO "accounts" ("id", "name") OVERRIDING SYSTEM VALUE VALUES (1, 'default');--> statement-breakpoint
SELECT setval(pg_get_serial_sequence('accounts', 'id'), 1);
