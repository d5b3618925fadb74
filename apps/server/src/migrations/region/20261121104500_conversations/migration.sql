CREATE TABLE "agent_usage" (
	"agent_id" text,
	"month" text,
	"messages" integer DEFAULT 0 NOT NULL,
	"milli" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "agent_usage_pkey" PRIMARY KEY("agent_id","month")
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"channel" text NOT NULL,
	"state" text DEFAULT 'ai-chatting' NOT NULL,
	"visitor_hash" text NOT NULL,
	"visitor" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"preview" text DEFAULT '' NOT NULL,
	"page_url" text DEFAULT '' NOT NULL,
	"language" text DEFAULT '' NOT NULL,
	"ephemeral" boolean DEFAULT false NOT NULL,
	"message_count" integer DEFAULT 0 NOT NULL,
	"running_turn" text,
	"lease_until" timestamp with time zone,
	"started_at" timestamp with time zone NOT NULL,
	"last_message_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"conversation_id" text,
	"seq" integer,
	"id" text NOT NULL,
	"turn_id" text NOT NULL,
	"author" text NOT NULL,
	"items" jsonb NOT NULL,
	"status" text NOT NULL,
	"sources" jsonb DEFAULT '[]' NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "messages_pkey" PRIMARY KEY("conversation_id","seq")
);
--> statement-breakpoint
CREATE TABLE "turn_chunks" (
	"turn_id" text,
	"at_char" integer,
	"text" text NOT NULL,
	CONSTRAINT "turn_chunks_pkey" PRIMARY KEY("turn_id","at_char")
);
--> statement-breakpoint
CREATE TABLE "turns" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"conversation_id" text NOT NULL,
	"visitor_hash" text NOT NULL,
	"client_message_id" text NOT NULL,
	"reply_id" text NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	"model" text DEFAULT '' NOT NULL,
	"sources" jsonb DEFAULT '[]' NOT NULL,
	"hold" bigint NOT NULL,
	"cost" bigint DEFAULT 0 NOT NULL,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	"node" text NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "conversations_agent" ON "conversations" ("agent_id","last_message_at" DESC,"id");--> statement-breakpoint
CREATE INDEX "conversations_workspace" ON "conversations" ("workspace_id","last_message_at" DESC,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_id" ON "messages" ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_one_answer" ON "messages" ("turn_id") WHERE author = 'agent';--> statement-breakpoint
CREATE UNIQUE INDEX "turns_once" ON "turns" ("agent_id","visitor_hash","client_message_id");--> statement-breakpoint
CREATE INDEX "turns_conversation" ON "turns" ("conversation_id");--> statement-breakpoint
CREATE INDEX "turns_running" ON "turns" ("lease_until") WHERE status = 'running';--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "turns" ADD CONSTRAINT "turns_conversation_id_conversations_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE;