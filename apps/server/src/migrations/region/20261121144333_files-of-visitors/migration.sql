ALTER TABLE "files" ADD COLUMN "conversation_id" text;--> statement-breakpoint
CREATE INDEX "files_conversation" ON "files" ("conversation_id") WHERE "conversation_id" is not null;--> statement-breakpoint
CREATE INDEX "files_of_visitors" ON "files" ("agent_id") WHERE "conversation_id" is not null;