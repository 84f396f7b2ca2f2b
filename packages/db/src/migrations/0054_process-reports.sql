CREATE TABLE "process_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"reported_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"checks" jsonb NOT NULL
);
