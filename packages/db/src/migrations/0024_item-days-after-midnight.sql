-- A check completes in the transaction that settles its capture, so its change belongs to the day of the capture or, after midnight, to
-- the next one. Its link to the capture is gone when this trigger runs.
CREATE OR REPLACE FUNCTION recount_item_days() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	kept record;
BEGIN
	IF NOT EXISTS (SELECT FROM deleted WHERE item_id IS NOT NULL AND captured_at IS NOT NULL) THEN
		RETURN null;
	END IF;
	PERFORM pg_advisory_xact_lock_shared(746825627);
	FOR kept IN
		SELECT d.item_id, d.day FROM item_days d
		WHERE (d.item_id, d.day) IN (
			SELECT item_id, (captured_at AT TIME ZONE 'UTC')::date + later FROM deleted, (VALUES (0), (1)) AS days (later)
			WHERE item_id IS NOT NULL
		)
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
-- Earlier counts may be wrong: the scheduler counts again. Until then, histories are read from the records.
TRUNCATE "item_days";--> statement-breakpoint
UPDATE "item_days_progress" SET "day" = null, "item_id" = 0;
