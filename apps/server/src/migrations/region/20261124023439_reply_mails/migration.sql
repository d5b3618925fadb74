ALTER TABLE "conversations" ADD COLUMN "reply_mail_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "reply_mail_seq" integer;--> statement-breakpoint
ALTER TABLE "transcript_mails" ADD COLUMN "kind" text DEFAULT 'transcript' NOT NULL;--> statement-breakpoint
CREATE INDEX "conversations_reply_mail" ON "conversations" ("reply_mail_at") WHERE reply_mail_at is not null;