CREATE TABLE "conflict_scans" (
	"agent_id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"scan_id" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"pairs" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"by_model" boolean DEFAULT false NOT NULL,
	"at" timestamp with time zone,
	"due_at" timestamp with time zone
);
--> statement-breakpoint
DROP INDEX "gaps_agent";--> statement-breakpoint
CREATE INDEX "gaps_agent" ON "gaps" ("agent_id","status","count" DESC NULLS LAST,"last_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "conflict_scans_due" ON "conflict_scans" ("due_at") WHERE "due_at" is not null;--> statement-breakpoint
CREATE INDEX "conflict_scans_running" ON "conflict_scans" ("at") WHERE "status" = 'running';