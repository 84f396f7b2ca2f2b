-- Variants and tiles count as stored bytes. A variant that is the image itself is no further object. The object of a row is not deleted before it, so its
-- size is known at both times. Triggers append the changes, so that processes of the previous version count, too, while they are replaced.
CREATE FUNCTION count_derived_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO activity_count_changes (account_id, source, day, slot, change, bytes)
	SELECT account_id, 'MANUAL_SCREENSHOT', (changed.created_at AT TIME ZONE 'UTC')::date, 0, 0,
		CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END * sum(size)
	FROM changed JOIN objects ON sha256 = object WHERE object <> image GROUP BY 1, 3 ORDER BY 1, 3;
	RETURN null;
END $$;
--> statement-breakpoint
CREATE TRIGGER image_variants_counted_on_insert AFTER INSERT ON "image_variants"
	REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_derived_bytes();
--> statement-breakpoint
CREATE TRIGGER image_variants_counted_on_delete AFTER DELETE ON "image_variants"
	REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_derived_bytes();
--> statement-breakpoint
CREATE TRIGGER tile_pyramids_counted_on_insert AFTER INSERT ON "tile_pyramids"
	REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_derived_bytes();
--> statement-breakpoint
CREATE TRIGGER tile_pyramids_counted_on_delete AFTER DELETE ON "tile_pyramids"
	REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_derived_bytes();
--> statement-breakpoint
-- What was made before.
INSERT INTO activity_count_changes (account_id, source, day, slot, change, bytes)
SELECT account_id, 'MANUAL_SCREENSHOT', (made.created_at AT TIME ZONE 'UTC')::date, 0, 0, sum(size)
FROM (
	SELECT account_id, created_at, object FROM image_variants WHERE object <> image
	UNION ALL SELECT account_id, created_at, object FROM tile_pyramids WHERE object <> image
) made JOIN objects ON sha256 = object GROUP BY 1, 3;
