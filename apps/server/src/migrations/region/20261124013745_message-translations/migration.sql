CREATE TABLE "message_translations" (
	"message_id" text,
	"language" text,
	"conversation_id" text NOT NULL,
	"workspace_id" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "message_translations_pkey" PRIMARY KEY("message_id","language")
);
--> statement-breakpoint
CREATE INDEX "message_translations_of" ON "message_translations" ("conversation_id","language");--> statement-breakpoint
ALTER TABLE "message_translations" ADD CONSTRAINT "message_translations_conversation_id_conversations_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE;