CREATE TABLE "item_sizes" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "max_item_bytes" bigint;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "response_bytes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "schedule_items" ADD COLUMN "bytes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "item_sizes" ADD CONSTRAINT "item_sizes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;