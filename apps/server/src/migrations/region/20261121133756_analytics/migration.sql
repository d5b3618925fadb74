CREATE TABLE "analytics_events" (
	"id" text PRIMARY KEY,
	"name" text NOT NULL,
	"workspace_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"occasion" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "analytics_events_once" ON "analytics_events" ("name","occasion");--> statement-breakpoint
CREATE INDEX "analytics_events_workspace" ON "analytics_events" ("workspace_id","at");