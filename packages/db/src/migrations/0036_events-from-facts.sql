ALTER TABLE "facts" ADD COLUMN "screenshot_id" bigint;--> statement-breakpoint
CREATE INDEX "facts_not_counted" ON "facts" USING btree ("account_id","transaction") WHERE "facts"."counter" is null;
--> statement-breakpoint
-- Facts with events have the ID of their record. Those of new captures and checks of runs are only counted, many in one fact.
CREATE OR REPLACE FUNCTION count_screenshots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO facts (account_id, kind, counter, slot, subject_id, records, amount)
	SELECT account_id, 'screenshot.' || CASE TG_OP WHEN 'INSERT' THEN 'created' ELSE 'deleted' END, CASE source WHEN 'MANUAL_SCREENSHOT' THEN 20 ELSE 21 END, floor(extract(epoch FROM created_at) / 600)::integer,
		CASE WHEN TG_OP = 'INSERT' AND source = 'MANUAL_SCREENSHOT' THEN id END,
		CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END * count(*), CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE 0 END
	FROM changed GROUP BY 1, 3, 4, 5 ORDER BY 1, 3, 4, 5;
	RETURN null;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_content_checks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO facts (account_id, kind, counter, slot, subject_id, records)
	SELECT account_id, 'content-check.' || CASE TG_OP WHEN 'INSERT' THEN 'created' ELSE 'deleted' END, 30, floor(extract(epoch FROM created_at) / 600)::integer,
		CASE WHEN TG_OP = 'INSERT' AND item_id IS NULL THEN id END, CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END * count(*)
	FROM added GROUP BY 1, 4, 5 ORDER BY 1, 4, 5;
	RETURN null;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_executions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO facts (account_id, kind, counter, slot, subject_id, schedule_id, execution_id, records)
		SELECT account_id, 'execution.created', 40, floor(extract(epoch FROM created_at) / 600)::integer, id, schedule_id, id, 1 FROM added ORDER BY id;
	ELSE
		INSERT INTO facts (account_id, kind, counter, slot, records)
		SELECT account_id, 'execution.deleted', 40, floor(extract(epoch FROM created_at) / 600)::integer, -count(*) FROM added GROUP BY 1, 4 ORDER BY 1, 4;
	END IF;
	INSERT INTO execution_totals AS kept (schedule_id, total)
	SELECT schedule_id, CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END * count(*) FROM added GROUP BY 1 ORDER BY 1
	ON CONFLICT (schedule_id) DO UPDATE SET total = kept.total + excluded.total;
	RETURN null;
END $$;
--> statement-breakpoint
-- Every statement that sets `updated_at` changes the schedule or its items.
CREATE FUNCTION append_schedule_fact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO facts (account_id, kind, subject_id, schedule_id) VALUES (new.account_id, 'schedule.changed', new.id, new.id);
	RETURN null;
END $$;
--> statement-breakpoint
CREATE TRIGGER schedules_recorded AFTER INSERT OR UPDATE OF updated_at ON "schedules"
	FOR EACH ROW EXECUTE FUNCTION append_schedule_fact();
--> statement-breakpoint
CREATE FUNCTION append_time_lapse_fact() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed time_lapses := CASE TG_OP WHEN 'DELETE' THEN old ELSE new END;
BEGIN
	INSERT INTO facts (account_id, kind, subject_id, item_id)
	VALUES (changed.account_id, 'time-lapse.' || CASE
		WHEN TG_OP = 'INSERT' THEN 'created'
		WHEN TG_OP = 'DELETE' THEN 'deleted'
		WHEN new.status = old.status THEN 'progressed'
		ELSE CASE new.status WHEN 'SUCCESS' THEN 'succeeded' WHEN 'FAILED' THEN 'failed' ELSE 'started' END
	END, changed.id, changed.item_id);
	RETURN null;
END $$;
--> statement-breakpoint
CREATE TRIGGER time_lapses_recorded AFTER INSERT OR DELETE ON "time_lapses"
	FOR EACH ROW EXECUTE FUNCTION append_time_lapse_fact();
--> statement-breakpoint
-- Not the renewal of a lease.
CREATE TRIGGER time_lapse_changes_recorded AFTER UPDATE ON "time_lapses"
	FOR EACH ROW WHEN ((old.status, old.captures, old.frames, old.frames_done) IS DISTINCT FROM (new.status, new.captures, new.frames, new.frames_done))
	EXECUTE FUNCTION append_time_lapse_fact();
--> statement-breakpoint
CREATE FUNCTION append_share_fact() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed shares := CASE TG_OP WHEN 'DELETE' THEN old ELSE new END;
BEGIN
	INSERT INTO facts (account_id, kind, subject_id, screenshot_id)
	VALUES (changed.account_id, 'share.' || CASE TG_OP WHEN 'DELETE' THEN 'deleted' ELSE 'created' END, changed.id, changed.screenshot_id);
	RETURN null;
END $$;
--> statement-breakpoint
CREATE TRIGGER shares_recorded AFTER INSERT OR DELETE ON "shares"
	FOR EACH ROW EXECUTE FUNCTION append_share_fact();
--> statement-breakpoint
-- Workers of the previous version append counts in the statement that settles captures, which have just got the ID of its transaction.
CREATE OR REPLACE FUNCTION append_activity_fact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO facts (account_id, kind, counter, slot, records, amount)
	VALUES (new.account_id, 'records.counted', CASE new.source WHEN 'MANUAL_SCREENSHOT' THEN 1 ELSE 2 END, (new.day - date '1970-01-01') * 144 + new.slot, new.change, coalesce(new.bytes, 0));
	INSERT INTO facts (account_id, kind, at, subject_id, schedule_id, item_id, execution_id)
	SELECT s.account_id, 'screenshot.' || CASE s.status WHEN 'SUCCESS' THEN 'succeeded' ELSE 'failed' END, s.captured_at, s.id, e.schedule_id, s.item_id, s.execution_id
	FROM screenshots s LEFT JOIN schedule_executions e ON e.id = s.execution_id
	WHERE new.change > 0 AND s.account_id = new.account_id AND s.source = new.source
		AND s.captured_at >= statement_timestamp() - interval '1 second' AND s.xmin = pg_current_xact_id()::xid;
	RETURN new;
END $$;
