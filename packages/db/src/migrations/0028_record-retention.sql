DROP INDEX "screenshots_of_item";--> statement-breakpoint
CREATE INDEX "schedule_executions_of_retried" ON "schedule_executions" USING btree ("retry_of","id") WHERE "schedule_executions"."retry_of" is not null;--> statement-breakpoint
CREATE INDEX "schedule_items_removed" ON "schedule_items" USING btree ((case when "removed_at" is not null then "id" end)) WHERE (case when "schedule_items"."removed_at" is not null then "schedule_items"."id" end) is not null;--> statement-breakpoint
CREATE INDEX "schedules_deleted" ON "schedules" USING btree ((case when "deleted_at" is not null then "id" end)) WHERE (case when "schedules"."deleted_at" is not null then "schedules"."id" end) is not null;--> statement-breakpoint
CREATE INDEX "screenshots_of_item" ON "screenshots" USING btree ("item_id","captured_at") WHERE "screenshots"."item_id" is not null;
--> statement-breakpoint
-- Without statistics of the expressions, the planner reads these indexes in their order (ADR 32).
ALTER INDEX "schedule_items_removed" ALTER COLUMN 1 SET STATISTICS 0;--> statement-breakpoint
ALTER INDEX "schedules_deleted" ALTER COLUMN 1 SET STATISTICS 0;
--> statement-breakpoint
-- The functions of migration 0011 for deletions, too. "added" has the deleted rows then.
CREATE OR REPLACE FUNCTION count_content_checks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO content_check_count_changes (account_id, day, slot, change)
	SELECT account_id, (created_at AT TIME ZONE 'UTC')::date,
		floor(extract(epoch FROM (created_at AT TIME ZONE 'UTC')::time) / 600)::smallint,
		CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END * count(*)
	FROM added GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
	RETURN null;
END $$;
--> statement-breakpoint
-- The totals of schedules are locked in the order of the schedules.
CREATE OR REPLACE FUNCTION count_executions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO execution_count_changes (account_id, day, slot, change)
	SELECT account_id, (created_at AT TIME ZONE 'UTC')::date,
		floor(extract(epoch FROM (created_at AT TIME ZONE 'UTC')::time) / 600)::smallint,
		CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END * count(*)
	FROM added GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
	INSERT INTO execution_totals AS kept (schedule_id, total)
	SELECT schedule_id, CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END * count(*) FROM added GROUP BY 1 ORDER BY 1
	ON CONFLICT (schedule_id) DO UPDATE SET total = kept.total + excluded.total;
	RETURN null;
END $$;
--> statement-breakpoint
CREATE TRIGGER content_checks_counted_on_delete AFTER DELETE ON "content_checks"
	REFERENCING OLD TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_content_checks();
--> statement-breakpoint
CREATE TRIGGER schedule_executions_counted_on_delete AFTER DELETE ON "schedule_executions"
	REFERENCING OLD TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_executions();
