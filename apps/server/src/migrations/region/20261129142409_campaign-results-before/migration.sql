ALTER TABLE "campaigns" ADD COLUMN "failed_before" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "ended_before" integer DEFAULT 0 NOT NULL;