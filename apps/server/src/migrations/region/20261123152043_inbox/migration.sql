CREATE TABLE "canned_replies" (
	"workspace_id" text,
	"shortcut" text,
	"text" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "canned_replies_pkey" PRIMARY KEY("workspace_id","shortcut")
);
--> statement-breakpoint
CREATE TABLE "conversation_notes" (
	"id" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"conversation_id" text NOT NULL,
	"org_id" text DEFAULT '' NOT NULL,
	"author" jsonb NOT NULL,
	"text" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "assignee" jsonb;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "tags" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "seen_seq" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "snoozed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "by" jsonb;--> statement-breakpoint
CREATE INDEX "conversations_assigned" ON "conversations" ("workspace_id",(assignee ->> 'id')) WHERE assignee is not null;--> statement-breakpoint
CREATE INDEX "conversation_notes_of" ON "conversation_notes" ("conversation_id","at");--> statement-breakpoint
ALTER TABLE "conversation_notes" ADD CONSTRAINT "conversation_notes_conversation_id_conversations_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE;
--> statement-breakpoint
-- What is there already is nobody's unread mail.
UPDATE "conversations" SET "seen_seq" = "message_count";
