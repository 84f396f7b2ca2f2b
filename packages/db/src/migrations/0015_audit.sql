CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint NOT NULL,
	"actor" text NOT NULL,
	"api_key_id" bigint,
	"session_id" bigint,
	"action" text NOT NULL,
	"resource_type" text NOT NULL,
	"resource_id" bigint NOT NULL,
	"fields" text[] NOT NULL,
	"client_address" text,
	"request_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "audit_log_of_account" ON "audit_log" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_by_time" ON "audit_log" USING btree ("created_at","id");--> statement-breakpoint
-- Entries are only inserted, whoever writes. Retention may delete them, in a transaction that says so.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'audit_log is append-only' USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR TRUNCATE ON "audit_log"
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE TRIGGER audit_log_kept BEFORE DELETE ON "audit_log"
	FOR EACH STATEMENT WHEN (current_setting('shotclock.audit_retention', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION refuse_audit_change();
