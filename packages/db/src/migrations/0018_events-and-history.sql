CREATE TABLE "item_days" (
	"item_id" bigint NOT NULL,
	"account_id" bigint NOT NULL,
	"day" date NOT NULL,
	"slots" smallint[] NOT NULL,
	"captures" integer[] NOT NULL,
	"failures" integer[] NOT NULL,
	"changes" integer[] NOT NULL,
	CONSTRAINT "item_days_item_id_day_pk" PRIMARY KEY("item_id","day")
);
--> statement-breakpoint
CREATE TABLE "item_days_progress" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"day" date,
	"item_id" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "content_checks_changes_of_item" ON "content_checks" USING btree ("item_id","completed_at","id") WHERE "content_checks"."changed" and "content_checks"."item_id" is not null and "content_checks"."screenshot_id" is not null;--> statement-breakpoint
CREATE INDEX "schedules_changed" ON "schedules" USING btree ("account_id","updated_at");
--> statement-breakpoint
INSERT INTO "item_days_progress" DEFAULT VALUES;
--> statement-breakpoint
-- The counts of an item on a UTC day, from its records; no row without captures and changes. A slot is a quarter of an hour.
CREATE FUNCTION item_day_counts(counted_item bigint, counted_day date)
RETURNS TABLE (slots smallint[], captures integer[], failures integer[], changes integer[]) LANGUAGE sql STABLE AS $$
	SELECT array_agg(slot ORDER BY slot), array_agg(captured ORDER BY slot), array_agg(failed ORDER BY slot), array_agg(changed ORDER BY slot)
	FROM (
		SELECT slot, sum(captured)::integer AS captured, sum(failed)::integer AS failed, sum(changed)::integer AS changed
		FROM (
			SELECT floor(extract(epoch FROM (s.captured_at AT TIME ZONE 'UTC')::time) / 900)::smallint AS slot,
				1 AS captured, (s.status = 'FAILED')::integer AS failed, 0 AS changed
			FROM screenshots s
			WHERE s.item_id = counted_item AND s.captured_at >= counted_day::timestamp AT TIME ZONE 'UTC'
				AND s.captured_at < (counted_day + 1)::timestamp AT TIME ZONE 'UTC'
			UNION ALL
			SELECT floor(extract(epoch FROM (c.completed_at AT TIME ZONE 'UTC')::time) / 900)::smallint, 0, 0, 1
			FROM content_checks c
			WHERE c.item_id = counted_item AND c.changed AND c.screenshot_id IS NOT NULL
				AND c.completed_at >= counted_day::timestamp AT TIME ZONE 'UTC'
				AND c.completed_at < (counted_day + 1)::timestamp AT TIME ZONE 'UTC'
		) records GROUP BY slot
	) counted HAVING count(*) > 0
$$;
--> statement-breakpoint
-- Counts the days of deleted screenshots again. The lock keeps the scheduler from counting screenshots whose deletion is not committed.
CREATE FUNCTION recount_item_days() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	kept record;
BEGIN
	IF NOT EXISTS (SELECT FROM deleted WHERE item_id IS NOT NULL AND captured_at IS NOT NULL) THEN
		RETURN null;
	END IF;
	PERFORM pg_advisory_xact_lock_shared(746825627);
	FOR kept IN
		SELECT d.item_id, d.day FROM item_days d
		WHERE (d.item_id, d.day) IN (SELECT item_id, (captured_at AT TIME ZONE 'UTC')::date FROM deleted WHERE item_id IS NOT NULL)
		ORDER BY d.item_id, d.day FOR UPDATE
	LOOP
		UPDATE item_days d SET slots = c.slots, captures = c.captures, failures = c.failures, changes = c.changes
		FROM item_day_counts(kept.item_id, kept.day) c WHERE d.item_id = kept.item_id AND d.day = kept.day;
		IF NOT FOUND THEN
			DELETE FROM item_days d WHERE d.item_id = kept.item_id AND d.day = kept.day;
		END IF;
	END LOOP;
	RETURN null;
END $$;
--> statement-breakpoint
CREATE TRIGGER screenshots_recounted_on_delete AFTER DELETE ON "screenshots"
	REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION recount_item_days();
