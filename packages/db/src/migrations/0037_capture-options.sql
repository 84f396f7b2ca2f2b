ALTER TABLE "schedule_items" ADD COLUMN "options" jsonb;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "options" jsonb;--> statement-breakpoint
ALTER TABLE "screenshots" ADD COLUMN "options" jsonb;