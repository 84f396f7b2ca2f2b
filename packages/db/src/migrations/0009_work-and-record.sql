-- Processes of the previous version wait for this lock and fail afterwards, so that no capture changes while it is moved.
LOCK TABLE "screenshots" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
CREATE TABLE "captures" (
	"screenshot_id" bigint PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"execution_id" bigint,
	"source" text NOT NULL,
	"request_id" text,
	"attempt" integer DEFAULT 0 NOT NULL,
	"attempts_left" smallint NOT NULL,
	"lost_workers" smallint DEFAULT 0 NOT NULL,
	"attempt_token" uuid,
	"lease_expires_at" timestamp (3) with time zone,
	"release_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"enqueued_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	CONSTRAINT "captures_released_before_running" CHECK ("captures"."attempt_token" is null or "captures"."enqueued_at" is not null)
);
--> statement-breakpoint
-- Half of each page stays free for updates that change no index (HOT). The table is small, and its rows live for seconds.
ALTER TABLE "captures" SET (fillfactor = 50, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_cost_delay = 0);
--> statement-breakpoint
-- Finds the unfinished captures with their partial indexes, so that the duration does not depend on the number of finished ones.
INSERT INTO "captures" (screenshot_id, account_id, execution_id, source, request_id, attempt, attempts_left, lost_workers, attempt_token, lease_expires_at, release_at, enqueued_at, started_at)
SELECT id, account_id, execution_id, source, request_id, attempt, attempts_left, lost_workers, attempt_token, lease_expires_at, release_at, null, started_at FROM screenshots WHERE status = 'PENDING' AND enqueued_at IS NULL
UNION ALL
SELECT id, account_id, execution_id, source, request_id, attempt, attempts_left, lost_workers, attempt_token, lease_expires_at, release_at, enqueued_at, started_at FROM screenshots WHERE status = 'PENDING' AND enqueued_at IS NOT NULL
UNION ALL
SELECT id, account_id, execution_id, source, request_id, attempt, attempts_left, lost_workers, attempt_token, lease_expires_at, release_at, coalesce(enqueued_at, started_at, now()), started_at FROM screenshots WHERE status = 'PROCESSING';
--> statement-breakpoint
UPDATE screenshots SET status = 'PENDING' WHERE status = 'PROCESSING';
--> statement-breakpoint
CREATE INDEX "captures_turns" ON "captures" USING btree ((case when "enqueued_at" is null then "source" end),(case when "enqueued_at" is null then "account_id" end),coalesce("execution_id", 0),"release_at","screenshot_id") WHERE (case when "captures"."enqueued_at" is null then "captures"."source" end) is not null;
--> statement-breakpoint
CREATE INDEX "captures_to_release" ON "captures" USING btree ("release_at") WHERE "captures"."enqueued_at" is null;
--> statement-breakpoint
CREATE INDEX "captures_held" ON "captures" USING btree ((case when "enqueued_at" is not null then 1 end),"enqueued_at") WHERE (case when "captures"."enqueued_at" is not null then 1 end) is not null;
--> statement-breakpoint
-- The statistics of a queue are always outdated. Without statistics of its expressions, the planner estimates few rows.
ALTER INDEX "captures_turns" ALTER COLUMN 1 SET STATISTICS 0;
--> statement-breakpoint
ALTER INDEX "captures_turns" ALTER COLUMN 2 SET STATISTICS 0;
--> statement-breakpoint
ALTER INDEX "captures_turns" ALTER COLUMN 3 SET STATISTICS 0;
--> statement-breakpoint
ALTER INDEX "captures_held" ALTER COLUMN 1 SET STATISTICS 0;
--> statement-breakpoint
DROP INDEX "screenshots_to_release";
--> statement-breakpoint
DROP INDEX "screenshots_turns";
--> statement-breakpoint
DROP INDEX "screenshots_released";
--> statement-breakpoint
DROP INDEX "screenshots_leased";
--> statement-breakpoint
ALTER TABLE "screenshots" DROP COLUMN "request_id";
--> statement-breakpoint
ALTER TABLE "screenshots" DROP COLUMN "attempts_left";
--> statement-breakpoint
ALTER TABLE "screenshots" DROP COLUMN "lost_workers";
--> statement-breakpoint
ALTER TABLE "screenshots" DROP COLUMN "attempt_token";
--> statement-breakpoint
ALTER TABLE "screenshots" DROP COLUMN "lease_expires_at";
--> statement-breakpoint
ALTER TABLE "screenshots" DROP COLUMN "release_at";
--> statement-breakpoint
ALTER TABLE "screenshots" DROP COLUMN "enqueued_at";
