CREATE TABLE "blocked_visitors" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"org_id" text DEFAULT '' NOT NULL,
	"agent_ids" text[],
	"agent_id" text NOT NULL,
	"visitor_hash" text NOT NULL,
	"subject" text,
	"email" text DEFAULT '' NOT NULL,
	"visitor" text NOT NULL,
	"visitor_code" text DEFAULT '' NOT NULL,
	"by" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_visitors" (
	"agent_id" text,
	"visitor_hash" text,
	"workspace_id" text NOT NULL,
	"contact_id" text NOT NULL,
	CONSTRAINT "contact_visitors_pkey" PRIMARY KEY("agent_id","visitor_hash")
);
--> statement-breakpoint
CREATE TABLE "visitor_presence" (
	"conversation_id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"is_here" boolean NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"pages" jsonb DEFAULT '[]' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "visitor_read_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "blocked_visitors_workspace" ON "blocked_visitors" ("workspace_id");--> statement-breakpoint
CREATE INDEX "contact_visitors_contact" ON "contact_visitors" ("contact_id");--> statement-breakpoint
CREATE INDEX "visitor_presence_here" ON "visitor_presence" ("seen_at") WHERE is_here;--> statement-breakpoint
ALTER TABLE "visitor_presence" ADD CONSTRAINT "visitor_presence_conversation_id_conversations_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE;