CREATE TABLE "urls" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "urls_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"url" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "urls_progress" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"screenshots" bigint DEFAULT 0 NOT NULL,
	"content_checks" bigint DEFAULT 0 NOT NULL,
	"schedule_items" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "urls" ADD CONSTRAINT "urls_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- The trigrams of a URL as lexemes, each with the account in front. The space at the end of the URL lets a search for one or two
-- characters find the last ones by prefix.
-- For each trigram, PostgreSQL counts the characters before it. Long URLs are therefore split into parts of 100 trigrams first.
CREATE FUNCTION url_grams(account bigint, url text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN array_to_tsvector(ARRAY(
	SELECT account || ' ' || substr(part, n, 3)
	FROM (SELECT lower(url COLLATE "und-x-icu") || ' ' AS folded) AS f, generate_series(1, length(folded) - 1, 100) AS first,
		LATERAL (SELECT substr(folded, first, 102) AS part OFFSET 0) AS parts, generate_series(1, least(length(part) - 1, 100)) AS n
));
--> statement-breakpoint
-- Selects the URLs that have about 25 trigrams of a text, evenly spaced, or a trigram that starts with a shorter text.
CREATE FUNCTION url_query(account bigint, part text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
	SELECT string_agg('''' || replace(replace(account || ' ' || substr(folded, n, 3), '\', '\\'), '''', '''''') || '''' || CASE WHEN length(folded) < 3 THEN ':*' ELSE '' END, ' & ')::tsquery
	FROM (SELECT lower(part COLLATE "und-x-icu") AS folded) AS f, generate_series(1, greatest(length(folded) - 2, 1), 1 + length(folded) / 25) AS n
);
--> statement-breakpoint
CREATE UNIQUE INDEX "urls_once" ON "urls" USING btree ("account_id",md5("url"));--> statement-breakpoint
CREATE INDEX "urls_grams" ON "urls" USING gin (url_grams("account_id", "url")) WITH (gin_pending_list_limit=512);--> statement-breakpoint
CREATE INDEX "schedule_items_of_account" ON "schedule_items" USING btree ("account_id","created_at","id") WHERE "schedule_items"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "schedule_items_of_url" ON "schedule_items" USING btree ("account_id",md5("url"));
--> statement-breakpoint
-- The planner has no statistics for the hashes until then, and would expect many items for each.
ANALYZE "schedule_items";
--> statement-breakpoint
INSERT INTO "urls_progress" DEFAULT VALUES;
--> statement-breakpoint
-- An item whose URL changes keeps its ID, so the scheduler would not read its URL again. The update locks the row, so that
-- housekeeping does not delete it before the commit.
CREATE FUNCTION add_changed_url() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO urls (account_id, url) VALUES (new.account_id, new.url)
	ON CONFLICT (account_id, md5(url)) DO UPDATE SET url = excluded.url;
	RETURN null;
END $$;
--> statement-breakpoint
CREATE TRIGGER schedule_items_url_changed AFTER UPDATE OF url ON "schedule_items"
	FOR EACH ROW WHEN (old.url IS DISTINCT FROM new.url) EXECUTE FUNCTION add_changed_url();
