CREATE TABLE "reply_addresses" (
	"token_hash" text PRIMARY KEY,
	"workspace_id" text NOT NULL,
	"agent_id" text NOT NULL,
	"conversation_id" text NOT NULL,
	"recipient" text NOT NULL,
	"answered_seq" integer,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "reply_addresses_conversation" ON "reply_addresses" ("conversation_id");--> statement-breakpoint
CREATE INDEX "reply_addresses_expiry" ON "reply_addresses" ("expires_at");--> statement-breakpoint
ALTER TABLE "reply_addresses" ADD CONSTRAINT "reply_addresses_conversation_id_conversations_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE;