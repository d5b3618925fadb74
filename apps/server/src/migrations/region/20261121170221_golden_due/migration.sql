CREATE TABLE "golden_due" (
	"agent_id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "golden_due_at" ON "golden_due" ("due_at");