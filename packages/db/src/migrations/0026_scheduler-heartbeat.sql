CREATE TABLE "scheduler_heartbeat" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"alive_until" timestamp (3) with time zone NOT NULL,
	"leases_expire_from" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "scheduler_heartbeat_single_row" CHECK ("scheduler_heartbeat"."id" = 1)
);
