CREATE TABLE "address_mails" (
	"id" text PRIMARY KEY,
	"mailbox" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "address_mails_mailbox_at_index" ON "address_mails" ("mailbox","at");