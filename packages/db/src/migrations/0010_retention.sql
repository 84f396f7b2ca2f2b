-- A constant default does not rewrite the table. The first round of retention replaces it in all rows whose captures can expire.
ALTER TABLE "accounts" ADD COLUMN "manual_captures_since" timestamp (3) with time zone DEFAULT '1970-01-01 00:00:00+00' NOT NULL;
--> statement-breakpoint
ALTER TABLE "accounts" ALTER COLUMN "manual_captures_since" SET DEFAULT now();
--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "captures_since" timestamp (3) with time zone DEFAULT '1970-01-01 00:00:00+00' NOT NULL;
--> statement-breakpoint
ALTER TABLE "schedules" ALTER COLUMN "captures_since" SET DEFAULT now();
--> statement-breakpoint
CREATE INDEX "accounts_retention" ON "accounts" USING btree ("manual_captures_since");
--> statement-breakpoint
CREATE INDEX "schedules_retention" ON "schedules" USING btree ("retention_days","captures_since");
