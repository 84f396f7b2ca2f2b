CREATE TABLE "activity_count_changes" (
	"account_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "activity_count_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"slot" smallint NOT NULL,
	"change" integer NOT NULL,
	"source" text NOT NULL,
	CONSTRAINT "activity_count_changes_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
CREATE TABLE "wallet_entry_count_changes" (
	"account_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "wallet_entry_count_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"day" date NOT NULL,
	"slot" smallint NOT NULL,
	"change" integer NOT NULL,
	"reference_type" text NOT NULL,
	CONSTRAINT "wallet_entry_count_changes_account_id_id_pk" PRIMARY KEY("account_id","id")
);
