ALTER TABLE "deliveries" ADD COLUMN "fact_id" bigint;--> statement-breakpoint
ALTER TABLE "schedule_executions" ADD COLUMN "missed_runs" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_of_fact" ON "deliveries" USING btree ("alert_rule_id","destination_id","fact_id") WHERE "deliveries"."fact_id" is not null;--> statement-breakpoint
-- Facts that only alert rules read. Most statements change neither column, so these triggers seldom run.
CREATE FUNCTION append_notice_fact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO facts (account_id, kind, subject_id, schedule_id)
	VALUES (new.account_id, TG_ARGV[0], new.id, CASE TG_TABLE_NAME WHEN 'schedules' THEN new.id END);
	RETURN null;
END $$;
--> statement-breakpoint
CREATE TRIGGER schedule_pauses_recorded AFTER UPDATE OF paused_at ON "schedules"
	FOR EACH ROW WHEN (old.paused_at IS NULL AND new.paused_at IS NOT NULL)
	EXECUTE FUNCTION append_notice_fact('schedule.paused');
--> statement-breakpoint
CREATE TRIGGER schedule_ends_recorded AFTER UPDATE OF status ON "schedules"
	FOR EACH ROW WHEN (old.status <> 'COMPLETED' AND new.status = 'COMPLETED')
	EXECUTE FUNCTION append_notice_fact('schedule.completed');
--> statement-breakpoint
CREATE TRIGGER disabled_destinations_recorded AFTER UPDATE OF status ON "destinations"
	FOR EACH ROW WHEN (old.status <> 'DISABLED' AND new.status = 'DISABLED')
	EXECUTE FUNCTION append_notice_fact('destination.disabled');
