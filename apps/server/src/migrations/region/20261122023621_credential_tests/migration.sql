ALTER TABLE "credentials" ADD COLUMN "tested_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "test_error" text DEFAULT '' NOT NULL;