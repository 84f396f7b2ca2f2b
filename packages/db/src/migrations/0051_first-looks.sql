CREATE TABLE "first_looks" (
	"screenshot_id" bigint PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"image" text NOT NULL,
	"thumbnail" text,
	"html" text,
	"text" text,
	"bytes" bigint NOT NULL,
	"description" text,
	"sent_headers_id" integer,
	"page" jsonb,
	"captured_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "first_looks" ADD CONSTRAINT "first_looks_screenshot_id_screenshots_id_fk" FOREIGN KEY ("screenshot_id") REFERENCES "public"."screenshots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "first_looks" ADD CONSTRAINT "first_looks_image_objects_sha256_fk" FOREIGN KEY ("image") REFERENCES "public"."objects"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "first_looks" ADD CONSTRAINT "first_looks_thumbnail_objects_sha256_fk" FOREIGN KEY ("thumbnail") REFERENCES "public"."objects"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "first_looks" ADD CONSTRAINT "first_looks_html_objects_sha256_fk" FOREIGN KEY ("html") REFERENCES "public"."objects"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "first_looks" ADD CONSTRAINT "first_looks_text_objects_sha256_fk" FOREIGN KEY ("text") REFERENCES "public"."objects"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "first_looks_of_image" ON "first_looks" USING btree ("image");--> statement-breakpoint
CREATE INDEX "first_looks_of_thumbnail" ON "first_looks" USING btree ("thumbnail") WHERE "first_looks"."thumbnail" is not null;--> statement-breakpoint
CREATE INDEX "first_looks_of_html" ON "first_looks" USING btree ("html") WHERE "first_looks"."html" is not null;--> statement-breakpoint
CREATE INDEX "first_looks_of_text" ON "first_looks" USING btree ("text") WHERE "first_looks"."text" is not null;