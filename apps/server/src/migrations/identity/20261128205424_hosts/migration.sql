CREATE TABLE "hosts" (
	"host" text PRIMARY KEY,
	"kind" text NOT NULL,
	"region" text NOT NULL,
	"agency_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"status" text NOT NULL,
	"checked_at" timestamp(3) with time zone,
	"failing_since" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "hosts_agency" ON "hosts" ("agency_id");--> statement-breakpoint
CREATE INDEX "hosts_status" ON "hosts" ("status","checked_at");