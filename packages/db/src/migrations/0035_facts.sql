ALTER TABLE "schedules" ALTER COLUMN "comparison" SET DEFAULT '{"mode":"visual","threshold":0,"ignoredSelectors":[],"ignoredRegions":[],"compare":"content","confirm":true}'::jsonb;
--> statement-breakpoint
-- Locks what transactions write, in their order. Readers go on until the tables are dropped.
LOCK TABLE "execution_count_changes", "screenshot_count_changes", "content_check_count_changes", "wallet_entry_count_changes",
	"activity_count_changes", "execution_counts", "screenshot_counts", "content_check_counts", "wallet_entry_counts", "activity_counts" IN EXCLUSIVE MODE;
--> statement-breakpoint
-- The key includes the totals, so that lists add them up without reading the rows, which are long (ADR 80).
CREATE TABLE "counts" (
	"account_id" bigint NOT NULL,
	"counter" smallint NOT NULL,
	"day" date NOT NULL,
	"slots" integer[] NOT NULL,
	"total" integer NOT NULL,
	"amount" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "counts_account_id_counter_day_pk" PRIMARY KEY("account_id","counter","day") INCLUDE ("total")
);
--> statement-breakpoint
CREATE TABLE "counted_facts" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"before" "xid8" NOT NULL,
	"last_id" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "facts" (
	"transaction" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "facts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"subject_id" bigint,
	"schedule_id" bigint,
	"item_id" bigint,
	"execution_id" bigint,
	"amount" bigint DEFAULT 0 NOT NULL,
	"slot" integer,
	"records" integer DEFAULT 0 NOT NULL,
	"counter" smallint,
	"kind" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "counts" ADD CONSTRAINT "counts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "facts_in_order" ON "facts" USING btree ("transaction");--> statement-breakpoint
CREATE INDEX "facts_of_counter" ON "facts" USING btree ("account_id","counter","transaction") WHERE "facts"."counter" is not null;
--> statement-breakpoint
INSERT INTO "counted_facts" ("before") VALUES (pg_current_xact_id());
--> statement-breakpoint
-- What was counted. A counter is a list and a kind of its records.
INSERT INTO "counts" ("account_id", "counter", "day", "slots", "total", "amount")
SELECT * FROM (
	SELECT account_id, CASE source WHEN 'MANUAL_SCREENSHOT' THEN 1 ELSE 2 END AS counter, day, slots, total, bytes FROM activity_counts
	UNION ALL SELECT account_id, CASE reference_type WHEN 'CONTENT_CHANGE' THEN 10 WHEN 'TOP_UP' THEN 11 ELSE 12 END, day, slots, total, 0 FROM wallet_entry_counts
	UNION ALL SELECT account_id, CASE source WHEN 'MANUAL_SCREENSHOT' THEN 20 ELSE 21 END, day, slots, total, started FROM screenshot_counts
	UNION ALL SELECT account_id, 30, day, slots, total, 0 FROM content_check_counts
	UNION ALL SELECT account_id, 40, day, slots, total, 0 FROM execution_counts
) counted ORDER BY 1, 2, 3;
--> statement-breakpoint
-- What was not counted yet.
INSERT INTO "facts" ("account_id", "kind", "counter", "slot", "records", "amount")
SELECT account_id, 'records.counted', counter, (day - date '1970-01-01') * 144 + slot, change, amount
FROM (
	SELECT account_id, CASE source WHEN 'MANUAL_SCREENSHOT' THEN 1 ELSE 2 END AS counter, day, slot, change, bytes AS amount FROM activity_count_changes
	UNION ALL SELECT account_id, CASE reference_type WHEN 'CONTENT_CHANGE' THEN 10 WHEN 'TOP_UP' THEN 11 ELSE 12 END, day, slot, change, 0 FROM wallet_entry_count_changes
	UNION ALL SELECT account_id, CASE source WHEN 'MANUAL_SCREENSHOT' THEN 20 ELSE 21 END, day, slot, change, started FROM screenshot_count_changes
	UNION ALL SELECT account_id, 30, day, slot, change, 0 FROM content_check_count_changes
	UNION ALL SELECT account_id, 40, day, slot, change, 0 FROM execution_count_changes
) uncounted;
--> statement-breakpoint
DROP TABLE "activity_count_changes";--> statement-breakpoint
DROP TABLE "activity_counts";--> statement-breakpoint
DROP TABLE "content_check_count_changes";--> statement-breakpoint
DROP TABLE "content_check_counts";--> statement-breakpoint
DROP TABLE "execution_count_changes";--> statement-breakpoint
DROP TABLE "execution_counts";--> statement-breakpoint
DROP TABLE "screenshot_count_changes";--> statement-breakpoint
DROP TABLE "screenshot_counts";--> statement-breakpoint
DROP TABLE "wallet_entry_count_changes";--> statement-breakpoint
DROP TABLE "wallet_entry_counts";
--> statement-breakpoint
-- Triggers append the facts of records, so that processes of the previous version count, too, while they are replaced.
CREATE OR REPLACE FUNCTION count_screenshots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO facts (account_id, kind, counter, slot, records, amount)
	SELECT account_id, 'screenshot.' || CASE TG_OP WHEN 'INSERT' THEN 'created' ELSE 'deleted' END, CASE source WHEN 'MANUAL_SCREENSHOT' THEN 20 ELSE 21 END, floor(extract(epoch FROM created_at) / 600)::integer,
		CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END * count(*), CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE 0 END
	FROM changed GROUP BY 1, 3, 4 ORDER BY 1, 3, 4;
	RETURN null;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_content_checks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO facts (account_id, kind, counter, slot, records)
	SELECT account_id, 'content-check.' || CASE TG_OP WHEN 'INSERT' THEN 'created' ELSE 'deleted' END, 30, floor(extract(epoch FROM created_at) / 600)::integer,
		CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END * count(*)
	FROM added GROUP BY 1, 4 ORDER BY 1, 4;
	RETURN null;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_executions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO facts (account_id, kind, counter, slot, records)
	SELECT account_id, 'execution.' || CASE TG_OP WHEN 'INSERT' THEN 'created' ELSE 'deleted' END, 40, floor(extract(epoch FROM created_at) / 600)::integer,
		CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END * count(*)
	FROM added GROUP BY 1, 4 ORDER BY 1, 4;
	INSERT INTO execution_totals AS kept (schedule_id, total)
	SELECT schedule_id, CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END * count(*) FROM added GROUP BY 1 ORDER BY 1
	ON CONFLICT (schedule_id) DO UPDATE SET total = kept.total + excluded.total;
	RETURN null;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_derived_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO facts (account_id, kind, counter, slot, amount)
	SELECT account_id, 'image.' || CASE TG_OP WHEN 'INSERT' THEN 'derived' ELSE 'dropped' END, 1, floor(extract(epoch FROM changed.created_at) / 86400)::integer * 144,
		CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END * sum(size)
	FROM changed JOIN objects ON sha256 = object WHERE object <> image GROUP BY 1, 4 ORDER BY 1, 4;
	RETURN null;
END $$;
--> statement-breakpoint
-- Processes of the previous version read and append counts under the old names. Their schedulers cannot fold these, and log it.
CREATE VIEW "activity_counts" AS SELECT account_id, day, slots, total, CASE counter WHEN 1 THEN 'MANUAL_SCREENSHOT' ELSE 'SCHEDULED_SCREENSHOT' END AS source, amount AS bytes FROM counts WHERE counter IN (1, 2);
--> statement-breakpoint
CREATE VIEW "activity_count_changes" AS
	SELECT account_id, id, date '1970-01-01' + slot / 144 AS day, (slot % 144)::smallint AS slot, records AS change, CASE counter WHEN 1 THEN 'MANUAL_SCREENSHOT' ELSE 'SCHEDULED_SCREENSHOT' END AS source, amount AS bytes
	FROM facts WHERE counter IN (1, 2) AND transaction >= (SELECT before FROM counted_facts);
--> statement-breakpoint
CREATE VIEW "wallet_entry_counts" AS SELECT account_id, day, slots, total, CASE counter WHEN 10 THEN 'CONTENT_CHANGE' WHEN 11 THEN 'TOP_UP' ELSE 'OPENING' END AS reference_type FROM counts WHERE counter IN (10, 11, 12);
--> statement-breakpoint
CREATE VIEW "wallet_entry_count_changes" AS
	SELECT account_id, id, date '1970-01-01' + slot / 144 AS day, (slot % 144)::smallint AS slot, records AS change, CASE counter WHEN 10 THEN 'CONTENT_CHANGE' WHEN 11 THEN 'TOP_UP' ELSE 'OPENING' END AS reference_type
	FROM facts WHERE counter IN (10, 11, 12) AND transaction >= (SELECT before FROM counted_facts);
--> statement-breakpoint
CREATE VIEW "screenshot_counts" AS SELECT account_id, day, slots, total, CASE counter WHEN 20 THEN 'MANUAL_SCREENSHOT' ELSE 'SCHEDULED_SCREENSHOT' END AS source, amount::integer AS started FROM counts WHERE counter IN (20, 21);
--> statement-breakpoint
CREATE VIEW "screenshot_count_changes" AS
	SELECT account_id, id, date '1970-01-01' + slot / 144 AS day, (slot % 144)::smallint AS slot, records AS change, CASE counter WHEN 20 THEN 'MANUAL_SCREENSHOT' ELSE 'SCHEDULED_SCREENSHOT' END AS source, amount::integer AS started
	FROM facts WHERE counter IN (20, 21) AND transaction >= (SELECT before FROM counted_facts);
--> statement-breakpoint
CREATE VIEW "content_check_counts" AS SELECT account_id, day, slots, total FROM counts WHERE counter = 30;
--> statement-breakpoint
CREATE VIEW "content_check_count_changes" AS
	SELECT account_id, id, date '1970-01-01' + slot / 144 AS day, (slot % 144)::smallint AS slot, records AS change
	FROM facts WHERE counter = 30 AND transaction >= (SELECT before FROM counted_facts);
--> statement-breakpoint
CREATE VIEW "execution_counts" AS SELECT account_id, day, slots, total FROM counts WHERE counter = 40;
--> statement-breakpoint
CREATE VIEW "execution_count_changes" AS
	SELECT account_id, id, date '1970-01-01' + slot / 144 AS day, (slot % 144)::smallint AS slot, records AS change
	FROM facts WHERE counter = 40 AND transaction >= (SELECT before FROM counted_facts);
--> statement-breakpoint
CREATE FUNCTION append_activity_fact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO facts (account_id, kind, counter, slot, records, amount)
	VALUES (new.account_id, 'records.counted', CASE new.source WHEN 'MANUAL_SCREENSHOT' THEN 1 ELSE 2 END, (new.day - date '1970-01-01') * 144 + new.slot, new.change, coalesce(new.bytes, 0));
	RETURN new;
END $$;
--> statement-breakpoint
CREATE FUNCTION append_wallet_entry_fact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO facts (account_id, kind, counter, slot, records)
	VALUES (new.account_id, 'records.counted', CASE new.reference_type WHEN 'CONTENT_CHANGE' THEN 10 WHEN 'TOP_UP' THEN 11 ELSE 12 END, (new.day - date '1970-01-01') * 144 + new.slot, new.change);
	RETURN new;
END $$;
--> statement-breakpoint
CREATE TRIGGER activity_count_changes_appended INSTEAD OF INSERT ON "activity_count_changes"
	FOR EACH ROW EXECUTE FUNCTION append_activity_fact();
--> statement-breakpoint
CREATE TRIGGER wallet_entry_count_changes_appended INSTEAD OF INSERT ON "wallet_entry_count_changes"
	FOR EACH ROW EXECUTE FUNCTION append_wallet_entry_fact();
