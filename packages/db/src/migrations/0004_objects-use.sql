CREATE TABLE "object_scan" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"store_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"position" text DEFAULT '' NOT NULL,
	"began_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "objects" ADD COLUMN "suspect_since" timestamp (3) with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "objects" ADD COLUMN "sweeping_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "content_checks_of_subject" ON "content_checks" USING btree ("subject") WHERE "content_checks"."subject" is not null;--> statement-breakpoint
CREATE INDEX "content_checks_of_diff" ON "content_checks" USING btree ("diff") WHERE "content_checks"."diff" is not null;--> statement-breakpoint
CREATE INDEX "idempotency_keys_of_object" ON "idempotency_keys" USING btree ("response_object") WHERE "idempotency_keys"."response_object" is not null;--> statement-breakpoint
CREATE INDEX "objects_suspect" ON "objects" USING btree ("suspect_since") WHERE "objects"."suspect_since" is not null;--> statement-breakpoint
CREATE INDEX "screenshots_of_image" ON "screenshots" USING btree ("image") WHERE "screenshots"."image" is not null;--> statement-breakpoint
CREATE INDEX "screenshots_of_thumbnail" ON "screenshots" USING btree ("thumbnail") WHERE "screenshots"."thumbnail" is not null;--> statement-breakpoint
CREATE INDEX "screenshots_of_html" ON "screenshots" USING btree ("html") WHERE "screenshots"."html" is not null;--> statement-breakpoint
CREATE INDEX "screenshots_of_text" ON "screenshots" USING btree ("text") WHERE "screenshots"."text" is not null;--> statement-breakpoint
INSERT INTO "object_scan" DEFAULT VALUES;
