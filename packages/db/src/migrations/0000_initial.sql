CREATE TABLE "accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "schedule_executions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "schedule_executions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"schedule_id" bigint NOT NULL,
	"scheduled_for" timestamp (3) with time zone,
	"trigger" text NOT NULL,
	"status" text NOT NULL,
	"total_items" integer DEFAULT 0 NOT NULL,
	"successful_items" integer DEFAULT 0 NOT NULL,
	"failed_items" integer DEFAULT 0 NOT NULL,
	"outcome_reason" text,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "schedule_executions_counters" CHECK ("schedule_executions"."successful_items" + "schedule_executions"."failed_items" <= "schedule_executions"."total_items")
);
--> statement-breakpoint
CREATE TABLE "schedule_items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "schedule_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"schedule_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"url" text NOT NULL,
	"width" integer,
	"height" integer,
	"full_page" boolean NOT NULL,
	"format" text NOT NULL,
	"response_type" text NOT NULL,
	"quality" integer,
	"delay" double precision,
	"wait_until" text,
	"wait_until_timeout" double precision,
	"wait_for" text,
	"crop" text,
	"element" text,
	"thumbnail_width" integer,
	"user_agent" text,
	"accept_language" text,
	"extract_html" boolean NOT NULL,
	"extract_text" boolean NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "schedules" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "schedules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"status" text NOT NULL,
	"type" text NOT NULL,
	"first_run_at" timestamp (3) with time zone,
	"interval_value" integer,
	"interval_unit" text,
	"cron_expression" text,
	"timezone" text NOT NULL,
	"missed_runs" text NOT NULL,
	"starting_deadline_seconds" integer,
	"overlap" text NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"max_runs" integer,
	"jitter_seconds" integer NOT NULL,
	"runs" integer DEFAULT 0 NOT NULL,
	"next_run_at" timestamp (3) with time zone,
	"last_run_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "objects" (
	"sha256" text PRIMARY KEY NOT NULL,
	"size" bigint NOT NULL,
	"content_type" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "screenshots" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "screenshots_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"execution_id" bigint,
	"item_id" bigint,
	"source" text NOT NULL,
	"url" text NOT NULL,
	"width" integer,
	"height" integer,
	"full_page" boolean NOT NULL,
	"format" text NOT NULL,
	"response_type" text NOT NULL,
	"quality" integer,
	"delay" double precision,
	"wait_until" text,
	"wait_until_timeout" double precision,
	"wait_for" text,
	"crop" text,
	"element" text,
	"thumbnail_width" integer,
	"user_agent" text,
	"accept_language" text,
	"extract_html" boolean NOT NULL,
	"extract_text" boolean NOT NULL,
	"status" text NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"attempts_left" smallint NOT NULL,
	"attempt_token" uuid,
	"lease_expires_at" timestamp (3) with time zone,
	"release_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"enqueued_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"captured_at" timestamp (3) with time zone,
	"processing_time_ms" integer,
	"image" text,
	"thumbnail" text,
	"html" text,
	"text" text,
	"description" text,
	"failure_code" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallet_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wallet_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"transaction_type" text NOT NULL,
	"reference_type" text NOT NULL,
	"reference_id" text NOT NULL,
	"amount" numeric(20, 4) NOT NULL,
	"balance_before" numeric(20, 4) NOT NULL,
	"balance_after" numeric(20, 4) NOT NULL,
	"status" text NOT NULL,
	"description" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "schedule_executions" ADD CONSTRAINT "schedule_executions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_executions" ADD CONSTRAINT "schedule_executions_schedule_id_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_items" ADD CONSTRAINT "schedule_items_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedule_items" ADD CONSTRAINT "schedule_items_schedule_id_schedules_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedules"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "schedules" ADD CONSTRAINT "schedules_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screenshots" ADD CONSTRAINT "screenshots_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screenshots" ADD CONSTRAINT "screenshots_execution_id_schedule_executions_id_fk" FOREIGN KEY ("execution_id") REFERENCES "public"."schedule_executions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screenshots" ADD CONSTRAINT "screenshots_item_id_schedule_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."schedule_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screenshots" ADD CONSTRAINT "screenshots_image_objects_sha256_fk" FOREIGN KEY ("image") REFERENCES "public"."objects"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screenshots" ADD CONSTRAINT "screenshots_thumbnail_objects_sha256_fk" FOREIGN KEY ("thumbnail") REFERENCES "public"."objects"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screenshots" ADD CONSTRAINT "screenshots_html_objects_sha256_fk" FOREIGN KEY ("html") REFERENCES "public"."objects"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "screenshots" ADD CONSTRAINT "screenshots_text_objects_sha256_fk" FOREIGN KEY ("text") REFERENCES "public"."objects"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_entries" ADD CONSTRAINT "wallet_entries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "schedule_executions_once" ON "schedule_executions" USING btree ("schedule_id","scheduled_for");--> statement-breakpoint
CREATE INDEX "schedule_executions_of_schedule" ON "schedule_executions" USING btree ("schedule_id","created_at","id");--> statement-breakpoint
CREATE INDEX "schedule_executions_running" ON "schedule_executions" USING btree ("schedule_id") WHERE "schedule_executions"."status" = 'PROCESSING';--> statement-breakpoint
CREATE UNIQUE INDEX "schedule_items_position" ON "schedule_items" USING btree ("schedule_id","position");--> statement-breakpoint
CREATE INDEX "schedules_due" ON "schedules" USING btree ("next_run_at") WHERE "schedules"."next_run_at" is not null;--> statement-breakpoint
CREATE INDEX "schedules_of_account" ON "schedules" USING btree ("account_id","created_at","id") WHERE "schedules"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "screenshots_once" ON "screenshots" USING btree ("execution_id","item_id");--> statement-breakpoint
CREATE INDEX "screenshots_to_release" ON "screenshots" USING btree ("release_at") WHERE "screenshots"."status" = 'PENDING' and "screenshots"."enqueued_at" is null;--> statement-breakpoint
CREATE INDEX "screenshots_released" ON "screenshots" USING btree ("enqueued_at") WHERE "screenshots"."status" = 'PENDING' and "screenshots"."enqueued_at" is not null;--> statement-breakpoint
CREATE INDEX "screenshots_leased" ON "screenshots" USING btree ("lease_expires_at") WHERE "screenshots"."status" = 'PROCESSING';--> statement-breakpoint
CREATE INDEX "screenshots_activity" ON "screenshots" USING btree ("account_id","captured_at","id") WHERE "screenshots"."captured_at" is not null;--> statement-breakpoint
CREATE INDEX "screenshots_activity_of_source" ON "screenshots" USING btree ("account_id","source","captured_at","id") WHERE "screenshots"."captured_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_entries_once" ON "wallet_entries" USING btree ("account_id","reference_type","reference_id","transaction_type");--> statement-breakpoint
CREATE INDEX "wallet_entries_activity" ON "wallet_entries" USING btree ("account_id","reference_type","created_at","id");