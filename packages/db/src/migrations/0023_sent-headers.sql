CREATE TABLE "sent_headers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sent_headers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_agent" text,
	"accept_language" text,
	CONSTRAINT "sent_headers_once" UNIQUE NULLS NOT DISTINCT("user_agent","accept_language")
);
--> statement-breakpoint
ALTER TABLE "screenshots" ADD COLUMN "sent_headers_id" integer;