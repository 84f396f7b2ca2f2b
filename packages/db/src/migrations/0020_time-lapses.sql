CREATE TABLE "time_lapses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "time_lapses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"item_id" bigint NOT NULL,
	"period_from" timestamp (3) with time zone,
	"period_to" timestamp (3) with time zone,
	"width" integer NOT NULL,
	"frames_per_second" smallint NOT NULL,
	"only_changes" boolean NOT NULL,
	"status" text DEFAULT 'PENDING' NOT NULL,
	"attempts_left" smallint NOT NULL,
	"attempt_token" uuid,
	"lease_expires_at" timestamp (3) with time zone,
	"captures" integer,
	"frames" integer,
	"frames_done" integer DEFAULT 0 NOT NULL,
	"object" text,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"last_frame_at" timestamp (3) with time zone,
	"description" text,
	"request_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "time_lapses" ADD CONSTRAINT "time_lapses_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "time_lapses" ADD CONSTRAINT "time_lapses_item_id_schedule_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."schedule_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "time_lapses" ADD CONSTRAINT "time_lapses_object_objects_sha256_fk" FOREIGN KEY ("object") REFERENCES "public"."objects"("sha256") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "time_lapses_of_account" ON "time_lapses" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "time_lapses_unfinished" ON "time_lapses" USING btree ("id") WHERE "time_lapses"."status" in ('PENDING', 'PROCESSING');--> statement-breakpoint
CREATE INDEX "time_lapses_of_object" ON "time_lapses" USING btree ("object") WHERE "time_lapses"."object" is not null;