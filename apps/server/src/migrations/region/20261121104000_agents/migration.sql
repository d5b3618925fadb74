CREATE TABLE "agents" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"rounded_image_url" text DEFAULT '' NOT NULL,
	"platform" text NOT NULL,
	"config" jsonb NOT NULL,
	"sealed" text NOT NULL,
	"secret_hash" text NOT NULL,
	"internal" jsonb DEFAULT '{}' NOT NULL,
	"version" integer NOT NULL,
	"last_version" integer NOT NULL,
	"messages_limit" integer DEFAULT 0 NOT NULL,
	"max_tokens_usage" integer DEFAULT 0 NOT NULL,
	"last_modified" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"user_id" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agent_drafts" (
	"agent_id" text PRIMARY KEY,
	"config" jsonb NOT NULL,
	"sealed" text NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agent_versions" (
	"id" text PRIMARY KEY,
	"agent_id" text NOT NULL,
	"version" integer NOT NULL,
	"config" jsonb NOT NULL,
	"title" text NOT NULL,
	"author" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "agents_secret" ON "agents" ("secret_hash");
--> statement-breakpoint
CREATE INDEX "agents_list" ON "agents" ("workspace_id","last_modified" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "agents_title" ON "agents" USING gin ("title" gin_trgm_ops);
--> statement-breakpoint
CREATE UNIQUE INDEX "agent_versions_once" ON "agent_versions" ("agent_id","version");
--> statement-breakpoint
ALTER TABLE "agent_drafts" ADD CONSTRAINT "agent_drafts_agent_id_agents_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE;
--> statement-breakpoint
ALTER TABLE "agent_versions" ADD CONSTRAINT "agent_versions_agent_id_agents_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE;
