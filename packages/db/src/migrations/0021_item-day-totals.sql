-- The text of a function is parsed when it is called, with the search path of a restore.
CREATE FUNCTION sum_of_counts(counts integer[]) RETURNS integer LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
	SELECT coalesce(pg_catalog.sum(n), 0)::integer FROM pg_catalog.unnest(counts) AS n
$$;
--> statement-breakpoint
ALTER TABLE "item_days" ADD COLUMN "total_captures" integer GENERATED ALWAYS AS (sum_of_counts(captures)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "item_days" ADD COLUMN "total_failures" integer GENERATED ALWAYS AS (sum_of_counts(failures)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "item_days" ADD COLUMN "total_changes" integer GENERATED ALWAYS AS (sum_of_counts(changes)) STORED NOT NULL;
