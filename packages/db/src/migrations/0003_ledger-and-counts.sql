-- The ledger is append-only, whoever writes.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'the ledger is append-only' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER wallet_entries_append_only BEFORE UPDATE OR DELETE ON "wallet_entries"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- Every account starts with 1,000 credits.
INSERT INTO "wallet_entries" ("account_id", "transaction_type", "reference_type", "reference_id", "amount", "balance_before", "balance_after", "status", "description")
	SELECT "id", 'CREDIT', 'OPENING', "id"::text, 1000, 0, 1000, 'SUCCESS', 'Opening balance' FROM "accounts";--> statement-breakpoint
INSERT INTO "wallets" ("account_id", "balance") SELECT "id", 1000 FROM "accounts";--> statement-breakpoint
-- What was recorded before there were counts.
INSERT INTO "activity_counts" ("account_id", "source", "day", "slots", "total")
	SELECT "account_id", "source", "day", array_agg(coalesce("records", 0) ORDER BY "slot"), sum("records")::integer
	FROM (SELECT DISTINCT "account_id", "source", ("captured_at" AT TIME ZONE 'UTC')::date AS "day" FROM "screenshots" WHERE "captured_at" IS NOT NULL) AS "days"
	CROSS JOIN generate_series(0, 143) AS "slot"
	LEFT JOIN (
		SELECT "account_id", "source", ("captured_at" AT TIME ZONE 'UTC')::date AS "day",
			floor(extract(epoch FROM ("captured_at" AT TIME ZONE 'UTC')::time) / 600)::integer AS "slot", count(*)::integer AS "records"
		FROM "screenshots" WHERE "captured_at" IS NOT NULL GROUP BY 1, 2, 3, 4
	) AS "counted" USING ("account_id", "source", "day", "slot")
	GROUP BY "account_id", "source", "day";--> statement-breakpoint
INSERT INTO "wallet_entry_counts" ("account_id", "reference_type", "day", "slots", "total")
	SELECT "account_id", "reference_type", "day", array_agg(coalesce("records", 0) ORDER BY "slot"), sum("records")::integer
	FROM (SELECT DISTINCT "account_id", "reference_type", ("created_at" AT TIME ZONE 'UTC')::date AS "day" FROM "wallet_entries") AS "days"
	CROSS JOIN generate_series(0, 143) AS "slot"
	LEFT JOIN (
		SELECT "account_id", "reference_type", ("created_at" AT TIME ZONE 'UTC')::date AS "day",
			floor(extract(epoch FROM ("created_at" AT TIME ZONE 'UTC')::time) / 600)::integer AS "slot", count(*)::integer AS "records"
		FROM "wallet_entries" GROUP BY 1, 2, 3, 4
	) AS "counted" USING ("account_id", "reference_type", "day", "slot")
	GROUP BY "account_id", "reference_type", "day";--> statement-breakpoint
-- Where the search for objects without a record stands.
INSERT INTO "object_scan" DEFAULT VALUES;
