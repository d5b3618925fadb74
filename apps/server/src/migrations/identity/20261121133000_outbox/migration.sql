-- Jobs for a region that the process which made them does not serve: whoever serves it takes them.
CREATE TABLE "outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"region" text NOT NULL,
	"job" text NOT NULL,
	"data" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX "outbox_region" ON "outbox" ("region", "id");
