CREATE TABLE "calls" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"conversation_id" text,
	"visitor_hash" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'created' NOT NULL,
	"end_reason" text,
	"phone" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"beat_at" timestamp with time zone,
	"node" text DEFAULT '' NOT NULL,
	"duration_ms" integer DEFAULT 0 NOT NULL,
	"interruptions" integer DEFAULT 0 NOT NULL,
	"cost" bigint DEFAULT 0 NOT NULL,
	"transcriber" jsonb DEFAULT '{}' NOT NULL,
	"speech" jsonb DEFAULT '{}' NOT NULL,
	"transcript" jsonb DEFAULT '[]' NOT NULL,
	"latencies" jsonb DEFAULT '[]' NOT NULL,
	"recording" text
);
--> statement-breakpoint
CREATE INDEX "calls_agent" ON "calls" ("agent_id","created_at");--> statement-breakpoint
CREATE INDEX "calls_workspace" ON "calls" ("workspace_id");--> statement-breakpoint
CREATE INDEX "calls_conversation" ON "calls" ("conversation_id") WHERE conversation_id is not null;--> statement-breakpoint
CREATE INDEX "calls_open" ON "calls" ("workspace_id","created_at") WHERE state <> 'ended';