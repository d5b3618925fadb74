CREATE TABLE "transcript_mails" (
	"id" text PRIMARY KEY,
	"agent_id" text NOT NULL,
	"conversation_id" text NOT NULL,
	"recipient" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "transcript_mails_agent" ON "transcript_mails" ("agent_id","at");--> statement-breakpoint
CREATE INDEX "transcript_mails_recipient" ON "transcript_mails" ("recipient","at");--> statement-breakpoint
CREATE INDEX "transcript_mails_conversation" ON "transcript_mails" ("conversation_id","at");--> statement-breakpoint
CREATE INDEX "transcript_mails_at" ON "transcript_mails" ("at");