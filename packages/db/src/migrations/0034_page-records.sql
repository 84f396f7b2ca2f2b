CREATE TABLE "page_records" (
	"screenshot_id" bigint PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"page" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "screenshots" ADD COLUMN "verdict" text;--> statement-breakpoint
ALTER TABLE "screenshots" ADD COLUMN "http_status" smallint;--> statement-breakpoint
ALTER TABLE "page_records" ADD CONSTRAINT "page_records_screenshot_id_screenshots_id_fk" FOREIGN KEY ("screenshot_id") REFERENCES "public"."screenshots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "screenshots_of_verdict" ON "screenshots" USING btree ("account_id","verdict","created_at","id","captured_at") WHERE "screenshots"."verdict" is not null;--> statement-breakpoint
CREATE INDEX "screenshots_of_http_status" ON "screenshots" USING btree ("account_id","http_status","created_at","id","captured_at") WHERE "screenshots"."http_status" is not null;--> statement-breakpoint
CREATE INDEX "screenshots_unexpected" ON "screenshots" USING btree ("execution_id","verdict") WHERE "screenshots"."verdict" <> 'content' and "screenshots"."execution_id" is not null;