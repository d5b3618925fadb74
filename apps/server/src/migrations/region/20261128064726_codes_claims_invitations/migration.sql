CREATE TABLE "client_invitation_mails" (
	"id" text PRIMARY KEY,
	"mailbox" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "client_sign_in_codes" (
	"id" text PRIMARY KEY,
	"client_id" text NOT NULL,
	"code_hash" text NOT NULL,
	"browser_hash" text NOT NULL,
	"address_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "conversation_claims" (
	"conversation_id" text,
	"purpose" text,
	"workspace_id" text NOT NULL,
	"claim" text NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "conversation_claims_pkey" PRIMARY KEY("conversation_id","purpose")
);
--> statement-breakpoint
CREATE INDEX "client_invitation_mails_mailbox" ON "client_invitation_mails" ("mailbox","at");--> statement-breakpoint
CREATE INDEX "client_sign_in_codes_client" ON "client_sign_in_codes" ("client_id","sent_at");--> statement-breakpoint
CREATE INDEX "client_sign_in_codes_sent" ON "client_sign_in_codes" ("sent_at");--> statement-breakpoint
CREATE INDEX "conversations_identity" ON "conversations" ("agent_id","identity") WHERE identity is not null;--> statement-breakpoint
ALTER TABLE "client_sign_in_codes" ADD CONSTRAINT "client_sign_in_codes_client_id_clients_id_fkey" FOREIGN KEY ("client_id") REFERENCES "clients"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "conversation_claims" ADD CONSTRAINT "conversation_claims_conversation_id_conversations_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE;