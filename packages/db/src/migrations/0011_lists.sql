CREATE TABLE "execution_totals" (
	"schedule_id" bigint PRIMARY KEY NOT NULL,
	"total" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_check_count_changes" (
	"account_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "content_check_count_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"slot" smallint NOT NULL,
	"change" integer NOT NULL,
	CONSTRAINT "content_check_count_changes_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "content_check_counts" (
	"account_id" bigint NOT NULL,
	"day" date NOT NULL,
	"slots" integer[] NOT NULL,
	"total" integer NOT NULL,
	CONSTRAINT "content_check_counts_account_id_day_pk" PRIMARY KEY("account_id","day")
);
--> statement-breakpoint
CREATE TABLE "execution_count_changes" (
	"account_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "execution_count_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"slot" smallint NOT NULL,
	"change" integer NOT NULL,
	CONSTRAINT "execution_count_changes_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "execution_counts" (
	"account_id" bigint NOT NULL,
	"day" date NOT NULL,
	"slots" integer[] NOT NULL,
	"total" integer NOT NULL,
	CONSTRAINT "execution_counts_account_id_day_pk" PRIMARY KEY("account_id","day")
);
--> statement-breakpoint
CREATE TABLE "screenshot_count_changes" (
	"account_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "screenshot_count_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"slot" smallint NOT NULL,
	"change" integer NOT NULL,
	"source" text NOT NULL,
	CONSTRAINT "screenshot_count_changes_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "screenshot_counts" (
	"account_id" bigint NOT NULL,
	"day" date NOT NULL,
	"slots" integer[] NOT NULL,
	"total" integer NOT NULL,
	"source" text NOT NULL,
	CONSTRAINT "screenshot_counts_account_id_source_day_pk" PRIMARY KEY("account_id","source","day")
);
--> statement-breakpoint
ALTER TABLE "content_check_counts" ADD CONSTRAINT "content_check_counts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "execution_counts" ADD CONSTRAINT "execution_counts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screenshot_counts" ADD CONSTRAINT "screenshot_counts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "schedule_executions_of_account" ON "schedule_executions" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "schedule_executions_unsuccessful" ON "schedule_executions" USING btree ("account_id","status","created_at","id") WHERE "schedule_executions"."status" <> 'COMPLETED';--> statement-breakpoint
CREATE INDEX "screenshots_described" ON "screenshots" USING btree ("account_id","captured_at","id") WHERE "screenshots"."description" is not null and "screenshots"."captured_at" is not null;--> statement-breakpoint
CREATE INDEX "wallet_entries_of_account" ON "wallet_entries" USING btree ("account_id","created_at","id");--> statement-breakpoint
-- Triggers append the changes, so that processes of the previous version count, too, while they are replaced.
CREATE FUNCTION count_screenshots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO screenshot_count_changes (account_id, source, day, slot, change)
	SELECT account_id, source, (created_at AT TIME ZONE 'UTC')::date,
		floor(extract(epoch FROM (created_at AT TIME ZONE 'UTC')::time) / 600)::smallint,
		CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END * count(*)
	FROM changed GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4;
	RETURN null;
END $$;
--> statement-breakpoint
CREATE FUNCTION count_content_checks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO content_check_count_changes (account_id, day, slot, change)
	SELECT account_id, (created_at AT TIME ZONE 'UTC')::date,
		floor(extract(epoch FROM (created_at AT TIME ZONE 'UTC')::time) / 600)::smallint, count(*)
	FROM added GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
	RETURN null;
END $$;
--> statement-breakpoint
-- The transaction holds the locks of the schedules, so that it never waits for a total.
CREATE FUNCTION count_executions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO execution_count_changes (account_id, day, slot, change)
	SELECT account_id, (created_at AT TIME ZONE 'UTC')::date,
		floor(extract(epoch FROM (created_at AT TIME ZONE 'UTC')::time) / 600)::smallint, count(*)
	FROM added GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
	INSERT INTO execution_totals AS kept (schedule_id, total)
	SELECT schedule_id, count(*) FROM added GROUP BY 1 ORDER BY 1
	ON CONFLICT (schedule_id) DO UPDATE SET total = kept.total + excluded.total;
	RETURN null;
END $$;
--> statement-breakpoint
CREATE TRIGGER screenshots_counted_on_insert AFTER INSERT ON "screenshots"
	REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_screenshots();
--> statement-breakpoint
CREATE TRIGGER screenshots_counted_on_delete AFTER DELETE ON "screenshots"
	REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_screenshots();
--> statement-breakpoint
CREATE TRIGGER content_checks_counted AFTER INSERT ON "content_checks"
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_content_checks();
--> statement-breakpoint
CREATE TRIGGER schedule_executions_counted AFTER INSERT ON "schedule_executions"
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_executions();
--> statement-breakpoint
-- What was recorded before. The scheduler adds these changes to the counts.
INSERT INTO "screenshot_count_changes" ("account_id", "source", "day", "slot", "change")
SELECT "account_id", "source", ("created_at" AT TIME ZONE 'UTC')::date, floor(extract(epoch FROM ("created_at" AT TIME ZONE 'UTC')::time) / 600)::smallint, count(*) FROM "screenshots" GROUP BY 1, 2, 3, 4;
--> statement-breakpoint
INSERT INTO "content_check_count_changes" ("account_id", "day", "slot", "change")
SELECT "account_id", ("created_at" AT TIME ZONE 'UTC')::date, floor(extract(epoch FROM ("created_at" AT TIME ZONE 'UTC')::time) / 600)::smallint, count(*) FROM "content_checks" GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO "execution_count_changes" ("account_id", "day", "slot", "change")
SELECT "account_id", ("created_at" AT TIME ZONE 'UTC')::date, floor(extract(epoch FROM ("created_at" AT TIME ZONE 'UTC')::time) / 600)::smallint, count(*) FROM "schedule_executions" GROUP BY 1, 2, 3;
--> statement-breakpoint
INSERT INTO "execution_totals" ("schedule_id", "total") SELECT "schedule_id", count(*) FROM "schedule_executions" GROUP BY 1;
