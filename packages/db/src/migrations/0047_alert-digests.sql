ALTER TABLE "alert_rules" ADD COLUMN "timing" jsonb DEFAULT '{"type":"AT_ONCE","at":null,"weekday":null}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "quiet_hours" jsonb;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "timezone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "next_digest_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD COLUMN "digested_until" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "digest_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "digest_id" bigint;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
CREATE INDEX "alert_rules_due" ON "alert_rules" USING btree ("next_digest_at") WHERE "alert_rules"."next_digest_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_of_digest" ON "deliveries" USING btree ("alert_rule_id","destination_id","digest_at") WHERE "deliveries"."digest_at" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_of_digest_id" ON "deliveries" USING btree ("digest_id") WHERE "deliveries"."digest_id" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_held" ON "deliveries" USING btree ("alert_rule_id","destination_id","id") WHERE "deliveries"."status" = 'HELD';