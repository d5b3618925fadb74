CREATE TABLE "vapi_assistants" (
	"agent_id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"assistant_id" text NOT NULL,
	"account" text NOT NULL,
	"content" text NOT NULL,
	"is_given" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "engine_report" jsonb;--> statement-breakpoint
CREATE INDEX "vapi_assistants_workspace" ON "vapi_assistants" ("workspace_id");