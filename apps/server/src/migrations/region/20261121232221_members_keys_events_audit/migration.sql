CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"hint" text NOT NULL,
	"scopes" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"previous_hash" text DEFAULT '' NOT NULL,
	"previous_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "workspace_logs" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"user_id" text DEFAULT '' NOT NULL,
	"agent_id" text DEFAULT '' NOT NULL,
	"type" text NOT NULL,
	"content" text NOT NULL,
	"channel" text DEFAULT '' NOT NULL,
	"metadata" jsonb DEFAULT '{}' NOT NULL,
	"mailed" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workspace_mails" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "event_attempts" (
	"delivery_id" text,
	"number" integer,
	"at" timestamp(3) with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"status" integer NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	"response" text DEFAULT '' NOT NULL,
	CONSTRAINT "event_attempts_pk" PRIMARY KEY("delivery_id","number")
);
--> statement-breakpoint
CREATE TABLE "event_deliveries" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"endpoint" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"next_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"last_status" integer DEFAULT 0 NOT NULL,
	"last_error" text DEFAULT '' NOT NULL,
	"replay_of" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"workspace_id" text,
	"seq" bigint,
	"at" timestamp(3) with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"ip" text DEFAULT '' NOT NULL,
	"action" text NOT NULL,
	"object_type" text DEFAULT '' NOT NULL,
	"object_id" text DEFAULT '' NOT NULL,
	"detail" jsonb DEFAULT '{}' NOT NULL,
	"request_id" text DEFAULT '' NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_entries_pk" PRIMARY KEY("workspace_id","seq")
);
--> statement-breakpoint
ALTER TABLE "workspace_members" ADD COLUMN "invited_by" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "workspace_members" ADD COLUMN "invited_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "workspace_members" ADD COLUMN "joined_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "show_onboarding" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "onboarding" jsonb DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "sealed_events_secret" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "events_mailed_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" ("key_hash");--> statement-breakpoint
CREATE INDEX "api_keys_previous" ON "api_keys" ("previous_hash") WHERE "previous_hash" <> '';--> statement-breakpoint
CREATE INDEX "api_keys_workspace" ON "api_keys" ("workspace_id","created_at");--> statement-breakpoint
CREATE INDEX "workspace_logs_at" ON "workspace_logs" ("workspace_id","at","id");--> statement-breakpoint
CREATE INDEX "workspace_mails_at" ON "workspace_mails" ("workspace_id","at");--> statement-breakpoint
CREATE INDEX "event_deliveries_at" ON "event_deliveries" ("workspace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "event_deliveries_due" ON "event_deliveries" ("state","next_at");--> statement-breakpoint
CREATE INDEX "audit_entries_at" ON "audit_entries" ("workspace_id","at");--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_workspace_id_workspaces_uid_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "workspace_logs" ADD CONSTRAINT "workspace_logs_workspace_id_workspaces_uid_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "workspace_mails" ADD CONSTRAINT "workspace_mails_workspace_id_workspaces_uid_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "event_attempts" ADD CONSTRAINT "event_attempts_delivery_id_event_deliveries_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "event_deliveries"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "event_deliveries" ADD CONSTRAINT "event_deliveries_workspace_id_workspaces_uid_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
UPDATE "workspace_members" SET "joined_at" = now(), "role" = CASE "role" WHEN 'member' THEN 'editor' ELSE "role" END;
