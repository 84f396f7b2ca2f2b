DROP INDEX "screenshots_turns";--> statement-breakpoint
CREATE INDEX "screenshots_turns" ON "screenshots" USING btree ((case when "status" = 'PENDING' and "enqueued_at" is null then "source" end),(case when "status" = 'PENDING' and "enqueued_at" is null then "account_id" end),coalesce("execution_id", 0),"release_at","id") WHERE (case when "screenshots"."status" = 'PENDING' and "screenshots"."enqueued_at" is null then "screenshots"."source" end) is not null;--> statement-breakpoint
-- The statistics of a queue are always outdated. Without statistics of its expressions, the planner estimates few rows.
ALTER INDEX "screenshots_turns" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
ALTER INDEX "screenshots_turns" ALTER COLUMN 2 SET STATISTICS 0;--> statement-breakpoint
ALTER INDEX "screenshots_turns" ALTER COLUMN 3 SET STATISTICS 0;
