CREATE INDEX "content_checks_of_item" ON "content_checks" USING btree ("item_id","created_at","id") WHERE "content_checks"."item_id" is not null;--> statement-breakpoint
CREATE INDEX "content_checks_of_url" ON "content_checks" USING btree ("account_id",md5("url"),"created_at","id");--> statement-breakpoint
CREATE INDEX "content_checks_by_completion" ON "content_checks" USING btree ("account_id","completed_at","id");--> statement-breakpoint
CREATE INDEX "content_checks_unsuccessful" ON "content_checks" USING btree ("account_id","status","created_at","id") WHERE "content_checks"."status" <> 'SUCCESS';--> statement-breakpoint
CREATE INDEX "content_checks_changed" ON "content_checks" USING btree ("account_id","created_at","id") WHERE "content_checks"."changed";