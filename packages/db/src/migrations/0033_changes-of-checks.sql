ALTER TABLE "schedules" ALTER COLUMN "comparison" SET DEFAULT '{"mode":"visual","threshold":0,"ignoredSelectors":[],"ignoredRegions":[],"confirm":true}'::jsonb;--> statement-breakpoint
ALTER TABLE "content_checks" ADD COLUMN "changes" jsonb;--> statement-breakpoint
ALTER TABLE "content_checks" ADD COLUMN "unstable" jsonb;--> statement-breakpoint
ALTER TABLE "content_checks" ADD COLUMN "seen_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "schedule_items" ADD COLUMN "comparison" jsonb;--> statement-breakpoint
CREATE INDEX "content_checks_changed_by_ratio" ON "content_checks" USING btree ("account_id","ratio","id") WHERE "content_checks"."changed";