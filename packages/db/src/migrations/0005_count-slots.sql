-- Ten minutes instead of hours: everything is counted anew.
TRUNCATE "activity_counts", "wallet_entry_counts";--> statement-breakpoint
ALTER TABLE "activity_counts" DROP COLUMN "hours";--> statement-breakpoint
ALTER TABLE "wallet_entry_counts" DROP COLUMN "hours";--> statement-breakpoint
ALTER TABLE "activity_counts" ADD COLUMN "slots" integer[] NOT NULL;--> statement-breakpoint
ALTER TABLE "wallet_entry_counts" ADD COLUMN "slots" integer[] NOT NULL;--> statement-breakpoint
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
	FROM (SELECT DISTINCT "account_id", "reference_type", ("created_at" AT TIME ZONE 'UTC')::date AS "day" FROM "wallet_entries" WHERE "created_at" IS NOT NULL) AS "days"
	CROSS JOIN generate_series(0, 143) AS "slot"
	LEFT JOIN (
		SELECT "account_id", "reference_type", ("created_at" AT TIME ZONE 'UTC')::date AS "day",
			floor(extract(epoch FROM ("created_at" AT TIME ZONE 'UTC')::time) / 600)::integer AS "slot", count(*)::integer AS "records"
		FROM "wallet_entries" WHERE "created_at" IS NOT NULL GROUP BY 1, 2, 3, 4
	) AS "counted" USING ("account_id", "reference_type", "day", "slot")
	GROUP BY "account_id", "reference_type", "day";