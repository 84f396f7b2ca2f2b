ALTER TABLE "api_keys" ADD COLUMN "rotated_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "api_keys_end" ON "api_keys" USING btree (least("expires_at", "revoked_at"));--> statement-breakpoint
CREATE INDEX "sessions_of_key" ON "sessions" USING btree ("api_key_id");