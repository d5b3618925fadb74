CREATE TABLE "channel_connections" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"channel" text NOT NULL,
	"account" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"settings" jsonb DEFAULT '{}' NOT NULL,
	"secrets" text NOT NULL,
	"last_error" text DEFAULT '' NOT NULL,
	"last_error_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channel_inbound" (
	"id" bigserial PRIMARY KEY,
	"connection_id" text NOT NULL,
	"identity_id" text NOT NULL,
	"external_id" text NOT NULL,
	"body" jsonb NOT NULL,
	"batch" text,
	"received_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "channel_outbox" (
	"id" bigserial PRIMARY KEY,
	"connection_id" text NOT NULL,
	"identity_id" text NOT NULL,
	"key" text NOT NULL,
	"request" jsonb NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"provider_id" text DEFAULT '' NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "external_identities" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"external_id" text NOT NULL,
	"thread" text NOT NULL,
	"is_group" boolean DEFAULT false NOT NULL,
	"visitor_hash" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"language" text DEFAULT '' NOT NULL,
	"conversation_id" text,
	"form" jsonb,
	"is_blocked" boolean DEFAULT false NOT NULL,
	"last_inbound_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"lane_node" text DEFAULT '' NOT NULL,
	"lane_until" timestamp with time zone,
	"send_node" text DEFAULT '' NOT NULL,
	"send_until" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "channel_connections_agent" ON "channel_connections" ("agent_id","channel");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_connections_account" ON "channel_connections" ("channel","account");--> statement-breakpoint
CREATE INDEX "channel_connections_workspace" ON "channel_connections" ("workspace_id");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_inbound_once" ON "channel_inbound" ("connection_id","external_id");--> statement-breakpoint
CREATE INDEX "channel_inbound_waiting" ON "channel_inbound" ("identity_id","id") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "channel_inbound_received" ON "channel_inbound" ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_outbox_once" ON "channel_outbox" ("identity_id","key");--> statement-breakpoint
CREATE INDEX "channel_outbox_due" ON "channel_outbox" ("next_at") WHERE state in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "channel_outbox_provider" ON "channel_outbox" ("connection_id","provider_id");--> statement-breakpoint
CREATE INDEX "channel_outbox_created" ON "channel_outbox" ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "external_identities_thread" ON "external_identities" ("connection_id","thread");--> statement-breakpoint
CREATE INDEX "external_identities_conversation" ON "external_identities" ("conversation_id");--> statement-breakpoint
CREATE INDEX "external_identities_workspace" ON "external_identities" ("workspace_id");--> statement-breakpoint
ALTER TABLE "channel_inbound" ADD CONSTRAINT "channel_inbound_connection_id_channel_connections_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "channel_connections"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "channel_inbound" ADD CONSTRAINT "channel_inbound_identity_id_external_identities_id_fkey" FOREIGN KEY ("identity_id") REFERENCES "external_identities"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "channel_outbox" ADD CONSTRAINT "channel_outbox_connection_id_channel_connections_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "channel_connections"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "channel_outbox" ADD CONSTRAINT "channel_outbox_identity_id_external_identities_id_fkey" FOREIGN KEY ("identity_id") REFERENCES "external_identities"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "external_identities" ADD CONSTRAINT "external_identities_connection_id_channel_connections_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "channel_connections"("id") ON DELETE CASCADE;