ALTER TABLE "accounts" ADD COLUMN "max_running_captures" integer;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "max_waiting_captures" integer;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "max_captures_per_day" integer;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "max_schedules" integer;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "max_stored_bytes" bigint;--> statement-breakpoint
ALTER TABLE "activity_count_changes" ADD COLUMN "bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "activity_counts" ADD COLUMN "bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "screenshot_count_changes" ADD COLUMN "started" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "screenshot_counts" ADD COLUMN "started" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "screenshots" ADD COLUMN "bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "accounts_running_limited" ON "accounts" USING btree ("id") WHERE "accounts"."max_running_captures" is not null;--> statement-breakpoint
-- Counts what an account starts in a day. A deleted screenshot still counts.
CREATE OR REPLACE FUNCTION count_screenshots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO screenshot_count_changes (account_id, source, day, slot, change, started)
	SELECT account_id, source, (created_at AT TIME ZONE 'UTC')::date,
		floor(extract(epoch FROM (created_at AT TIME ZONE 'UTC')::time) / 600)::smallint,
		CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END * count(*), CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE 0 END
	FROM changed GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4;
	RETURN null;
END $$;
