CREATE TABLE "tool_secrets" (
	"workspace_id" text,
	"name" text,
	"sealed" text NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "tool_secrets_pk" PRIMARY KEY("workspace_id","name")
);
--> statement-breakpoint
CREATE TABLE "tools" (
	"workspace_id" text,
	"id" text,
	"name" text NOT NULL,
	"config" jsonb NOT NULL,
	"last_modified" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "tools_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "tools_name" ON "tools" ("workspace_id","name");--> statement-breakpoint
CREATE INDEX "tools_list" ON "tools" ("workspace_id","last_modified" DESC,"id");--> statement-breakpoint
ALTER TABLE "tool_secrets" ADD CONSTRAINT "tool_secrets_workspace_id_workspaces_uid_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "tools" ADD CONSTRAINT "tools_workspace_id_workspaces_uid_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("uid") ON DELETE CASCADE;