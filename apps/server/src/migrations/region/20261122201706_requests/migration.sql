CREATE TABLE "idempotency_keys" (
	"id" text PRIMARY KEY,
	"actor_hash" text NOT NULL,
	"fingerprint" text NOT NULL,
	"file_hash" text DEFAULT '' NOT NULL,
	"run_id" text NOT NULL,
	"locked_until" timestamp with time zone NOT NULL,
	"status" integer DEFAULT 0 NOT NULL,
	"sealed_answer" text DEFAULT '' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"workspace_id" text
);
--> statement-breakpoint
CREATE TABLE "request_log" (
	"seq" bigserial PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"request_id" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text NOT NULL,
	"actor_name" text NOT NULL,
	"method" text NOT NULL,
	"operation" text NOT NULL,
	"path" text NOT NULL,
	"status" integer NOT NULL,
	"code" text DEFAULT '' NOT NULL,
	"duration_ms" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "idempotency_keys_actor" ON "idempotency_keys" ("actor_hash");--> statement-breakpoint
CREATE INDEX "idempotency_keys_expires" ON "idempotency_keys" ("expires_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_workspace" ON "idempotency_keys" ("workspace_id");--> statement-breakpoint
CREATE INDEX "request_log_newest" ON "request_log" ("workspace_id","at","seq");--> statement-breakpoint
CREATE INDEX "request_log_request" ON "request_log" ("workspace_id","request_id");--> statement-breakpoint
CREATE INDEX "request_log_at" ON "request_log" ("at");--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_workspace_id_workspaces_uid_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("uid") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "request_log" ADD CONSTRAINT "request_log_workspace_id_workspaces_uid_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspaces"("uid") ON DELETE CASCADE;