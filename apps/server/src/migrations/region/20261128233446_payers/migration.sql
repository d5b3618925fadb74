ALTER TABLE "connect_orgs" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "turns" ADD COLUMN "payer_id" text;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD COLUMN "usage" jsonb;