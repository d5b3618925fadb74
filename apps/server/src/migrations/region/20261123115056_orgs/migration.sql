CREATE TABLE "client_codes" (
	"client_id" text PRIMARY KEY,
	"code_hash" text NOT NULL,
	"browser_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp(3) with time zone NOT NULL,
	"sends" jsonb DEFAULT '[]' NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "client_links" (
	"token_hash" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"agency_id" text NOT NULL,
	"client_id" text,
	"purpose" text NOT NULL,
	"created_by" text DEFAULT '' NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"used_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "client_sessions" (
	"token_hash" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"agency_id" text NOT NULL,
	"client_id" text,
	"admin_email" text DEFAULT '' NOT NULL,
	"secret_hash" text DEFAULT '' NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"last_used_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clients" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"agency_id" text NOT NULL,
	"org_id" text NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"square_photo_url" text DEFAULT '' NOT NULL,
	"password_hash" text DEFAULT '' NOT NULL,
	"agent_ids" text[] DEFAULT '{}'::text[] NOT NULL,
	"can_access" text[] DEFAULT '{}'::text[] NOT NULL,
	"tab_order" text[] DEFAULT '{}'::text[] NOT NULL,
	"is_org_admin" boolean DEFAULT false NOT NULL,
	"allow_create_agents" boolean DEFAULT false NOT NULL,
	"is_online" boolean DEFAULT false NOT NULL,
	"preferred_language" text DEFAULT 'en' NOT NULL,
	"notifications" jsonb DEFAULT '{}' NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"blocked_until" timestamp(3) with time zone,
	"guessed_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "orgs" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"agency_id" text NOT NULL,
	"name" text NOT NULL,
	"agent_ids" text[] DEFAULT '{}'::text[] NOT NULL,
	"profile" jsonb DEFAULT '{}' NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agencies" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"profile" jsonb DEFAULT '{}' NOT NULL,
	"secret_hash" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"updated_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "client_links_client" ON "client_links" ("client_id","purpose");--> statement-breakpoint
CREATE INDEX "client_links_expiry" ON "client_links" ("expires_at");--> statement-breakpoint
CREATE INDEX "client_sessions_client" ON "client_sessions" ("client_id");--> statement-breakpoint
CREATE INDEX "client_sessions_agency" ON "client_sessions" ("agency_id");--> statement-breakpoint
CREATE INDEX "client_sessions_expiry" ON "client_sessions" ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "clients_email" ON "clients" ("agency_id","email");--> statement-breakpoint
CREATE INDEX "clients_org" ON "clients" ("org_id","name","id");--> statement-breakpoint
CREATE INDEX "clients_workspace" ON "clients" ("workspace_id");--> statement-breakpoint
CREATE INDEX "clients_agents" ON "clients" USING gin ("agent_ids");--> statement-breakpoint
CREATE INDEX "orgs_list" ON "orgs" ("workspace_id","created_at" DESC,"id");--> statement-breakpoint
CREATE INDEX "orgs_agents" ON "orgs" USING gin ("agent_ids");--> statement-breakpoint
CREATE UNIQUE INDEX "agencies_workspace" ON "agencies" ("workspace_id");--> statement-breakpoint
CREATE UNIQUE INDEX "agencies_secret" ON "agencies" ("secret_hash");--> statement-breakpoint
ALTER TABLE "client_codes" ADD CONSTRAINT "client_codes_client_id_clients_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "client_links" ADD CONSTRAINT "client_links_client_id_clients_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "client_sessions" ADD CONSTRAINT "client_sessions_client_id_clients_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "clients" ADD CONSTRAINT "clients_org_id_orgs_id_fkey" FOREIGN KEY ("org_id") REFERENCES "orgs"("id") ON DELETE CASCADE;