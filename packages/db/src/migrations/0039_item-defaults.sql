ALTER TABLE "schedule_items" ADD COLUMN "explicit" text[];--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "defaults" jsonb;