CREATE TABLE "content_checks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "content_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"screenshot_id" bigint,
	"item_id" bigint,
	"url" text NOT NULL,
	"target" text NOT NULL,
	"comparison" jsonb NOT NULL,
	"status" text NOT NULL,
	"given_baseline_id" bigint,
	"baseline_screenshot_id" bigint,
	"changed" boolean,
	"ratio" double precision,
	"subject" text,
	"masks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"diff" text,
	"price" numeric(20, 4) NOT NULL,
	"description" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "activity_counts" (
	"account_id" bigint NOT NULL,
	"day" date NOT NULL,
	"slots" integer[] NOT NULL,
	"total" integer NOT NULL,
	"source" text NOT NULL,
	CONSTRAINT "activity_counts_account_id_source_day_pk" PRIMARY KEY("account_id","source","day")
);
--> statement-breakpoint
CREATE TABLE "wallet_entry_counts" (
	"account_id" bigint NOT NULL,
	"day" date NOT NULL,
	"slots" integer[] NOT NULL,
	"total" integer NOT NULL,
	"reference_type" text NOT NULL,
	CONSTRAINT "wallet_entry_counts_account_id_reference_type_day_pk" PRIMARY KEY("account_id","reference_type","day")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"account_id" bigint NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"state" text NOT NULL,
	"holder" uuid NOT NULL,
	"lease_expires_at" timestamp (3) with time zone NOT NULL,
	"response_status" integer,
	"response_headers" jsonb,
	"response_body" text,
	"response_object" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
CREATE TABLE "object_scan" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"store_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"position" text DEFAULT '' NOT NULL,
	"began_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"balance" numeric(20, 4) NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wallets_never_negative" CHECK ("wallets"."balance" >= 0)
);
--> statement-breakpoint
ALTER TABLE "schedule_executions" ADD COLUMN "retry_of" bigint;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "auto_pause_after_failures" integer;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "retention_days" integer;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "detect_changes" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "comparison" jsonb DEFAULT '{"mode":"visual","threshold":0,"ignoredSelectors":[],"ignoredRegions":[]}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "failures_in_a_row" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "paused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "pause_reason" text;--> statement-breakpoint
ALTER TABLE "objects" ADD COLUMN "suspect_since" timestamp (3) with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "objects" ADD COLUMN "sweeping_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "content_checks" ADD CONSTRAINT "content_checks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_checks" ADD CONSTRAINT "content_checks_screenshot_id_screenshots_id_fk" FOREIGN KEY ("screenshot_id") REFERENCES "public"."screenshots"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_checks" ADD CONSTRAINT "content_checks_item_id_schedule_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."schedule_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_checks" ADD CONSTRAINT "content_checks_given_baseline_id_screenshots_id_fk" FOREIGN KEY ("given_baseline_id") REFERENCES "public"."screenshots"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_checks" ADD CONSTRAINT "content_checks_baseline_screenshot_id_screenshots_id_fk" FOREIGN KEY ("baseline_screenshot_id") REFERENCES "public"."screenshots"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_checks" ADD CONSTRAINT "content_checks_subject_objects_sha256_fk" FOREIGN KEY ("subject") REFERENCES "public"."objects"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "content_checks" ADD CONSTRAINT "content_checks_diff_objects_sha256_fk" FOREIGN KEY ("diff") REFERENCES "public"."objects"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_counts" ADD CONSTRAINT "activity_counts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_entry_counts" ADD CONSTRAINT "wallet_entry_counts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallets" ADD CONSTRAINT "wallets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "content_checks_once" ON "content_checks" USING btree ("screenshot_id");--> statement-breakpoint
CREATE INDEX "content_checks_given_baseline" ON "content_checks" USING btree ("given_baseline_id");--> statement-breakpoint
CREATE INDEX "content_checks_baseline_screenshot" ON "content_checks" USING btree ("baseline_screenshot_id");--> statement-breakpoint
CREATE INDEX "content_checks_of_subject" ON "content_checks" USING btree ("subject") WHERE "content_checks"."subject" is not null;--> statement-breakpoint
CREATE INDEX "content_checks_of_diff" ON "content_checks" USING btree ("diff") WHERE "content_checks"."diff" is not null;--> statement-breakpoint
CREATE INDEX "content_checks_of_account" ON "content_checks" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "content_checks_of_item" ON "content_checks" USING btree ("item_id","created_at","id") WHERE "content_checks"."item_id" is not null;--> statement-breakpoint
CREATE INDEX "content_checks_of_url" ON "content_checks" USING btree ("account_id",md5("url"),"created_at","id");--> statement-breakpoint
CREATE INDEX "content_checks_by_completion" ON "content_checks" USING btree ("account_id","completed_at","id");--> statement-breakpoint
CREATE INDEX "content_checks_unsuccessful" ON "content_checks" USING btree ("account_id","status","created_at","id") WHERE "content_checks"."status" <> 'SUCCESS';--> statement-breakpoint
CREATE INDEX "content_checks_changed" ON "content_checks" USING btree ("account_id","created_at","id") WHERE "content_checks"."changed";--> statement-breakpoint
CREATE INDEX "content_checks_series" ON "content_checks" USING btree ("account_id","target","completed_at","id") WHERE "content_checks"."status" = 'SUCCESS';--> statement-breakpoint
CREATE INDEX "idempotency_keys_expiry" ON "idempotency_keys" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_of_object" ON "idempotency_keys" USING btree ("response_object") WHERE "idempotency_keys"."response_object" is not null;--> statement-breakpoint
ALTER TABLE "schedule_executions" ADD CONSTRAINT "schedule_executions_retry_of_schedule_executions_id_fk" FOREIGN KEY ("retry_of") REFERENCES "public"."schedule_executions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "objects_suspect" ON "objects" USING btree ("suspect_since") WHERE "objects"."suspect_since" is not null;--> statement-breakpoint
CREATE INDEX "screenshots_of_account" ON "screenshots" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "screenshots_of_url" ON "screenshots" USING btree ("account_id",md5("url"),"created_at","id");--> statement-breakpoint
CREATE INDEX "screenshots_unsuccessful" ON "screenshots" USING btree ("account_id","status","created_at","id") WHERE "screenshots"."status" <> 'SUCCESS';--> statement-breakpoint
CREATE INDEX "screenshots_of_item" ON "screenshots" USING btree ("item_id","captured_at") WHERE "screenshots"."item_id" is not null and "screenshots"."captured_at" is not null;--> statement-breakpoint
CREATE INDEX "screenshots_of_image" ON "screenshots" USING btree ("image") WHERE "screenshots"."image" is not null;--> statement-breakpoint
CREATE INDEX "screenshots_of_thumbnail" ON "screenshots" USING btree ("thumbnail") WHERE "screenshots"."thumbnail" is not null;--> statement-breakpoint
CREATE INDEX "screenshots_of_html" ON "screenshots" USING btree ("html") WHERE "screenshots"."html" is not null;--> statement-breakpoint
CREATE INDEX "screenshots_of_text" ON "screenshots" USING btree ("text") WHERE "screenshots"."text" is not null;--> statement-breakpoint
ALTER TABLE "wallet_entries" ADD CONSTRAINT "wallet_entries_amount" CHECK ("wallet_entries"."amount" > 0 and "wallet_entries"."balance_after" >= 0);--> statement-breakpoint
ALTER TABLE "wallet_entries" ADD CONSTRAINT "wallet_entries_arithmetic" CHECK ("wallet_entries"."balance_after" = "wallet_entries"."balance_before" + case "wallet_entries"."transaction_type" when 'CREDIT' then "wallet_entries"."amount" else -"wallet_entries"."amount" end);