ALTER TABLE "turns" ADD COLUMN "paid_by" text DEFAULT 'platform' NOT NULL;
--> statement-breakpoint
ALTER TABLE "turns" ADD COLUMN "finish_reason" text DEFAULT '' NOT NULL;
