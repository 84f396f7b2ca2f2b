ALTER TABLE "schedule_items" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "schedule_items_tagged" ON "schedule_items" USING gin ("tags") WHERE "schedule_items"."tags" <> '{}';--> statement-breakpoint
CREATE INDEX "schedule_items_tagged_of_account" ON "schedule_items" USING btree ("account_id") WHERE "schedule_items"."tags" <> '{}';--> statement-breakpoint
CREATE INDEX "schedules_tagged" ON "schedules" USING gin ("tags") WHERE "schedules"."tags" <> '{}';