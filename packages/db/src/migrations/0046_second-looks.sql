ALTER TABLE "content_checks" ADD COLUMN "confirm_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "content_checks" ADD COLUMN "keeps_baseline" boolean DEFAULT false NOT NULL;