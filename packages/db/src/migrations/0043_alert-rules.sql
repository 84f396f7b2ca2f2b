CREATE TABLE "alert_rule_destinations" (
	"alert_rule_id" bigint NOT NULL,
	"destination_id" bigint NOT NULL,
	CONSTRAINT "alert_rule_destinations_alert_rule_id_destination_id_pk" PRIMARY KEY("alert_rule_id","destination_id")
);
--> statement-breakpoint
CREATE TABLE "alert_rules" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"name" text NOT NULL,
	"enabled" boolean NOT NULL,
	"events" text[] NOT NULL,
	"schedule_ids" bigint[],
	"item_ids" bigint[],
	"minimum_ratio" double precision NOT NULL,
	"failures_in_a_row" smallint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"alert_rule_id" bigint NOT NULL,
	"destination_id" bigint NOT NULL,
	"execution_id" bigint,
	"content_check_id" bigint,
	"content" jsonb NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"attempts_left" smallint NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease_token" uuid,
	"lease_expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "delivery_attempts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "delivery_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"delivery_id" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"status" smallint,
	"error" text,
	"response" text
);
--> statement-breakpoint
CREATE TABLE "matched_facts" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"before" "xid8" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "destinations" ADD COLUMN "one_at_a_time" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "alert_rule_destinations" ADD CONSTRAINT "alert_rule_destinations_alert_rule_id_alert_rules_id_fk" FOREIGN KEY ("alert_rule_id") REFERENCES "public"."alert_rules"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rule_destinations" ADD CONSTRAINT "alert_rule_destinations_destination_id_destinations_id_fk" FOREIGN KEY ("destination_id") REFERENCES "public"."destinations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_rule_destinations_of_destination" ON "alert_rule_destinations" USING btree ("destination_id");--> statement-breakpoint
CREATE INDEX "alert_rules_of_account" ON "alert_rules" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_of_run" ON "deliveries" USING btree ("alert_rule_id","destination_id","execution_id") WHERE "deliveries"."execution_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_of_check" ON "deliveries" USING btree ("alert_rule_id","destination_id","content_check_id") WHERE "deliveries"."content_check_id" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_pending" ON "deliveries" USING btree ("destination_id","next_attempt_at","id") WHERE "deliveries"."status" = 'PENDING';--> statement-breakpoint
CREATE INDEX "deliveries_of_account" ON "deliveries" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "deliveries_undelivered" ON "deliveries" USING btree ("account_id","status","created_at","id") WHERE "deliveries"."status" <> 'DELIVERED';--> statement-breakpoint
CREATE INDEX "deliveries_of_destination" ON "deliveries" USING btree ("destination_id","created_at","id");--> statement-breakpoint
CREATE INDEX "deliveries_by_time" ON "deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "delivery_attempts_of_delivery" ON "delivery_attempts" USING btree ("delivery_id","id");
--> statement-breakpoint
-- Facts from before the upgrade are not matched.
INSERT INTO "matched_facts" ("before") VALUES (pg_snapshot_xmin(pg_current_snapshot()));
