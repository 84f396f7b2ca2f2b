ALTER TABLE "objects" ADD COLUMN "key_suffix" uuid;--> statement-breakpoint
ALTER TABLE "objects" ADD COLUMN "unreadable_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "objects_unreadable" ON "objects" USING btree ("unreadable_since") WHERE "objects"."unreadable_since" is not null;