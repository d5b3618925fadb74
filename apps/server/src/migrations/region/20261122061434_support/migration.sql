CREATE TABLE "workspace_support" (
	"workspace_id" text PRIMARY KEY,
	"role" text NOT NULL,
	"granted_by" text NOT NULL,
	"granted_at" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"opened" jsonb DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE INDEX "workspace_support_open" ON "workspace_support" ("until") WHERE "ended_at" is null;--> statement-breakpoint
ALTER TABLE "workspace_support" ADD CONSTRAINT "workspace_support_workspace_id_workspaces_uid_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("uid") ON DELETE CASCADE;